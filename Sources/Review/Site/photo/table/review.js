// The tables of a photo: accept, correct what a cell says, delete a table.
import { deleteButton, findingReview } from "../finding-review.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { doubtSteps } from "../doubt-steps.js";
import { findingList } from "../finding-list.js";
import { Findings } from "../findings.js";
import { say } from "../../shell/dom.js";
import { surenessOf } from "../sureness.js";
import { t } from "../../strings/language.js";
import { tableCells } from "./cells.js";
import { tableName } from "./mark.js";
import { TableStage } from "./stage.js";

/** The tables of one detector; null where it read none.
    @param {import("../kinds.js").Parts} parts */
export function tableReview(parts) {
    const { editor, detector, kind } = parts;
    const found = detector[kind.list] ?? [];
    const findings = new Findings(parts, []);
    if (!found.length && !findings.list.length) return null;
    let cell = null;
    const show = () => {
        const { list: all, one, selected } = findings;
        if (!one?.cells[cell]) cell = null;
        stage.show(all, selected, cell);
        cells.show(one, selected, found[one?.origin], cell);
    };
    const order = new DoubtOrder(findings, found);
    const choose = (table, which = null) => {
        cell = which;
        findings.choose(table);
        if (which !== null) cells.reveal(which);
    };
    /** Chooses a table, shows it on the photo, and gives its first cell the focus. */
    const open = (table) => {
        choose(table, findings.list[table].cells.length ? 0 : null);
        stage.reveal();
        cells.edit(0);
    };
    const write = (which, typed) => {
        const { one, selected } = findings;
        const text = typed.normalize("NFC").trim();
        if (!one?.cells[which] || one.cells[which].text === text) return findings.draw();
        // The other cells are not confirmed by that.
        findings.change({ confidence: one.confidence,
            cells: one.cells.map((old, k) => (k === which ? { ...old, text } : old)) }, selected);
        say(t("cellWritten"));
    };
    const remove = () => {
        cell = null;
        steps.remove();
    };
    const stage = new TableStage(editor.job, { chosen: choose });
    const list = findingList(findings, { wordOf: surenessOf,
        nameOf: (_, { rows, columns }) => t("tableSize", { rows, columns }) });
    const cells = tableCells({ name: tableName, written: write, left: () => stage.focusChosen(),
        reached: (which) => {
            if (cell === which) return;
            choose(findings.selected, which);
            stage.reveal();
        },
        // After the last cell the whole table has been seen.
        entered: (which) => (which + 1 < (findings.one?.cells.length ?? 0) ? cells.edit(which + 1) : steps.accept()) });
    const steps = doubtSteps(findings, { order, stage, choose, open, remove, edit: () => cells.edit(cell ?? 0) });
    findings.selected = order.all[0] ?? null;
    return findingReview(parts, {
        findings, stage, show,
        tools: [steps.buttons, deleteButton(kind, remove)],
        beside: [steps.state, list, cells],
        keys: [steps.key],
    });
}
