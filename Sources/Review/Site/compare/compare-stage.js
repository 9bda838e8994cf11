// A photo with the boxes of two detectors in two colours; what one alone found is drawn bold and named.
import { boxesUnder } from "../stage/rectangle.js";
import { JobStage } from "../photo/job-stage.js";
import { percent } from "../strings/language.js";
import { placedNames, shortened } from "../photo/box/names.js";
import { svg } from "../shell/dom.js";

/** The stage; `chosen(object)` tells what was pressed. */
export class CompareStage extends JobStage {
    /** @type {import("./differences.js").Mark[]} */
    marks = [];

    /** @param {import("../photo/job-editor.js").Job} job @param {(object: number | null) => void} chosen */
    constructor(job, chosen) {
        super(job);
        this.chosen = chosen;
    }

    /** @param {import("./differences.js").Mark[]} marks @param {number | null} selected The object that is chosen. */
    show(marks, selected) {
        this.marks = marks;
        this.selected = selected;
        this.draw();
    }

    /** Brings the chosen object into sight. */
    reveal() {
        const box = this.marks.find(({ object }) => object === this.selected)?.one.box;
        if (!box) return;
        this.view.reveal({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
        this.draw();
    }

    draw() {
        super.draw();
        const { marks } = this;
        const boxes = marks.map(({ one }) => this.screen(one.box));
        const texts = marks.map(({ one }) => `${shortened(one.label)} ${percent(one.confidence)}`);
        const named = marks.map((mark, k) => k).filter((k) => !marks[k].isAgreed || marks[k].object === this.selected);
        const names = placedNames(named.map((k) => boxes[k]), named.map((k) => texts[k]), this.view.size,
            named.findIndex((k) => marks[k].object === this.selected));
        this.layer.replaceChildren(...marks.flatMap((mark, k) => ["under", "over"].map((kind) => svg("rect", {
            class: ["compared", kind, mark.side, mark.isAgreed ? "agreed" : "differs",
                mark.object === this.selected ? "selected" : ""].join(" "), ...boxes[k],
            "data-test": kind === "over" ? `compared-${mark.side}` : null }))),
            ...named.flatMap((k, place) => (names[place] ? [svg("text", { class: "mark-text box-text", "aria-hidden": "true",
                x: names[place].x, y: names[place].y }, texts[k])] : [])));
    }

    grab() { return null; }

    tap(point) {
        const under = boxesUnder(this.marks.map(({ one }) => one), this.view.toWorld(point));
        this.chosen(under.length ? this.marks[under[0].index].object : null);
    }
}
