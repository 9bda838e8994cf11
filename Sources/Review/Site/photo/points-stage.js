// A photo with findings that are made of points, each of which can be dragged: skeletons, corners of pages.
import { JobStage } from "./job-stage.js";
import { Loupe } from "../stage/loupe.js";
import { ofEachKind } from "../shell/abstract.js";

/** @typedef {import("../stage/viewport.js").Point} Point */
/** A point that was taken, and where it was.
    @typedef {{ finding: number, point: number, start: Point, distance: number, isMoving?: boolean, last?: Point }} Grab */
/** A finding's points in the photo and on the screen, and which is chosen.
    @typedef {{ world: Point[], places: Point[], isSelected: boolean, chosen: number | null,
        onFocus: (point: number) => void }} Drawn */
/** Who hears what a drag did, and what was pressed.
    @typedef {{ moved: (finding: number, point: number, place: Point) => void,
        chosen: (finding: number | null, point: number | null) => void }} Heard */

/**
 * The base. What a kind has of its own stands below: the members that the base leaves to it.
 *
 * @template Finding What has points.
 */
export class PointsStage extends JobStage {
    /** @param {import("./job-editor.js").Job} job @param {Heard} heard */
    constructor(job, { moved, chosen }) {
        super(job);
        this.moved = moved;
        this.chosen = chosen;
        /** @type {Finding[]} */
        this.findings = [];
        /** @type {number | null} */
        this.point = null;
        /** @type {(Grab & { place: Point }) | null} */
        this.draft = null;
        const { node, view } = this;
        this.loupe = new Loupe({ view, picture: () => this.picture(), append: (one) => node.append(one),
            get clientWidth() { return node.clientWidth; } });
    }

    /** The points of a finding in the photo.
        @param {Finding} finding @returns {Point[]} */
    pointsOf(finding) { return ofEachKind("pointsOf"); }

    /** Draws a finding.
        @param {Finding} finding @param {number} index @param {Drawn} drawn @returns {SVGElement} */
    mark(finding, index, drawn) { return ofEachKind("mark"); }

    /** The finding that lies under a place of the photo; null for none.
        @param {Point} place @returns {number | null} */
    under(place) { return ofEachKind("under"); }

    /** Where a dragged point may lie.
        @param {Grab} grab @param {Point} place */
    placed(grab, place) { return place; }

    /** Shows findings; `selected` is the chosen one's index, `point` that of its chosen point.
        @param {Finding[]} findings @param {number | null} selected @param {number | null} point */
    show(findings, selected, point) {
        this.findings = findings;
        this.selected = selected;
        this.point = point;
        this.draw();
    }

    draw() {
        super.draw();
        const focused = this.layer.contains(document.activeElement);
        this.layer.replaceChildren(...this.findings.map((finding, k) => {
            const world = this.pointsOf(finding).map((place, n) =>
                (this.draft?.finding === k && this.draft.point === n ? this.draft.place : place));
            return this.mark(finding, k, { world, places: world.map((place) => this.view.toScreen(place)),
                isSelected: k === this.selected, chosen: this.point,
                onFocus: (n) => { if (this.selected !== k || this.point !== n) this.chosen(k, n); } });
        }));
        if (focused) this.focusChosen();
    }

    /** Gives the chosen point the focus, so that it is read out and the keys go to it. */
    focusChosen() { this.layer.querySelector(".selected .selected")?.focus({ preventScroll: true }); }

    /** The chosen point's place; undefined where none is chosen. */
    get chosenPlace() {
        const finding = this.findings[this.selected];
        return finding && this.pointsOf(finding)[this.point];
    }

    /** Brings the chosen point into sight. */
    reveal() {
        if (!this.chosenPlace) return;
        this.view.reveal(this.chosenPlace);
        this.draw();
    }

    /** The nearest point within reach, one of the chosen finding before all others.
        @param {Point} at @param {boolean} isTouch @returns {Grab | null} */
    nearest(at, isTouch) {
        const all = this.findings.flatMap((one, finding) => this.pointsOf(one).map((start, point) => {
            const place = this.view.toScreen(start);
            return { finding, point, start, distance: Math.hypot(place.x - at.x, place.y - at.y) };
        })).filter(({ distance }) => distance <= (isTouch ? 30 : 16)).sort((a, b) => a.distance - b.distance);
        return all.find(({ finding }) => finding === this.selected) ?? all[0] ?? null;
    }

    /** @param {Point} at @param {PointerEvent} event */
    grab(at, event) {
        const hit = this.nearest(at, event.pointerType === "touch");
        if (!hit) return null;
        this.chosen(hit.finding, hit.point);
        this.focusChosen();
        return hit;
    }

    /** @param {Grab} grab @param {Point} way @param {Point} at @param {PointerEvent} event */
    follow(grab, way, at, event) {
        if (!grab.isMoving && Math.hypot(way.x, way.y) < 3) return;
        grab.isMoving = true;
        this.draft = { ...grab, place: this.after(grab, way) };
        this.draw();
        if (event.pointerType === "touch") this.loupe.show(this.view.toScreen(this.draft.place), this.draft.place);
    }

    /** @param {Grab} grab @param {Point} way */
    release(grab, way) {
        this.cancel();
        if (grab.isMoving) this.moved(grab.finding, grab.point, this.after(grab, way));
    }

    cancel() {
        this.draft = null;
        this.loupe.hide();
        this.draw();
    }

    /** The place at the start of a drag, with the whole way since.
        @param {Grab} grab @param {Point} way */
    after(grab, way) {
        const { start: { x, y } } = grab;
        return this.placed(grab, { x: x + way.x / this.view.scale, y: y + way.y / this.view.scale });
    }

    /** @param {Point} at */
    tap(at) {
        const under = this.under(this.view.toWorld(at));
        this.chosen(under, under === null ? null : 0);
    }
}
