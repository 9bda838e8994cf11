// The centre and four points of the rim of a face in the photo; moving them corrects where the face lies.
import { map } from "../stage/homography.js";
import { say, set, svg } from "../shell/dom.js";
import { t } from "../strings/language.js";
import { ways } from "../review/keys.js";

const rim = ["right", "bottom", "left", "top"];
const names = [...rim, "centre"];

/** The handles over a photo. The centre moves all; a point of the rim stretches and tilts. */
export class FaceHandles {
    constructor(stage) {
        this.stage = stage;
        this.face = 0;
        this.nodes = names.map((name, handle) => {
            const node = svg("g", { class: "handle " + name, role: "button", tabindex: 0, "data-test": "face-" + name },
                svg("circle", { r: 22, class: "mark-target" }), svg("circle", { r: 9, class: "handle-rim" }),
                name === "centre" ? svg("path", { d: "M-5 0H5M0-5V5", class: "handle-cross" }) : null);
            node.addEventListener("keydown", (event) => this.key(event, handle));
            return node;
        });
        this.layer = svg("g", { class: "handles" }, this.nodes);
        this.layer.style.display = "none";
        stage.surface.append(this.layer);
    }

    /** Puts the handles where the face's rim lies.
        @param {boolean} isShown */
    draw(isShown) {
        const { editor, view } = this.stage;
        const points = isShown && editor.faces[this.face] ? this.points() : null;
        this.layer.style.display = points ? "" : "none";
        if (!points) return;
        this.nodes.forEach((node, k) => {
            const { x, y } = view.toScreen(points[k]);
            set(node, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`,
                "aria-label": t("handle" + names[k]) });
        });
    }

    points() {
        const { pixels } = this.stage.editor.rim(this.face);
        if (!pixels.every(Boolean)) return null;
        const centre = map(this.stage.editor.faces[this.face].toPhoto, 0, 0);
        return [...pixels, centre];
    }

    grab(point) {
        const { editor, view } = this.stage;
        if (!editor.faces.length) return null;
        const near = (points, face) => (points ?? []).map((one, handle) => {
            const place = view.toScreen(one);
            return { face, handle, distance: Math.hypot(place.x - point.x, place.y - point.y) };
        });
        const first = near(this.points(), this.face).sort((a, b) => a.distance - b.distance)[0];
        if (!first || first.distance > 30) return this.chooseFace(point);
        this.nodes[first.handle].focus({ preventScroll: true });
        return { handle: first.handle, face: this.face, ...editor.rim(this.face) };
    }

    /** A press inside another face turns to that one. */
    chooseFace(point) {
        const place = this.stage.editor.placeOf(this.stage.view.toWorld(point), null);
        if (place && place.share <= 1 && place.face !== this.face) {
            this.face = place.face;
            this.stage.draw();
            this.stage.dispatchEvent(new CustomEvent("face-chosen"));
        }
        return null;
    }

    follow(grab, way, point, event) {
        this.stage.editor.dragFace(grab.face, this.moved(grab, way), grab.plane);
        if (event.pointerType === "touch") this.stage.loupe.show(point, this.stage.view.toWorld(point));
    }

    release(grab, way) {
        this.stage.loupe.hide();
        if (Math.hypot(way.x, way.y) * this.stage.view.scale < 1) return this.stage.editor.cancelDrag();
        this.stage.editor.dropFace(grab.face, this.moved(grab, way), grab.plane);
        say(t("faceMoved"));
    }

    /** The rim as it was at the start, with the way since. */
    moved({ handle, pixels }, { x, y }) {
        return pixels.map((one, k) => (handle === 4 || handle === k ? { x: one.x + x, y: one.y + y } : one));
    }

    key(event, handle) {
        const way = ways[event.key];
        if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        const length = (event.shiftKey ? 10 : 1) / this.stage.view.scale;
        const grab = { handle, ...this.stage.editor.rim(this.face) };
        this.stage.editor.dropFace(this.face, this.moved(grab, { x: way[0] * length, y: way[1] * length }),
            grab.plane);
    }
}
