// @ts-nocheck Its members are those of the classes that are made of it.
// A photo with findings that are made of points, each of which can be dragged: skeletons, corners of pages.
import { JobStage } from "./job-stage.js";
import { Loupe } from "../stage/loupe.js";

/**
 * The base; `moved(finding, point, place)` tells what a drag did, `chosen(finding, point)` what was pressed.
 *
 * A kind says which `pointsOf(finding)` there are, draws a finding with `mark(finding, index, drawn)`, tells which lies `under` a
 * place, and may keep a point in its bounds with `placed(grab, place)`.
 */
export class PointsStage extends JobStage {
    constructor(job, { moved, chosen }) {
        super(job);
        this.moved = moved;
        this.chosen = chosen;
        this.findings = [];
        this.point = null;
        this.draft = null;
        const { node, view } = this;
        this.loupe = new Loupe({ view, picture: () => this.picture(), append: (one) => node.append(one),
            get clientWidth() { return node.clientWidth; } });
    }

    /** Shows findings; `selected` is the chosen one's index, `point` that of its chosen point. */
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

    /** The nearest point within reach, one of the chosen finding before all others. */
    nearest(at, isTouch) {
        const all = this.findings.flatMap((one, finding) => this.pointsOf(one).map((start, point) => {
            const place = this.view.toScreen(start);
            return { finding, point, start, distance: Math.hypot(place.x - at.x, place.y - at.y) };
        })).filter(({ distance }) => distance <= (isTouch ? 30 : 16)).sort((a, b) => a.distance - b.distance);
        return all.find(({ finding }) => finding === this.selected) ?? all[0] ?? null;
    }

    grab(at, event) {
        const hit = this.nearest(at, event.pointerType === "touch");
        if (!hit) return null;
        this.chosen(hit.finding, hit.point);
        this.focusChosen();
        return hit;
    }

    follow(grab, way, at, event) {
        if (!grab.isMoving && Math.hypot(way.x, way.y) < 3) return;
        grab.isMoving = true;
        this.draft = { ...grab, place: this.after(grab, way) };
        this.draw();
        if (event.pointerType === "touch") this.loupe.show(this.view.toScreen(this.draft.place), this.draft.place);
    }

    release(grab, way) {
        this.cancel();
        if (grab.isMoving) this.moved(grab.finding, grab.point, this.after(grab, way));
    }

    cancel() {
        this.draft = null;
        this.loupe.hide();
        this.draw();
    }

    /** The place at the start of a drag, with the whole way since. */
    after(grab, way) {
        const { start: { x, y } } = grab;
        return this.placed(grab, { x: x + way.x / this.view.scale, y: y + way.y / this.view.scale });
    }

    /** Where a dragged point may lie. */
    placed(grab, place) { return place; }

    tap(at) {
        const under = this.under(this.view.toWorld(at));
        this.chosen(under, under === null ? null : 0);
    }
}
