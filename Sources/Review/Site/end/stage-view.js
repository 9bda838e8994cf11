// What the photo and the drawn face have in common: a view that zooms and pans, with markers over it.
import { svg } from "../shell/dom.js";
import { listenToPointers } from "../stage/gestures.js";
import { Loupe } from "../stage/loupe.js";
import { makeMarker } from "./marker.js";
import { ofEachKind } from "../shell/abstract.js";
import { Viewport } from "../stage/viewport.js";

/** @typedef {import("./review-state.js").Arrow} Arrow */
/** @typedef {import("../stage/viewport.js").Point} Point */

/** The base of the two stages. A kind of stage says what its world is and how a place of it is a place on a face. */
export class StageView extends HTMLElement {
    /** What the names for tests of its arrows begin with. */
    testPrefix = "";
    /** @type {import("./end-editor.js").EditedEnd} */
    editor = null;
    /** @type {Loupe} */
    loupe = null;
    isBuilt = false;
    /** @type {(() => void) | null} */
    stopListening = null;

    constructor() {
        super();
        this.view = new Viewport();
        /** @type {Map<number, ReturnType<typeof makeMarker>>} */
        this.markers = new Map();
        this.mode = "choose";
        this.content = svg("g", { class: "content" });
        this.overlay = svg("g", { class: "overlay" });
        // What is drawn last lies on top. The markers keep their order, which is that of the keys; the chosen one is
        // drawn over them again.
        this.chosen = svg("g", { class: "chosen", "aria-hidden": "true" });
        this.surface = svg("svg", { class: "surface", role: "group" }, this.content, this.overlay, this.chosen);
        this.resized = new ResizeObserver(() => this.measure());
    }

    /** Draws what is new with another photo.
        @returns {void} */
    begin() { return ofEachKind("begin"); }

    /** The arrows that have a place in its world.
        @returns {Arrow[]} */
    shownArrows() { return ofEachKind("shownArrows"); }

    /** Where an arrow lies in its world.
        @param {Arrow} arrow @returns {Point} */
    worldOf(arrow) { return ofEachKind("worldOf"); }

    /** Its world as the loupe shows it.
        @returns {SVGElement | SVGElement[]} */
    picture() { return ofEachKind("picture"); }

    /** Draws what a kind has beside the arrows. */
    drawMore() {}

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

    /** Shows an editor's photo or face, and follows it.
        @param {import("./end-editor.js").EditedEnd} editor */
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
            const marker = makeMarker(arrow.number, this.testPrefix + arrow.number,
                (/** @type {number} */ one) => this.editor.select(one));
            this.markers.set(arrow.number, marker);
            this.overlay.append(marker);
        }
        this.draw();
    }

    /** Puts everything where the view says. */
    draw() {
        this.content.setAttribute("transform", this.view.transform);
        if (!this.editor) return;
        const shown = this.shownArrows();
        const places = shown.map((arrow) => this.view.toScreen(this.worldOf(arrow)));
        shown.forEach((arrow, k) => {
            this.markers.get(arrow.number)?.update(arrow, places[k], arrow.number === this.editor.selected,
                freeSide(places, k));
        });
        const marker = this.markers.get(this.editor.selected);
        this.chosen.setAttribute("transform", marker?.getAttribute("transform") ?? "");
        this.chosen.setAttribute("class", "chosen " + (marker?.getAttribute("class") ?? ""));
        this.chosen.replaceChildren(...[...marker?.children ?? []].map((one) => one.cloneNode(true)));
        this.drawMore();
    }

    /** @param {number} factor @param {Point} [at] */
    zoomBy(factor, at) { this.view.zoom(factor, at); this.draw(); }

    /** @param {number} dx @param {number} dy */
    panBy(dx, dy) { this.view.pan(dx, dy); this.draw(); }

    goHome() { this.view.goHome(); this.draw(); }

    /** Shows an arrow so near that its tip and the lines beside it can be distinguished.
        @param {number} number */
    approach(number) {
        const arrow = this.shownArrows().find((one) => one.number === number);
        if (!arrow) return;
        const { x, y } = this.worldOf(arrow);
        const side = Math.max(this.view.home.width, this.view.home.height) / 6;
        this.view.show({ x: x - side / 2, y: y - side / 2, width: side, height: side });
        this.draw();
    }

    /** Brings an arrow into sight.
        @param {number} number */
    reveal(number) {
        const arrow = this.shownArrows().find((one) => one.number === number);
        if (!arrow) return;
        this.view.reveal(this.worldOf(arrow));
        this.draw();
    }
}

/** So near, in pixels of the screen, do the labels of two arrows meet. */
const near = 46;

/** The side of a place that its neighbours are not on; to the right and above where there are none.
    @param {Point[]} places @param {number} index */
function freeSide(places, index) {
    const { x, y } = places[index];
    const away = { x: 0, y: 0 };
    for (const other of places) {
        const [dx, dy] = [x - other.x, y - other.y];
        const distance = Math.hypot(dx, dy);
        if (distance === 0 || distance > near) continue;
        away.x += dx / distance;
        away.y += dy / distance;
    }
    return { x: away.x < -0.2 ? -1 : 1, y: away.y > 0.2 ? 1 : -1 };
}
