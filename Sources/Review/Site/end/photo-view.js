// The photo, with the face's rings where the homography says they lie, and the arrows.
import { set, svg } from "../shell/dom.js";
import { photoDetail } from "../shell/api.js";
import { longest, pictureOf } from "./pictures.js";
import { circlePath } from "../stage/homography.js";
import { drawnFace } from "./scoring.js";
import { FaceHandles } from "./face-handles.js";
import { StageDrag } from "./stage-drag.js";
import { t } from "../strings/language.js";

/** @typedef {import("../stage/viewport.js").Point} Point */
/** @typedef {import("./stage-view.js").Arrow} Arrow */
/** @typedef {import("./stage-drag.js").Grab} Grab */
/** @typedef {NonNullable<ReturnType<FaceHandles["grab"]>>} FaceGrab */

class PhotoView extends StageDrag {
    testPrefix = "arrow-";
    /** @type {FaceHandles | undefined} */
    handles = undefined;
    /** The faces that the rings were drawn for.
        @type {string | null} */
    facesDrawn = null;
    /** @type {ReturnType<typeof setTimeout>} */
    sharpening = undefined;

    begin() {
        const { photo } = this.editor;
        this.image = svg("image", { width: photo.width, height: photo.height, preserveAspectRatio: "none" });
        this.detail = svg("image", { preserveAspectRatio: "none", class: "detail" });
        this.rings = svg("g", { class: "rings", "aria-hidden": "true" });
        this.nocks = svg("g", { class: "nocks", "aria-hidden": "true" });
        this.content.replaceChildren(this.image, this.detail, this.rings, this.nocks);
        this.dataset.note = t("noPicture");
        this.classList.toggle("without-picture", !photo.hasPicture);
        this.image.addEventListener("load", () => this.dispatchEvent(new CustomEvent("shown", { bubbles: true })));
        if (photo.hasPicture) this.fetchPicture(photo);
        set(this.surface, { "aria-label": t("photoOf", { name: photo.name }) });
        this.view.world = { x: 0, y: 0, width: photo.width, height: photo.height };
        this.view.home = this.region();
        this.view.goHome();
        this.handles ??= new FaceHandles(this);
        this.facesDrawn = null;
    }

    /** Shows the picture at once where it was fetched before.
        @param {{ id: string }} photo */
    fetchPicture(photo) {
        const image = this.image;
        /** @param {string | null} address */
        const show = (address) => {
            if (image !== this.image) return;
            if (address) image.setAttribute("href", address);
            this.classList.toggle("without-picture", !address);
        };
        const picture = pictureOf(photo);
        if (picture.address) show(picture.address);
        else picture.load.then(show);
    }

    /** The faces and the arrows with some margin, or the whole photo where there is none. */
    region() {
        const { photo, faces, arrows } = this.editor;
        const points = faces.flatMap((_, k) => this.editor.rim(k).pixels).filter(Boolean);
        if (!points.length) return { x: 0, y: 0, width: photo.width, height: photo.height };
        for (const arrow of arrows) if (arrow.isPlaced) points.push({ x: arrow.pixelX, y: arrow.pixelY });
        const [low, high] = [Math.min, Math.max].map((of) => ({
            x: of(...points.map((one) => one.x)), y: of(...points.map((one) => one.y)),
        }));
        const margin = 0.08 * Math.max(high.x - low.x, high.y - low.y);
        return { x: low.x - margin, y: low.y - margin, width: high.x - low.x + 2 * margin,
            height: high.y - low.y + 2 * margin };
    }

    shownArrows() { return this.editor.arrows.filter((one) => one.isPlaced && one.pixelX !== null); }

    /** @param {Arrow} arrow */
    worldOf(arrow) { return { x: arrow.pixelX, y: arrow.pixelY }; }

    /** @param {Arrow} arrow */
    positionOf(arrow) { return this.editor.seenAt(arrow); }

    /** @param {Point} world @param {Grab | null} grab */
    placeAt(world, grab) { return this.editor.placeOf(world, grab ? grab.start.face : null); }

    picture() {
        const { photo } = this.editor;
        const near = this.detail.getAttribute("href") ? this.detail.cloneNode() : null;
        return [svg("image",
            { href: this.image.getAttribute("href"), width: photo.width, height: photo.height,
                preserveAspectRatio: "none" }), near]
            .filter(Boolean);
    }

    /** @param {Point} point @param {PointerEvent} event */
    grab(point, event) {
        return this.mode === "face" ? this.handles.grab(point) : super.grab(point, event);
    }

    /** @param {Grab | FaceGrab} grab @param {Point} translation @param {Point} point @param {PointerEvent} event */
    follow(grab, translation, point, event) {
        if ("handle" in grab) this.handles.follow(grab, this.worldWay(translation), point, event);
        else super.follow(grab, translation, point, event);
    }

    /** @param {Grab | FaceGrab} grab @param {Point} translation */
    release(grab, translation) {
        if ("handle" in grab) this.handles.release(grab, this.worldWay(translation));
        else super.release(grab, translation);
    }

    /** A way on the screen as one in the photo.
        @param {Point} way */
    worldWay({ x, y }) { return { x: x / this.view.scale, y: y / this.view.scale }; }

    drawMore() {
        const { editor, view } = this;
        const faces = editor.faces;
        const key = faces.map((face) => face.type + face.homography.join()).join(";");
        if (key !== this.facesDrawn) {
            this.facesDrawn = key;
            this.rings.replaceChildren(...faces.flatMap((face) => {
                const drawn = drawnFace(editor.session, face.type);
                const target = svg("path", { d: circlePath(face.toPhoto, drawn?.outline ?? 1), class: "placing" });
                return [target, ...(drawn?.zones ?? []).flatMap((zone) => ["under", "over"].map((kind) =>
                    svg("path", { d: circlePath(face.toPhoto, zone.radius), class: "photo-ring " + kind })))];
            }));
        }
        this.nocks.replaceChildren(...editor.arrows.filter((one) => one.nock && one.isPlaced).map((one) =>
            svg("path", { class: "nock", d: `M${one.pixelX} ${one.pixelY}L${one.nock.x} ${one.nock.y}` })));
        this.handles.draw(this.mode === "face");
        clearTimeout(this.sharpening);
        if (view.scale * devicePixelRatio > 1.3 * (longest / Math.max(editor.photo.width, editor.photo.height))) {
            this.sharpening = setTimeout(() => this.sharpen(), 250);
        }
    }

    /** Fetches the shown part in full where the whole picture is too coarse for it. */
    sharpen() {
        const { view, editor } = this;
        const { photo } = editor;
        if (!photo.hasPicture || !this.isConnected) return;
        const middle = view.toWorld({ x: view.size.width / 2, y: view.size.height / 2 });
        const side = Math.round(
            Math.min((1.2 * Math.max(view.size.width, view.size.height)) / view.scale, photo.width, photo.height));
        const half = side / 2;
        const x = Math.min(Math.max(Math.round(middle.x), half), photo.width - half);
        const y = Math.min(Math.max(Math.round(middle.y), half), photo.height - half);
        const href = photoDetail(photo.id, x, y, side, Math.min(side, longest));
        if (side < 16 || this.detail.getAttribute("href") === href) return;
        const image = new Image();
        image.onload = () => {
            if (this.editor === editor) set(this.detail, { href, x: x - half, y: y - half, width: side, height: side });
        };
        image.src = href;
    }
}

customElements.define("quiver-photo", PhotoView);
