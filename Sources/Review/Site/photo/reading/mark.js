// A line of text or a code over a photo: its four corners, and a button of its own.
import { pointsOf } from "../../stage/quadrilateral.js";
import { sureness, surenessOf } from "../sureness.js";
import { svg } from "../../shell/dom.js";
import { t } from "../../strings/language.js";

/** Draws it in pixels of the photo; `test` is what it is called in the names for tests. */
export function readingMark(one, index, { test, isSelected, onFocus }) {
    const points = pointsOf(one.corners);
    return svg("g", {
        class: "reading-mark" + (isSelected ? " selected" : ""), role: "button", tabindex: 0, onfocus: onFocus,
        "aria-label": t("readingLabel", { number: index + 1, text: one.text, word: surenessOf(one) }),
        "aria-pressed": String(isSelected), "data-test": `${test}-${index + 1}`,
    }, svg("polygon", { class: "box under", points }), svg("polygon", { class: "box " + sureness(one), points }));
}

/** The number of a line, as in the list; `place` is a point of the screen. */
export function readingNumber(index, place) {
    return svg("text", { class: "mark-text box-text", x: place.x, y: Math.max(14, place.y - 5), "aria-hidden": "true" },
        String(index + 1));
}
