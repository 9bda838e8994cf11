// A photo with skeletons whose keypoints can be dragged.
import { JobStage } from "./job-stage.js";
import { Loupe } from "./loupe.js";
import { poseMark } from "./pose-mark.js";

/** The stage; `moved(pose, point, place)` tells what a drag did, `chosen(pose, point)` what was pressed. */
export class PoseStage extends JobStage {
    constructor(job, { skeleton, moved, chosen }) {
        super(job);
        Object.assign(this, { skeleton, moved, chosen, poses: [], point: null, draft: null });
        const { node, view } = this;
        this.loupe = new Loupe({ view, picture: () => this.picture(), append: (one) => node.append(one),
            get clientWidth() { return node.clientWidth; } });
    }

    /** Shows poses; `selected` is the chosen one's index, `point` that of its chosen keypoint. */
    show(poses, selected, point) {
        Object.assign(this, { poses, selected, point });
        this.draw();
    }

    draw() {
        super.draw();
        const focused = this.layer.contains(document.activeElement);
        this.layer.replaceChildren(...this.poses.map((pose, k) => {
            const world = pose.keypoints.map((one, n) => this.placeOf(k, n, one));
            return poseMark(pose, k, { world, places: world.map((one) => this.view.toScreen(one)),
                skeleton: this.skeleton, isSelected: k === this.selected, chosen: this.point,
                onFocus: (n) => { if (this.selected !== k || this.point !== n) this.chosen(k, n); } });
        }));
        if (focused) this.focusPoint();
    }

    placeOf(pose, point, { x, y }) {
        return this.draft?.pose === pose && this.draft.point === point ? this.draft.place : { x, y };
    }

    /** Gives the chosen keypoint the focus, so that it is read out and the keys go to it. */
    focusPoint() { this.layer.querySelector(".point.selected")?.focus({ preventScroll: true }); }

    /** Brings the chosen keypoint into sight. */
    reveal() {
        const point = this.poses[this.selected]?.keypoints[this.point];
        if (!point) return;
        this.view.reveal(point);
        this.draw();
    }

    /** The nearest keypoint within reach, one of the chosen pose before all others. */
    nearest(at, isTouch) {
        const all = this.poses.flatMap((pose, k) => pose.keypoints.map((one, n) => {
            const place = this.view.toScreen(one);
            return { pose: k, point: n, start: { x: one.x, y: one.y },
                distance: Math.hypot(place.x - at.x, place.y - at.y) };
        })).filter(({ distance }) => distance <= (isTouch ? 30 : 16)).sort((a, b) => a.distance - b.distance);
        return all.find(({ pose }) => pose === this.selected) ?? all[0] ?? null;
    }

    grab(at, event) {
        const hit = this.nearest(at, event.pointerType === "touch");
        if (!hit) return null;
        this.chosen(hit.pose, hit.point);
        this.focusPoint();
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
        if (grab.isMoving) this.moved(grab.pose, grab.point, this.after(grab, way));
    }

    cancel() {
        this.draft = null;
        this.loupe.hide();
        this.draw();
    }

    /** The place at the start of a drag, with the whole way since. */
    after({ start }, way) {
        return { x: start.x + way.x / this.view.scale, y: start.y + way.y / this.view.scale };
    }

    tap(at) {
        const { x, y } = this.view.toWorld(at);
        const under = this.poses.map(({ box }, index) => ({ box, index })).filter(({ box }) =>
            x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height)
            .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
        this.chosen(under?.index ?? null, under ? 0 : null);
    }
}
