// What a pointer does with a brush on a mask's stage: one stroke, by mouse, pen, finger or keys, is one change.
import { JobStage } from "../job-stage.js";
import { ofEachKind } from "../../shell/abstract.js";

/** @typedef {import("../../stage/viewport.js").Point} Point */

/** A stage with a brush; `painted(points)` tells a stroke. */
export class BrushStage extends JobStage {
    /** @param {import("../job-editor.js").Job} job @param {(points: Point[]) => void} painted */
    constructor(job, painted) {
        super(job);
        this.painted = painted;
        this.mode = "choose";
        this.brush = 24;
        /** The stroke on its way, in pixels of the mask.
            @type {Point[] | null} */
        this.stroke = null;
        /** Where the brush is, in pixels of the mask.
            @type {Point | null} */
        this.cursor = null;
        this.surface.addEventListener("pointermove", (event) => this.hover(event));
        this.surface.addEventListener("pointerleave", () => this.pointAt(null));
    }

    get isPainting() { return this.mode !== "choose"; }

    /** A point of the screen in pixels of the mask.
        @param {Point} point @returns {Point} */
    toMask(point) { return ofEachKind("toMask"); }

    /** Draws the brush and the stroke. */
    drawBrush() {}

    /** @param {PointerEvent} event */
    hover(event) {
        if (!this.isPainting || (event.pointerType === "touch" && !this.stroke)) return;
        const box = this.surface.getBoundingClientRect();
        this.pointAt(this.toMask({ x: event.clientX - box.left, y: event.clientY - box.top }));
    }

    /** @param {Point | null} point */
    pointAt(point) {
        if (!this.isPainting) return;
        this.cursor = point;
        this.drawBrush();
    }

    /** @param {Point} point */
    grab(point) {
        if (!this.isPainting) return null;
        this.stroke = [this.toMask(point)];
        this.pointAt(this.stroke[0]);
        return { stroke: this.stroke };
    }

    /** @param {{ stroke: Point[] }} grab @param {Point} way @param {Point} point @param {PointerEvent} event */
    follow(grab, way, point, event) {
        // Between two frames a quick hand makes more of a curve than the one event tells.
        for (const one of event.getCoalescedEvents?.() ?? []) {
            this.extend({ x: point.x + one.clientX - event.clientX, y: point.y + one.clientY - event.clientY });
        }
        this.extend(point);
        this.pointAt(this.toMask(point));
    }

    /** @param {Point} point */
    extend(point) {
        const at = this.toMask(point);
        const last = this.stroke?.at(-1);
        if (last && Math.hypot(at.x - last.x, at.y - last.y) >= 0.5) this.stroke.push(at);
    }

    /** @param {{ stroke: Point[] }} grab */
    release(grab) { if (this.stroke === grab.stroke) this.endStroke(); }

    endStroke() {
        const points = this.stroke;
        this.stroke = null;
        this.drawBrush();
        if (points) this.painted(points);
    }

    cancel() {
        this.stroke = null;
        this.drawBrush();
    }
}
