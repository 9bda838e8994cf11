// What is done with the photos of a list: without any it does nothing, is dimmed, and says why.
import { say, set } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** The titles of buttons while there are photos. @type {WeakMap<HTMLElement, string | null>} */
const titles = new WeakMap();

/** Dims a button where the list has no photo; its title says why then. @param {HTMLElement} node @param {boolean} isEmpty */
export function dimIfEmpty(node, isEmpty) {
    if (!titles.has(node)) titles.set(node, node.getAttribute("title"));
    set(node, { "aria-disabled": isEmpty ? "true" : null, title: isEmpty ? t("noPhotoPasses") : titles.get(node) });
}

/** Does what needs photos; without any it is said why it is not done. @param {boolean} isEmpty @param {() => any} run */
export function unlessEmpty(isEmpty, run) { return isEmpty ? say(t("noPhotoPasses")) : run(); }
