// A session as the report draws it, part by part; here the choices beside its plots work, and what was unfolded stays so.
import { fragment } from "../shell/fragment.js";
import { get, path } from "../shell/api.js";
import { language } from "../strings/language.js";

/** The parts of a session as the server draws it now: `[{ name, html }]`, in the order of the page. */
export async function loadDrawings(id) {
    return (await get(path`/sessions/${id}/drawings` + "?lang=" + language())).parts;
}

/** The parts as nodes. `before` is the page as it stands: what is chosen and unfolded there is so again. */
export function drawnParts(parts, before) {
    const nodes = fragment(parts.map(({ html }) => html).join(""));
    for (const one of nodes.querySelectorAll("details")) {
        const known = before.querySelector(`details[data-more="${CSS.escape(one.dataset.more)}"]`);
        if (known) one.open = known.open;
    }
    /** @type {NodeListOf<HTMLInputElement>} */
    const choices = nodes.querySelectorAll("input[data-shows]");
    for (const choice of choices) {
        const known = before.querySelector("#" + CSS.escape(choice.id));
        if (known) choice.checked = known.checked;
        choice.addEventListener("change", () => showChosen(choice));
        if (choice.checked) showChosen(choice);
    }
    return nodes;
}

/** Brings the arrows forward that a choice names, and fades the others of its plot. */
function showChosen(choice) {
    const plot = choice.closest("figure");
    const { shows } = choice.dataset;
    const kind = shows === "all" ? "mark" : shows;
    for (const mark of plot.querySelectorAll(".mark")) mark.classList.toggle("faded", !mark.classList.contains(kind));
    for (const label of plot.querySelectorAll("label")) label.classList.toggle("chosen", label.htmlFor === choice.id);
}
