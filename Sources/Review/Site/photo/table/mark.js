// A table over a photo: its outline as a button, and the outlines of its cells while it is chosen.
import { pointsOf } from "../../stage/quadrilateral.js";
import { sureness, surenessOf } from "../sureness.js";
import { svg } from "../../shell/dom.js";
import { t } from "../../strings/language.js";

/** How a table is called: its number, its rows and its columns. */
export function tableName({ rows, columns }, index) { return t("tableName", { number: index + 1, rows, columns }); }

/** Draws it in pixels of the photo; `cell` is the index of the chosen one or null. */
export function tableMark(one, index, { isSelected, cell, onFocus }) {
    const points = pointsOf(one.corners);
    const outline = (k, kind) =>
        svg("polygon", { class: `table-cell ${kind}`, points: pointsOf(one.cells[k].corners) });
    return svg("g", {
        class: "reading-mark table-mark" + (isSelected ? " selected" : ""), role: "button", tabindex: 0,
        onfocus: onFocus, "aria-label": `${tableName(one, index)}, ${surenessOf(one)}`,
        "aria-pressed": String(isSelected), "data-test": `table-${index + 1}`,
    }, svg("polygon", { class: "box under", points }), svg("polygon", { class: "box " + sureness(one), points }),
    isSelected ? one.cells.map((_, k) => outline(k, "plain")) : null,
    // The chosen cell is drawn last: nothing of its edge lies under a neighbour's.
    isSelected && one.cells[cell] ? [outline(cell, "under"), outline(cell, "chosen")] : null);
}
