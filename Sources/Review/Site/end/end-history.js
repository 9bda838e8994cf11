// The ends before this one as rows of chips: how it went so far, and the way back to each.
import { chip } from "../charts/chip.js";
import { el, name, replace } from "../shell/dom.js";
import { endName } from "../sessions/end-name.js";
import { endsOf } from "../sessions/store.js";
import { inOrder } from "./scoring.js";
import { reviewAddress } from "../sessions/doubts.js";
import { t } from "../strings/language.js";

// What the reviewer chose holds from photo to photo; until then a phone's small screen is left to the photo.
let isOpen = null;

/** The history; `draw(editor)` brings it up to date. */
export function endHistory() {
    const rows = el("ol", { class: "history-rows" });
    const title = el("summary", { onclick: () => { isOpen = !node.open; } });
    const node = el("details", { class: "history", "data-test": "history",
        open: isOpen ?? matchMedia("(min-width: 601px)").matches }, title, rows);
    let drawn = {};
    node.draw = (editor) => {
        const { session, key } = editor;
        const who = archerOf(editor);
        // A drag draws at every step, and the ends before it stay what they are.
        if (drawn.session === session && drawn.who === who) return;
        drawn = { session, who };
        const ends = before(session, key, who);
        node.hidden = ends.length === 0;
        replace(title, who === null ? t("earlierEnds") : [t("earlierEndsOf"), " ", name(who)]);
        replace(rows, ends.map((one) => row(session, one)));
    };
    return node;
}

/** The archer of the chosen arrow, else the only one of the photo; null where all count together. */
function archerOf({ arrows, selected }) {
    const chosen = arrows.find((arrow) => arrow.number === selected)?.archer;
    const all = new Set(arrows.map((arrow) => arrow.archer));
    return chosen ?? (all.size === 1 ? arrows[0].archer : null);
}

/** The ends before a photo's, the last one first: it is the one that is looked for. */
function before(session, photo, who) {
    const all = endsOf(session);
    const here = all.findIndex(({ end }) => end.photos.some((one) => one.id === photo));
    return all.slice(0, Math.max(here, 0)).reverse().map(({ round, end }) => {
        const arrows = who === null ? inOrder(end.arrows)
            : inOrder(end.arrows).slice(end.surplus).filter((arrow) => arrow.archer === who);
        const sum = who === null ? end.total.score : arrows.reduce((all, arrow) => all + arrow.score, 0);
        return { round, end, arrows, sum };
    }).filter(({ arrows }) => who === null || arrows.length);
}

function row(session, { round, end, arrows, sum }) {
    const photo = end.photos[0];
    return el("li", {}, el("a", { class: "history-row", "data-test": `history-${round.number}-${end.number}`,
        href: photo ? reviewAddress(session.id, photo.id) : null },
    el("span", { class: "history-name" }, endName(session, round, end)),
    el("span", { class: "chips" }, arrows.length ? arrows.map((arrow) => chip(arrow)) : t("noScore")),
    el("span", { class: "spoken" }, t("sum")), el("strong", {}, arrows.length ? String(sum) : "–")));
}
