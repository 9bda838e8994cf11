// What the photo and the drawn face have in common: a view that zooms and pans, with markers that are dragged over it.
import { el, svg } from "./dom.js";
import { listenToPointers } from "./gestures.js";
import { Loupe } from "./loupe.js";
import { makeMarker } from "./marker.js";
import { Viewport } from "./viewport.js";

/** The base of the two stages. A kind of stage says what its world is and how a place of it is a place on a face. */
export class StageView extends HTMLElement {
    constructor() {
        super();
        this.view = new Viewport();
        this.markers = new Map();
        this.mode = "choose";
        this.content = svg("g", { class: "content" });
        this.overlay = svg("g", { class: "overlay" });
        this.surface = svg("svg", { class: "surface", role: "group" }, this.content, this.overlay);
        this.resized = new ResizeObserver(() => this.measure());
    }

    connectedCallback() {
        if (!this.isBuilt) {
            this.isBuilt = true;
            this.classList.add("stage");
            this.append(this.surface);
            this.loupe = new Loupe(this);
            listenToPointers(this.surface, this);
        }
        this.resized.observe(this);
        this.measure();
    }

    disconnectedCallback() {
        this.resized.disconnect();
        this.stopListening?.();
    }

    /** Shows an editor's photo or face, and follows it. */
    show(editor) {
        this.stopListening?.();
        this.editor = editor;
        const changed = () => this.redraw();
        editor.addEventListener("change", changed);
        this.stopListening = () => editor.removeEventListener("change", changed);
        for (const marker of this.markers.values()) marker.remove();
        this.markers.clear();
        this.begin();
        this.measure();
        this.redraw();
    }

    measure() {
        const { clientWidth: width, clientHeight: height } = this;
        if (!width || !height) return;
        this.surface.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.view.resize({ width, height });
        this.draw();
    }

    /** Draws what an editor changed. */
    redraw() {
        if (!this.editor) return;
        const shown = this.shownArrows();
        for (const [number, marker] of this.markers) {
            if (!shown.some((arrow) => arrow.number === number)) { marker.remove(); this.markers.delete(number); }
        }
        for (const arrow of shown) {
            if (this.markers.has(arrow.number)) continue;
            const marker = makeMarker(arrow.number, this.testPrefix + arrow.number, (number) => this.editor.select(number));
            this.markers.set(arrow.number, marker);
            this.overlay.append(marker);
        }
        this.draw();
    }

    /** Puts everything where the view says. */
    draw() {
        this.content.setAttribute("transform", this.view.transform);
        if (!this.editor) return;
        for (const arrow of this.shownArrows()) {
            const place = this.view.toScreen(this.worldOf(arrow));
            this.markers.get(arrow.number)?.update(arrow, place, arrow.number === this.editor.selected);
        }
        this.drawMore?.();
    }

    /** The nearest arrow within a finger's or a mouse's reach. */
    nearest(point, isTouch) {
        const reach = isTouch ? 30 : 18;
        const near = this.shownArrows().map((arrow) => {
            const place = this.view.toScreen(this.worldOf(arrow));
            return { arrow, distance: Math.hypot(place.x - point.x, place.y - point.y) };
        }).filter((one) => one.distance <= reach).sort((a, b) => a.distance - b.distance);
        return near[0]?.arrow ?? null;
    }

    grab(point, event) {
        const arrow = this.nearest(point, event.pointerType === "touch");
        if (!arrow) return null;
        this.editor.select(arrow.number);
        this.markers.get(arrow.number)?.focus({ preventScroll: true });
        // The start is remembered once; every step is the start and the whole way since.
        return {
            number: arrow.number, world: this.worldOf(arrow),
            start: { face: arrow.face, position: { x: arrow.normalizedX, y: arrow.normalizedY } },
        };
    }

    follow(grab, translation, point, event) {
        if (!grab.isMoving && Math.hypot(translation.x, translation.y) < 3) return;
        grab.isMoving = true;
        const world = this.moved(grab.world, translation);
        const place = this.placeAt(world, grab);
        if (place) this.editor.drag(grab.number, place.position, place.face);
        if (event.pointerType === "touch") this.loupe.show(this.view.toScreen(world), world);
    }

    release(grab, translation) {
        this.loupe.hide();
        if (!grab.isMoving) return this.editor.cancelDrag();
        const place = this.placeAt(this.moved(grab.world, translation), grab);
        if (!place) return this.editor.cancelDrag();
        const outcome = this.editor.drop(grab.number, grab.start, place.position, place.face);
        this.dispatchEvent(new CustomEvent("dropped", { detail: { outcome, number: grab.number }, bubbles: true }));
    }

    cancel() {
        this.loupe.hide();
        this.editor?.cancelDrag();
    }

    tap(point) {
        if (this.mode !== "place") return;
        const place = this.placeAt(this.view.toWorld(point), null);
        if (place) this.dispatchEvent(new CustomEvent("placed", { detail: place, bubbles: true }));
    }

    zoomBy(factor, at) { this.view.zoom(factor, at); this.draw(); }

    panBy(dx, dy) { this.view.pan(dx, dy); this.draw(); }

    goHome() { this.view.goHome(); this.draw(); }

    /** Brings an arrow into sight. */
    reveal(number) {
        const arrow = this.shownArrows().find((one) => one.number === number);
        if (!arrow) return;
        this.view.reveal(this.worldOf(arrow));
        this.draw();
    }

    moved(world, translation) {
        return { x: world.x + translation.x / this.view.scale, y: world.y + translation.y / this.view.scale };
    }
}

/** The row of buttons that a stage has for those who have no wheel. */
export function zoomButtons(stage, t) {
    const make = (text, label, call, test) => el("button", { type: "button", class: "zoom", "aria-label": label, title: label, "data-test": test, onclick: call }, text);
    return el("div", { class: "zoom-buttons" },
        make("+", t("zoomIn"), () => stage.zoomBy(1.5), "zoom-in"),
        make("−", t("zoomOut"), () => stage.zoomBy(1 / 1.5), "zoom-out"),
        make("⤢", t("zoomHome"), () => stage.goHome(), "zoom-home"));
}
