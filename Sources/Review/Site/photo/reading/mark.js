// A line of text or a code over a photo: its four corners, and a button of its own.
import { pointsOf } from "../../stage/quadrilateral.js";
import { svg } from "../../shell/dom.js";
import { percent, t } from "../../strings/language.js";

/** From this confidence on a line is not looked at first, and has the colour of a sure box. */
const sure = 0.7;

/** Whether a person should look at it: nobody has, and the engine is not sure. */
export function isDoubtful({ confidence }) { return confidence !== null && confidence < sure; }

/** What it is, in the names for tests. */
export function wordOf({ symbology }) { return symbology ? "code" : "line"; }

/** How sure it is, as a class of the mark. */
export function sureness(one) { return one.confidence === null ? "person" : isDoubtful(one) ? "unsure" : "sure"; }

/** How sure it is, in words. */
export function surenessOf(one) {
    if (one.confidence === null) return t("personsWord");
    return percent(one.confidence) + (isDoubtful(one) ? " · " + t("toCheck") : "");
}

/** Draws it in pixels of the photo. */
export function readingMark(one, index, isSelected, onFocus) {
    const points = pointsOf(one.corners);
    return svg("g", {
        class: "reading-mark" + (isSelected ? " selected" : ""), role: "button", tabindex: 0, onfocus: onFocus,
        "aria-label": t("readingLabel", { number: index + 1, text: one.text, word: surenessOf(one) }),
        "aria-pressed": String(isSelected), "data-test": `${wordOf(one)}-${index + 1}`,
    }, svg("polygon", { class: "box under", points }), svg("polygon", { class: "box " + sureness(one), points }));
}

/** The number of a line, as in the list; `place` is a point of the screen. */
export function readingNumber(index, place) {
    return svg("text", { class: "mark-text box-text", x: place.x, y: Math.max(14, place.y - 5), "aria-hidden": "true" },
        String(index + 1));
}
