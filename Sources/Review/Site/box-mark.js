// A box over a photo: a button of its own, with handles at its corners while it is chosen.
import { percent } from "./numbers.js";
import { svg } from "./dom.js";
import { t } from "./strings.js";

/** The corners of a box, in shares of its width and height. */
export const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];

/** Draws a box where it lies on the screen; a turned one by its own corners, until it is changed. */
export function boxMark(one, index, { box, turned }, isSelected, onFocus) {
    const label = one.confidence === null ? t("boxByHand", { label: one.label })
        : t("boxLabel", { label: one.label, share: percent(one.confidence) });
    const handle = ([x, y]) => svg("circle", {
        class: "handle-rim", r: 7, cx: box.x + x * box.width, cy: box.y + y * box.height,
    });
    const shape = (kind) => (turned
        ? svg("polygon", { class: "box " + kind, points: turned.map(({ x, y }) => `${x},${y}`).join(" ") })
        : svg("rect", { class: "box " + kind, ...box }));
    return svg("g", {
        class: "box-mark" + (isSelected ? " selected" : ""), role: "button", tabindex: 0, onfocus: onFocus,
        "aria-label": label, "aria-pressed": String(isSelected), "data-test": "box-" + (index + 1),
    }, shape("under"), shape(kindOf(one)),
    svg("text", { class: "mark-text box-text", x: box.x + 4, y: Math.max(14, box.y - 5) }, label),
    isSelected ? corners.map(handle) : null);
}

function kindOf({ origin, confidence }) {
    if (origin === null || origin === undefined) return "person";
    return confidence >= 0.7 ? "sure" : confidence >= 0.5 ? "likely" : "unsure";
}
