// The chosen table of a photo as a table whose cells are fields of text.
import { el, replace, set } from "../../shell/dom.js";
import { longestText } from "../findings.js";
import { t } from "../../strings/language.js";

/** The table; `reached(cell)` tells that a field has the focus, `written(cell, text)` what was typed in it,
    `entered(cell)` and `left()` that Enter or Escape was pressed. Fields stay while texts change. */
export function tableCells({ name, reached, written, entered, left }) {
    let [fields, shape] = [[], ""];
    const body = el("tbody", {});
    const caption = el("caption", { class: "detail" });
    const node = el("div", { class: "table-frame" }, el("table", { class: "table-cells" }, caption, body));
    /** `found` is what was read, `cell` the chosen cell's index. */
    node.show = (table, index, found, cell) => {
        node.hidden = !table;
        const now = table ? JSON.stringify([index, table.origin, table.cells.map(gridOf)]) : "";
        if (now !== shape) {
            shape = now;
            fields = (table?.cells ?? []).map((one, k) => makeField(one, k, { reached, written, entered, left }));
            replace(body, rowsOf(table, fields));
        }
        if (!table) return;
        caption.textContent = name(table, index);
        table.cells.forEach((one, k) => fields[k].show(one, found?.cells[k], k === cell));
    };
    node.edit = (cell) => {
        fields[cell]?.field.focus({ preventScroll: true });
        // What is typed in has to be seen; the photo moves no further than it must.
        fields[cell]?.field.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    };
    /** Scrolls the table's frame and nothing else: the photo stays in sight. */
    node.reveal = (cell) => {
        const field = fields[cell]?.field;
        if (!field) return;
        const [box, frame] = [field.getBoundingClientRect(), node.getBoundingClientRect()];
        if (box.top < frame.top || box.bottom > frame.bottom) node.scrollTop += box.top - frame.top - 8;
        if (box.left < frame.left || box.right > frame.right) node.scrollLeft += box.left - frame.left - 8;
    };
    return node;
}

function gridOf({ row, column, rowSpan, columnSpan }) { return [row, column, rowSpan, columnSpan]; }

/** A place that a span covers has no cell of its own. */
function rowsOf(table, fields) {
    const rows = new Map();
    (table?.cells ?? []).forEach((one, k) => {
        if (!rows.has(one.row)) rows.set(one.row, []);
        rows.get(one.row).push(k);
    });
    const last = Math.max(-1, ...rows.keys());
    return Array.from({ length: last + 1 }, (_, row) => el("tr", {}, (rows.get(row) ?? [])
        .sort((a, b) => table.cells[a].column - table.cells[b].column).map((k) => {
            const { rowSpan, columnSpan } = table.cells[k];
            return el("td", { rowspan: rowSpan > 1 ? rowSpan : null, colspan: columnSpan > 1 ? columnSpan : null },
                fields[k].field);
        })));
}

function makeField({ row, column }, index, { reached, written, entered, left }) {
    const one = {
        text: null,
        field: el("textarea", { class: "cell-field", rows: 1, dir: "auto", spellcheck: "false", autocomplete: "off",
            autocapitalize: "off", maxlength: longestText, "data-test": `cell-${row + 1}-${column + 1}`,
            onfocus: () => reached(index),
            oninput: () => one.grow(),
            onchange: () => { if (one.field.isConnected) one.commit(); },
            onkeydown: (event) => {
                if (event.isComposing) return;
                // A cell may have several lines.
                if (event.key === "Enter" && !event.shiftKey) {
                    one.commit();
                    entered(index);
                } else if (event.key === "Escape") {
                    one.restore();
                    left();
                } else return;
                event.preventDefault();
            } }),
        commit() {
            if (one.field.value === one.text) return;
            written(index, one.field.value);
            // Space around a text is not stored.
            one.restore();
        },
        restore() {
            one.field.value = one.text;
            one.grow();
        },
        grow() {
            const lines = one.field.value.split("\n");
            one.field.rows = lines.length;
            one.field.cols = Math.min(32, Math.max(4, ...lines.map((line) => line.length)));
        },
        show({ text }, found, isChosen) {
            if (one.text !== text) {
                one.text = text;
                one.restore();
            }
            const isOther = found !== undefined && found.text !== text;
            one.field.classList.toggle("changed", isOther);
            one.field.classList.toggle("selected", isChosen);
            set(one.field, { "aria-label": t(isOther ? "cellChanged" : "cellField",
                { row: row + 1, column: column + 1, read: found?.text ?? "" }),
                title: isOther ? t("cellRead", { read: found.text }) : null });
        },
    };
    return one;
}
