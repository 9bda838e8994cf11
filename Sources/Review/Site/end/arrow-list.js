// The arrows of the photo as a list: score, doubt, archer; choosing one here chooses it on the photo.
import { button, el, name, replace } from "../shell/dom.js";
import { arrowLabel, chip, missingChip, notesOf } from "../charts/chip.js";
import { colourName, swatch } from "../charts/colours.js";
import { confidenceText } from "../charts/confidence.js";
import { isCorrected } from "./scoring.js";
import { t } from "../strings/language.js";

/** The list; `draw(editor)` brings it up to date. `onRestore` gets the arrow that goes back to what was read; null is all. */
export function arrowList(onChoose, onRestore) {
    const list = el("ul", { class: "arrow-list", "aria-label": t("arrowsOfPhoto") });
    list.draw = (editor) => {
        const focused = document.activeElement?.closest?.(".arrow-list") === list
            ? document.activeElement.dataset.number : null;
        const missing = editor.isSkipped || editor.perEnd === 0 ? 0 : editor.total.missing;
        const hasColours = editor.session.archers.by === "colour";
        const hasCorrections = editor.removed.length > 0 || editor.arrows.some(isCorrected);
        replace(list,
            editor.arrows.map((arrow) => row(arrow, arrow.number === editor.selected, hasColours, onChoose, onRestore)),
            editor.removed.map((arrow) => removedRow(arrow, onRestore)),
            Array.from({ length: missing }, () => el("li", { class: "missing" }, missingChip({ size: "medium" }))),
            hasCorrections ? el("li", {}, button(t("restoreAll"), () => onRestore(null),
                { class: "button small", "data-test": "restore-all" })) : null);
        const chosen = list.querySelector(".selected");
        const side = list.parentElement;
        // Only where the lists have a scroll of their own: the page must not move under a finger.
        if (chosen && side && side.scrollHeight > side.clientHeight && getComputedStyle(side).overflowY === "auto") {
            const [seen, item] = [side, chosen].map((one) => one.getBoundingClientRect());
            if (item.bottom > seen.bottom || item.top < seen.top) side.scrollTop += item.bottom - seen.bottom + 4;
        }
        if (focused) list.querySelector(`[data-number="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    };
    return list;
}

function removedRow({ number, mark }, onRestore) {
    return el("li", { class: "removed" }, el("span", { class: "no" }, String(number)),
        el("span", { class: "detail" }, t("removedArrow", { number, mark })), restoreButton(number, mark, onRestore));
}

/** Back to what the model read; the focus goes on to the arrow. */
function restoreButton(number, mark, onRestore) {
    return button(t("restore", { mark }), () => onRestore(number), { class: "button small", "data-number": number,
        "data-test": "restore-" + number, "aria-label": `${t("arrowNumber", { number })}: ${t("restore", { mark })}` });
}

function row(arrow, isSelected, hasColour, onChoose, onRestore) {
    return el("li", {}, el("button", {
        type: "button", class: "arrow-item" + (isSelected ? " selected" : ""), "aria-pressed": String(isSelected),
        "data-number": arrow.number,
        "aria-label": arrowLabel(arrow) + (hasColour ? ", " + colourName(arrow.colour) : ""),
        "data-test": "list-arrow-" + arrow.number,
        onclick: () => onChoose(arrow.number),
    },
    el("span", { class: "no" }, String(arrow.number)), chip(arrow, { size: "medium" }), hasColour ? swatch(arrow.colour) : null,
    el("span", { class: "detail" }, arrow.archer ? [name(arrow.archer), " · "] : null,
        arrow.isPlaced ? notesOf(arrow) || confidenceText(arrow.confidence, 0) : t("withoutPlace"))),
    isCorrected(arrow) && arrow.read ? restoreButton(arrow.number, arrow.read.mark, onRestore) : null);
}
