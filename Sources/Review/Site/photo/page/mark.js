// A page of paper over a photo: one button as long as it is not chosen, then one for each of its corners.
import { pointsOf } from "../../stage/quadrilateral.js";
import { sureness, surenessOf } from "../sureness.js";
import { svg } from "../../shell/dom.js";
import { t } from "../../strings/language.js";

/** The corners' names in the order of the list: as the page is read, not as the photo is seen. */
const corners = ["cornerTopLeft", "cornerTopRight", "cornerBottomRight", "cornerBottomLeft"];

/** How a corner is called, with its place in the photo. */
export function cornerLabel(index, corner, { x, y }) {
    return t("cornerLabel",
        { corner: t(corners[corner]), number: index + 1, x: Math.round(x), y: Math.round(y) });
}

/** Draws a page; `places` are its corners on the screen, `chosen` the index of the chosen one or null. */
export function pageMark(one, index, { world, places, isSelected, chosen, onFocus }) {
    const name = t("pageName", { number: index + 1, word: surenessOf(one) });
    const whole = isSelected ? { role: "group", "aria-label": name }
        : { role: "button", tabindex: 0, "aria-label": name, "aria-pressed": "false", onfocus: () => onFocus(0) };
    const points = pointsOf(places);
    const top = places.reduce((best, place) => (place.y < best.y ? place : best));
    return svg("g", { class: "page-mark" + (isSelected ? " selected" : ""), ...whole,
        "data-test": "page-" + (index + 1) },
    svg("polygon", { class: "box under", points }), svg("polygon", { class: "box " + sureness(one), points }),
    isSelected ? places.map(({ x, y }, k) => svg("g", { class: "corner" + (k === chosen ? " selected" : ""),
        role: "button", tabindex: 0, "aria-label": cornerLabel(index, k, world[k]),
        "aria-pressed": String(k === chosen), "data-test": `corner-${index + 1}-${k + 1}`, onfocus: () => onFocus(k),
        transform: `translate(${x} ${y})` },
    svg("circle", { class: "corner-halo", r: 14 }), svg("circle", { class: "handle-rim", r: 7 }))) : null,
    svg("text", { class: "mark-text box-text", x: top.x + 4, y: Math.max(14, top.y - 16), "aria-hidden": "true" },
        String(index + 1)));
}
