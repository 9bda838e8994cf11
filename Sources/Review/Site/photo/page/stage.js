// @ts-nocheck Its members are those of the classes that are made of it.
// A photo with pages of paper whose corners can be dragged.
import { PointsStage } from "../points-stage.js";
import { pageMark } from "./mark.js";
import { isConvex, smallestUnder } from "../../stage/quadrilateral.js";

/** The stage of pages; their corners are the points. */
export class PageStage extends PointsStage {
    pointsOf(page) { return page.corners; }

    mark(page, index, drawn) { return pageMark(page, index, drawn); }

    /** Brings the chosen corner into sight. Where it is there nothing moves, for pages reach to a photo's edges. */
    reveal() {
        if (!this.chosenPlace) return;
        const [{ x, y }, { width, height }] = [this.view.toScreen(this.chosenPlace), this.view.size];
        if (x < 0 || y < 0 || x > width || y > height) super.reveal();
    }

    /** Within the photo; where sides would cross, the last place before. */
    placed(grab, place) {
        const held = this.held(place);
        const corners = this.findings[grab.finding].corners.map((old, k) => (k === grab.point ? held : old));
        if (isConvex(corners)) grab.last = held;
        return grab.last ?? grab.start;
    }

    /** A place within the photo. */
    held({ x, y }) {
        const { width, height } = this.view.world;
        return { x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
    }

    under(place) { return smallestUnder(this.findings, place); }
}
