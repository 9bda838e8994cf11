// A photo with the tables that were read in it, and the cells of the chosen one.
import { JobStage } from "../job-stage.js";
import { readingNumber } from "../reading/mark.js";
import { smallestUnder } from "../../stage/quadrilateral.js";
import { svg } from "../../shell/dom.js";
import { tableMark } from "./mark.js";

/** The stage; `chosen(table, cell)` tells what was pressed. */
export class TableStage extends JobStage {
    constructor(job, { chosen }) {
        super(job);
        this.chosen = chosen;
        this.tables = [];
        this.cell = null;
        this.marks = svg("g", { class: "reading-marks" });
        this.content.append(this.marks);
    }

    /** Shows tables; `selected` is the chosen one's index, `cell` that of its chosen cell. */
    show(tables, selected, cell) {
        this.tables = tables;
        this.selected = selected;
        this.cell = cell;
        const focused = this.marks.contains(document.activeElement);
        this.marks.replaceChildren(...tables.map((one, k) => tableMark(one, k, { isSelected: k === selected, cell,
            onFocus: () => { if (this.selected !== k) this.chosen(k, null); } })));
        if (focused) this.focusChosen();
        this.draw();
    }

    draw() {
        super.draw();
        this.layer.replaceChildren(...this.tables.map((one, k) =>
            readingNumber(k, this.view.toScreen(one.corners[0]))));
    }

    /** Gives the chosen one the focus, so that it is read out and the keys go to it. */
    focusChosen() { this.marks.querySelector(".selected")?.focus({ preventScroll: true }); }

    /** Brings the chosen cell into sight, or the whole table where none is chosen. */
    reveal() {
        const table = this.tables[this.selected];
        this.revealCorners((table?.cells[this.cell] ?? table)?.corners);
    }

    grab() { return null; }

    tap(point) {
        const world = this.view.toWorld(point);
        const under = smallestUnder(this.tables, world);
        this.chosen(under ?? this.selected, under === null ? null : smallestUnder(this.tables[under].cells, world));
    }
}
