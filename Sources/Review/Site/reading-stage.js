// A photo with the lines or codes that were read in it.
import { JobStage } from "./job-stage.js";
import { isDoubtful, readingMark, readingNumber } from "./reading-mark.js";
import { svg } from "./dom.js";

/** So high, in pixels of the screen, is a line that can be read. */
const readable = 22;

/** The stage; `chosen(index)` tells what was pressed. */
export class ReadingStage extends JobStage {
    constructor(job, { chosen }) {
        super(job);
        Object.assign(this, { chosen, readings: [] });
        this.marks = svg("g", { class: "reading-marks" });
        this.content.append(this.marks);
    }

    show(readings, selected) {
        Object.assign(this, { readings, selected });
        const focused = this.marks.contains(document.activeElement);
        this.marks.replaceChildren(...readings.map((one, k) =>
            readingMark(one, k, k === selected, () => { if (this.selected !== k) this.chosen(k); })));
        if (focused) this.focusChosen();
        this.draw();
    }

    draw() {
        super.draw();
        this.layer.replaceChildren(...this.readings.map((one, k) =>
            ((k === this.selected || isDoubtful(one)) && one.corners
                ? readingNumber(k, this.view.toScreen(one.corners[0])) : null)).filter(Boolean));
    }

    /** Gives the chosen one the focus, so that it is read out and the keys go to it. */
    focusChosen() { this.marks.querySelector(".selected")?.focus({ preventScroll: true }); }

    /** Brings the chosen one into sight, as large as it must be to be read. */
    reveal() {
        const corners = this.readings[this.selected]?.corners;
        if (!corners) return;
        const { view } = this;
        const [width, height] = [between(corners[0], corners[1]), between(corners[0], corners[3])];
        const fitting = (0.9 * view.size.width) / Math.max(1, width);
        const scale = Math.min(readable / Math.max(1, height), fitting);
        if (scale > view.scale) view.zoom(scale / view.scale, view.toScreen(middle(corners)));
        view.reveal(middle(corners));
        this.draw();
    }

    grab() { return null; }

    tap(point) {
        const world = this.view.toWorld(point);
        const under = this.readings.map(({ corners }, index) => ({ corners: corners ?? [], index }))
            .filter(({ corners }) => isInside(corners, world))
            .sort((a, b) => areaOf(a.corners) - areaOf(b.corners));
        this.chosen(under[0]?.index ?? null);
    }
}

function between(a, b) { return Math.hypot(a.x - b.x, a.y - b.y); }

function middle(corners) {
    const [x, y] = ["x", "y"].map((axis) => corners.reduce((sum, one) => sum + one[axis], 0) / corners.length);
    return { x, y };
}

/** Whether a ray from the point crosses the edge an odd number of times. */
function isInside(corners, { x, y }) {
    return corners.reduce((isIn, a, k) => {
        const b = corners[(k + 1) % corners.length];
        const crosses = (a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
        return crosses ? !isIn : isIn;
    }, false);
}

/** Twice the area, by the shoelace formula: only the order counts. */
function areaOf(corners) {
    return Math.abs(corners.reduce((sum, a, k) => {
        const b = corners[(k + 1) % corners.length];
        return sum + a.x * b.y - b.x * a.y;
    }, 0));
}
