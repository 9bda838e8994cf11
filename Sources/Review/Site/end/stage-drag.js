// What a pointer does on a stage of an end: it takes the nearest arrow, carries it, and puts it down.
import { ofEachKind } from "../shell/abstract.js";
import { StageView } from "./stage-view.js";

/** @typedef {import("../stage/viewport.js").Point} Point */
/** @typedef {{ face: number, position: Point }} Place A place on a face. */
/** An arrow that was taken, and where it was.
    @typedef {{ number: number, world: Point, start: Place, isMoving?: boolean }} Grab */

/** A stage whose arrows can be dragged. */
export class StageDrag extends StageView {
    /** A place of the stage's world on a face: that of the arrow that was grabbed, or any. Null where it is on none.
        @param {Point} world @param {Grab | null} grab @returns {Place | null} */
    placeAt(world, grab) { return ofEachKind("placeAt"); }

    /** Where an arrow lies on its face as the stage shows it: a drag back to there changes nothing.
        @param {import("./review-state.js").Arrow} arrow @returns {Point} */
    positionOf(arrow) { return ofEachKind("positionOf"); }

    /** The nearest arrow within a finger's or a mouse's reach.
        @param {Point} point @param {boolean} isTouch */
    nearest(point, isTouch) {
        const reach = isTouch ? 30 : 18;
        const near = this.shownArrows().map((arrow) => {
            const place = this.view.toScreen(this.worldOf(arrow));
            return { arrow, distance: Math.hypot(place.x - point.x, place.y - point.y) };
        }).filter((one) => one.distance <= reach).sort((a, b) => a.distance - b.distance);
        return near[0]?.arrow ?? null;
    }

    /** What a press takes; null for nothing.
        @param {Point} point @param {PointerEvent} event @returns {object | null} */
    grab(point, event) {
        const arrow = this.nearest(point, event.pointerType === "touch");
        if (!arrow) return null;
        this.editor.select(arrow.number);
        this.markers.get(arrow.number)?.focus({ preventScroll: true });
        // The start is remembered once; every step is the start and the whole way since.
        return {
            number: arrow.number, world: this.worldOf(arrow),
            start: { face: arrow.face, position: this.positionOf(arrow) },
        };
    }

    /** @param {Grab} grab @param {Point} translation @param {Point} point @param {PointerEvent} event */
    follow(grab, translation, point, event) {
        if (!grab.isMoving && Math.hypot(translation.x, translation.y) < 3) return;
        grab.isMoving = true;
        const world = this.moved(grab.world, translation);
        const place = this.placeAt(world, grab);
        if (place) this.editor.drag(grab.number, place.position, place.face);
        if (event.pointerType === "touch") this.loupe.show(this.view.toScreen(world), world);
    }

    /** @param {Grab} grab @param {Point} translation */
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

    /** @param {Point} point */
    tap(point) {
        if (this.mode !== "place") return;
        const place = this.placeAt(this.view.toWorld(point), null);
        if (place) this.dispatchEvent(new CustomEvent("placed", { detail: place, bubbles: true }));
    }

    /** @param {Point} world @param {Point} translation */
    moved(world, translation) {
        return { x: world.x + translation.x / this.view.scale, y: world.y + translation.y / this.view.scale };
    }
}
