// A box over a photo: a button of its own, with handles at its corners while it is chosen.
import { pointsOf } from "../../stage/quadrilateral.js";
import { svg } from "../../shell/dom.js";
import { toneOf } from "../../charts/confidence.js";
import { percent, t } from "../../strings/language.js";

/** The corners of a box, in shares of its width and height.
    @type {[number, number][]} */
export const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];

/** What a box is called over the photo. */
export function boxName(one) {
    if (one.confidence !== null) return t("boxLabel", { label: one.label, share: percent(one.confidence) });
    return t(isAdded(one) ? "boxByHand" : "boxChanged", { label: one.label });
}

/** Draws a box where it lies on the screen; a turned one by its own corners, but upright while it is dragged. One that is fixed has no
    handles. */
export function boxMark(one, index, { box, turned, isFixed = false }, isSelected, onFocus) {
    const label = boxName(one);
    const handle = ([x, y]) => svg("circle", {
        class: "handle-rim", r: 7, cx: box.x + x * box.width, cy: box.y + y * box.height,
    });
    const shape = (kind) => (turned
        ? svg("polygon", { class: "box " + kind, points: pointsOf(turned) })
        : svg("rect", { class: "box " + kind, ...box }));
    return svg("g", {
        class: "box-mark" + (isSelected ? " selected" : ""), role: "button", tabindex: 0, onfocus: onFocus,
        "aria-label": label, "aria-pressed": String(isSelected), "data-test": "box-" + (index + 1),
    }, shape("under"), shape(kindOf(one)),
    isSelected && !isFixed ? corners.map(handle) : null);
}

function isAdded({ origin }) { return origin === null || origin === undefined; }

function kindOf({ origin, confidence }) {
    if (isAdded({ origin }) || confidence === null) return "person";
    return toneOf(confidence);
}
