// A photo with pages of paper whose corners can be dragged.
import { PointsStage } from "../points-stage.js";
import { pageMark } from "./mark.js";
import { isConvex, smallestUnder } from "../../stage/quadrilateral.js";

/** @typedef {import("../points-stage.js").Grab} Grab */
/** @typedef {import("../../stage/viewport.js").Point} Point */
/** @typedef {{ corners: Point[], confidence: number | null }} Page */

/** The stage of pages; their corners are the points.
    @extends {PointsStage<Page>} */
export class PageStage extends PointsStage {
    /** @param {Page} page */
    pointsOf(page) { return page.corners; }

    /** @param {Page} page @param {number} index @param {import("../points-stage.js").Drawn} drawn */
    mark(page, index, drawn) { return pageMark(page, index, drawn); }

    /** Brings the chosen corner into sight. Where it is there nothing moves, for pages reach to a photo's edges. */
    reveal() {
        if (!this.chosenPlace) return;
        const [{ x, y }, { width, height }] = [this.view.toScreen(this.chosenPlace), this.view.size];
        if (x < 0 || y < 0 || x > width || y > height) super.reveal();
    }

    /** Within the photo; where sides would cross, the last place before.
        @param {Grab} grab @param {Point} place */
    placed(grab, place) {
        const held = this.held(place);
        const corners = this.findings[grab.finding].corners.map((old, k) => (k === grab.point ? held : old));
        if (isConvex(corners)) grab.last = held;
        return grab.last ?? grab.start;
    }

    /** A place within the photo.
        @param {Point} place */
    held({ x, y }) {
        const { width, height } = this.view.world;
        return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
    }

    /** @param {Point} place */
    under(place) { return smallestUnder(this.findings, place); }
}
