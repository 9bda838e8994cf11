// A photo with pages of paper whose corners can be dragged.
import { JobStage } from "./job-stage.js";
import { Loupe } from "./loupe.js";
import { pageMark } from "./page-mark.js";
import { isConvex, smallestUnder } from "./quadrilateral.js";

/** The stage; `moved(page, corner, place)` tells what a drag did, `chosen(page, corner)` what was pressed. */
export class PageStage extends JobStage {
    constructor(job, { moved, chosen }) {
        super(job);
        Object.assign(this, { moved, chosen, pages: [], corner: null, draft: null });
        const { node, view } = this;
        this.loupe = new Loupe({ view, picture: () => this.picture(), append: (one) => node.append(one),
            get clientWidth() { return node.clientWidth; } });
    }

    /** Shows pages; `selected` is the chosen one's index, `corner` that of its chosen corner. */
    show(pages, selected, corner) {
        Object.assign(this, { pages, selected, corner });
        this.draw();
    }

    draw() {
        super.draw();
        const focused = this.layer.contains(document.activeElement);
        this.layer.replaceChildren(...this.pages.map((one, k) => {
            const { draft } = this;
            const world = one.corners.map((corner, n) =>
                (draft?.page === k && draft.corner === n ? draft.place : corner));
            return pageMark(one, k, { world, places: world.map((place) => this.view.toScreen(place)),
                isSelected: k === this.selected, chosen: this.corner,
                onFocus: (n) => { if (this.selected !== k || this.corner !== n) this.chosen(k, n); } });
        }));
        if (focused) this.focusCorner();
    }

    /** Gives the chosen corner the focus, so that it is read out and the keys go to it. */
    focusCorner() { this.layer.querySelector(".corner.selected")?.focus({ preventScroll: true }); }

    /** Brings the chosen corner into sight. Where it is there nothing moves, for pages reach to a photo's edges. */
    reveal() {
        const corner = this.pages[this.selected]?.corners[this.corner];
        if (!corner) return;
        const [{ x, y }, { width, height }] = [this.view.toScreen(corner), this.view.size];
        if (x >= 0 && y >= 0 && x <= width && y <= height) return;
        this.view.reveal(corner);
        this.draw();
    }

    /** The nearest corner within reach, one of the chosen page before all others. */
    nearest(at, isTouch) {
        const all = this.pages.flatMap((one, page) => one.corners.map((start, corner) => {
            const place = this.view.toScreen(start);
            return { page, corner, start, distance: Math.hypot(place.x - at.x, place.y - at.y) };
        })).filter(({ distance }) => distance <= (isTouch ? 30 : 16)).sort((a, b) => a.distance - b.distance);
        return all.find(({ page }) => page === this.selected) ?? all[0] ?? null;
    }

    grab(at, event) {
        const hit = this.nearest(at, event.pointerType === "touch");
        if (!hit) return null;
        this.chosen(hit.page, hit.corner);
        this.focusCorner();
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
        if (grab.isMoving) this.moved(grab.page, grab.corner, this.after(grab, way));
    }

    cancel() {
        this.draft = null;
        this.loupe.hide();
        this.draw();
    }

    /** The place at the start of a drag, with the whole way since; where sides would cross, the last one before. */
    after(grab, way) {
        const { start, page, corner } = grab;
        const place = this.held({ x: start.x + way.x / this.view.scale, y: start.y + way.y / this.view.scale });
        const corners = this.pages[page].corners.map((old, k) => (k === corner ? place : old));
        if (isConvex(corners)) grab.last = place;
        return grab.last ?? start;
    }

    /** A place within the photo. */
    held({ x, y }) {
        const { width, height } = this.view.world;
        return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
    }

    tap(at) {
        const under = smallestUnder(this.pages, this.view.toWorld(at));
        this.chosen(under, under === null ? null : 0);
    }
}
