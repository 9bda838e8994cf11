// A line across the page that says something and may offer what to do.
import { el } from "./dom.js";

/** A banner: `kind` is doubt, note, lost or fine; buttons follow its text. */
export function banner(text, { kind = "doubt", test = "banner", buttons = [] } = {}) {
    return el("div", { class: "banner " + kind, "data-test": test }, el("p", {}, text),
        buttons.length ? el("div", { class: "row" }, buttons) : null);
}
