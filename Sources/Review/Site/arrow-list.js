// The arrows of the photo as a list: score, doubt, archer; choosing one here chooses it on the photo.
import { el, name, replace } from "./dom.js";
import { arrowLabel, chip, notesOf } from "./chip.js";
import { missingChip } from "./chip.js";
import { t } from "./strings.js";

/** The list; `draw(editor)` brings it up to date. */
export function arrowList(onChoose) {
    const list = el("ul", { class: "arrow-list", "aria-label": t("arrowsOfPhoto") });
    list.draw = (editor) => {
        const focused = document.activeElement?.closest?.(".arrow-list") === list
            ? document.activeElement.dataset.number : null;
        const missing = editor.isSkipped || editor.perEnd === 0 ? 0 : editor.total.missing;
        replace(list, editor.arrows.map((arrow) => row(arrow, arrow.number === editor.selected, onChoose)),
            Array.from({ length: missing }, () => el("li", { class: "missing" }, missingChip())));
        const chosen = list.querySelector(".selected");
        const side = list;
        // Only where the list has a scroll of its own: the page must not move under a finger.
        if (chosen && side && side.scrollHeight > side.clientHeight && getComputedStyle(side).overflowY === "auto") {
            const [seen, item] = [side, chosen].map((one) => one.getBoundingClientRect());
            if (item.bottom > seen.bottom || item.top < seen.top) side.scrollTop += item.bottom - seen.bottom + 4;
        }
        if (focused) list.querySelector(`[data-number="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    };
    return list;
}

function row(arrow, isSelected, onChoose) {
    return el("li", {}, el("button", {
        type: "button", class: "arrow-item" + (isSelected ? " selected" : ""), "aria-pressed": String(isSelected),
        "data-number": arrow.number,
        "aria-label": arrowLabel(arrow), "data-test": "list-arrow-" + arrow.number,
        onclick: () => onChoose(arrow.number),
    },
    el("span", { class: "no" }, String(arrow.number)), chip(arrow),
    el("span", { class: "detail" }, arrow.archer ? [name(arrow.archer), " · "] : null,
        arrow.isPlaced ? notesOf(arrow) || t("sure") : t("withoutPlace"))));
}
