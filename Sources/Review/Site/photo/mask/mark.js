// A mask over a photo: a translucent colour with a firm edge, and a button of its own.
import { confidenceOf } from "../sureness.js";
import { el, svg } from "../../shell/dom.js";
import { outlineOf } from "./outline.js";
import { t } from "../../strings/language.js";

/** How many colours masks have in turn; photos.css has them. */
const hues = 8;

/** The class that gives a mask its colour. */
export function hueOf(index) { return "hue-" + (index % hues); }

/** A dot of that colour, for the list. */
export function hueDot(index) { return el("span", { class: "hue " + hueOf(index), "aria-hidden": "true" }); }

/** Draws a mask in its own pixels; the stage says how they lie on the photo. */
export function maskMark(one, index, isSelected, onFocus) {
    const { path } = outlineOf(one.mask);
    return svg("g", {
        class: `mask-mark ${hueOf(index)}` + (isSelected ? " selected" : ""), role: "button", tabindex: 0,
        "aria-label": t("maskLabel", { number: index + 1, label: one.label, word: confidenceOf(one) }),
        "aria-pressed": String(isSelected),
        onfocus: onFocus, "data-test": "mask-" + (index + 1),
    }, svg("path", { class: "mask-edge under", d: path }), svg("path", { class: "mask-edge", d: path }));
}

/** The number of a mask, as in the list; `place` is a point of the screen. */
export function maskNumber(index, place) {
    return svg("text", { class: "mark-text", x: place.x, y: place.y, "aria-hidden": "true" }, String(index + 1));
}
