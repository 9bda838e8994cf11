// The arrows of the photo as a list: score, doubt, archer; choosing one here chooses it on the photo.
import { el, name, replace } from "./dom.js";
import { arrowLabel, chip, missingChip, notesOf } from "./chip.js";
import { colourName, swatch } from "./colours.js";
import { t } from "./strings.js";

/** The list; `draw(editor)` brings it up to date. */
export function arrowList(onChoose) {
    const list = el("ul", { class: "arrow-list", "aria-label": t("arrowsOfPhoto") });
    list.draw = (editor) => {
        const focused = document.activeElement?.closest?.(".arrow-list") === list
            ? document.activeElement.dataset.number : null;
        const missing = editor.isSkipped || editor.perEnd === 0 ? 0 : editor.total.missing;
        const hasColours = editor.session.archers.by === "colour";
        replace(list,
            editor.arrows.map((arrow) => row(arrow, arrow.number === editor.selected, hasColours, onChoose)),
            Array.from({ length: missing }, () => el("li", { class: "missing" }, missingChip())));
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

function row(arrow, isSelected, hasColour, onChoose) {
    return el("li", {}, el("button", {
        type: "button", class: "arrow-item" + (isSelected ? " selected" : ""), "aria-pressed": String(isSelected),
        "data-number": arrow.number,
        "aria-label": arrowLabel(arrow) + (hasColour ? ", " + colourName(arrow.colour) : ""),
        "data-test": "list-arrow-" + arrow.number,
        onclick: () => onChoose(arrow.number),
    },
    el("span", { class: "no" }, String(arrow.number)), chip(arrow), hasColour ? swatch(arrow.colour) : null,
    el("span", { class: "detail" }, arrow.archer ? [name(arrow.archer), " · "] : null,
        arrow.isPlaced ? notesOf(arrow) || t("sure") : t("withoutPlace"))));
}
