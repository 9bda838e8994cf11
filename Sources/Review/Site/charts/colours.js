// The colours of vanes and nocks, by which arrows are distinguished.
import { el } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** The words of the API, in the order in which they are offered. */
export const colours = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "white", "black", "grey"];

/** A colour's word in the page's language; null has one, too. */
export function colourName(colour) {
    return t("colour" + (colours.includes(colour) ? colour : "none"));
}

/** A dot in a colour. Its word is there for those who do not see it, unless it stands beside it. */
export function swatch(colour, { isNamed = true } = {}) {
    const kind = colours.includes(colour) ? colour : "none";
    return el("span", { class: "swatch " + kind, title: isNamed ? colourName(colour) : null, "data-colour": kind },
        isNamed && el("span", { class: "spoken" }, colourName(colour)));
}
