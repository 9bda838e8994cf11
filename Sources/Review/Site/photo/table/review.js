// The tables of a photo: accept, correct what a cell says, delete a table.
import { button, el, say, set } from "../../shell/dom.js";
import { findingList, findingReview } from "../finding-list.js";
import { DoubtOrder } from "../../review/doubt-order.js";
import { Findings } from "../findings.js";
import { doubtSteps, removeReading } from "../doubt-steps.js";
import { isDoubtful, surenessOf } from "../reading/mark.js";
import { t } from "../../strings/language.js";
import { tableCells } from "./cells.js";
import { tableName } from "./mark.js";
import { TableStage } from "./stage.js";

/** The tables of one detector; null where it read none. */
export function tableReview({ editor, detector }) {
    const found = detector.tables ?? [];
    if (!found.length && !editor.list("tables", detector.name).length) return null;
    let cell = null;
    const draw = () => {
        findings.settle();
        const { list: all, one, selected } = findings;
        if (!one?.cells[cell]) cell = null;
        stage.show(all, selected, cell);
        list.draw();
        cells.draw(one, selected, found[one?.origin], cell);
        steps.draw();
        set(acceptButton, { "aria-disabled": one && isDoubtful(one) ? null : "true" });
    };
    const findings = new Findings(editor, detector, "tables", draw, []);
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
    /** The chosen table is right as it stands now. */
    const accept = () => {
        if (!findings.one) return say(t("chooseReading"));
        const { selected } = findings;
        if (isDoubtful(findings.one)) {
            findings.change({ confidence: null });
            say(t("tableAccepted", { number: selected + 1 }));
        }
        steps.next();
    };
    const write = (which, typed) => {
        const { one, selected } = findings;
        const text = typed.normalize("NFC").trim();
        if (!one?.cells[which] || one.cells[which].text === text) return draw();
        // The other cells are not confirmed by that.
        findings.change({ confidence: one.confidence,
            cells: one.cells.map((old, k) => (k === which ? { ...old, text } : old)) }, selected);
        say(t("cellWritten"));
    };
    const remove = () => {
        cell = null;
        removeReading(findings, order);
    };
    const stage = new TableStage(editor.job, { chosen: choose });
    const list = findingList({ findings, test: "table", empty: "noTables", wordOf: surenessOf,
        nameOf: (_, { rows, columns }) => t("tableSize", { rows, columns }) });
    const cells = tableCells({ name: tableName, written: write, left: () => stage.focusChosen(),
        reached: (which) => {
            if (cell === which) return;
            choose(findings.selected, which);
            stage.reveal();
        },
        // After the last cell the whole table has been seen.
        entered: (which) => (which + 1 < (findings.one?.cells.length ?? 0) ? cells.edit(which + 1) : accept()) });
    const steps = doubtSteps({ findings, order, stage, test: "tables-state", choose, open, accept, remove,
        edit: () => cells.edit(cell ?? 0) });
    const acceptButton = button(t("acceptTable"), accept, { "data-test": "accept-table" });
    findings.selected = order.all[0] ?? null;
    return findingReview({
        editor, detector, stage, draw, title: "tablesOf", help: ["tableHelp", "tableKeys"],
        row: el("div", { class: "row" }, steps.nextButton, acceptButton,
            button(t("deleteTable"), remove, { "data-test": "delete-table" })),
        parts: [steps.state, list, cells],
        key: steps.key,
    });
}
