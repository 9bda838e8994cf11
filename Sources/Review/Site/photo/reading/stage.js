// A photo with the lines or codes that were read in it.
import { JobStage } from "../job-stage.js";
import { isDoubtful } from "../sureness.js";
import { readingMark, readingNumber } from "./mark.js";
import { smallestUnder } from "../../stage/quadrilateral.js";
import { svg } from "../../shell/dom.js";

/** The stage; `chosen(index)` tells what was pressed, `test` is what one is called in the names for tests. */
export class ReadingStage extends JobStage {
    constructor(job, { chosen, test }) {
        super(job);
        this.chosen = chosen;
        this.test = test;
        this.readings = [];
        this.marks = svg("g", { class: "reading-marks" });
        this.content.append(this.marks);
    }

    show(readings, selected) {
        this.readings = readings;
        this.selected = selected;
        const focused = this.marks.contains(document.activeElement);
        this.marks.replaceChildren(...readings.map((one, k) =>
            readingMark(one, k, { test: this.test, isSelected: k === selected,
                onFocus: () => { if (this.selected !== k) this.chosen(k); } })));
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
    reveal() { this.revealCorners(this.readings[this.selected]?.corners); }

    grab() { return null; }

    tap(point) { this.chosen(smallestUnder(this.readings, this.view.toWorld(point))); }
}
