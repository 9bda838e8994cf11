// The score sheet, round by round, as the static report has it; each end leads to its review.
import { el } from "../shell/dom.js";
import { inOrder } from "../end/scoring.js";
import { known, sentence, t, troubleOf } from "../strings/language.js";
import { missingChip, numberedChip } from "../charts/chip.js";
import { reviewAddress } from "./doubts.js";

/** The sheet of a whole session. */
export function sheetSection(session) {
    return el("section", { id: "sheet", "aria-label": t("sheet") }, el("h2", {}, t("sheet")),
        session.rounds.map((round) => el("div", { class: "round" },
            session.rounds.length > 1 ? el("h3", {}, round.name) : null, sheetTable(session, round))),
        legend());
}

/** One round's table; `keeps` chooses whose arrows it counts. */
export function sheetTable(session, round,
    { keeps = null, caption = t("sheetOfRound", { number: round.number }) } = {}) {
    const countsX = session.marks.includes("X") && round.countsX;
    let running = 0;
    const rows = round.ends.map((end) => {
        // What an end has too many counts for no archer.
        const arrows = keeps ? inOrder(end.arrows).slice(end.surplus).filter(keeps) : inOrder(end.arrows);
        const sum = keeps ? arrows.reduce((all, arrow) => all + arrow.score, 0) : end.total.score;
        running = keeps ? running + sum : end.running;
        return { end, arrows, sum, running, tens: arrows.filter((one) => one.score === round.highestScore).length,
            xs: arrows.filter((one) => one.isX).length };
    });
    const head = [[t("end"), ""], [t("arrowsTitle"), ""], [t("sum"), "number"], [t("total"), "number"],
        [t("bests", { best: round.highestScore }), "number"], ...(countsX ? [["X", "number"]] : [])];
    const total = rows.reduce((all, row) => ({ tens: all.tens + row.tens, xs: all.xs + row.xs }), { tens: 0, xs: 0 });
    return el("div", { class: "scrolls" }, el("table", { class: "sheet" },
        el("caption", { class: "spoken" }, caption),
        el("thead", {}, el("tr", {},
            head.map(([text, kind]) => el("th", { scope: "col", class: kind || null }, text)))),
        el("tbody", {}, rows.map((row) => line(session, row, countsX, Boolean(keeps)))),
        el("tfoot", {}, el("tr", {}, el("th", { scope: "row", colspan: 2 }, t("total")),
            el("td", { class: "number sum" }, String(keeps ? running : round.total.score)), el("td", {}),
            el("td", { class: "number" }, String(keeps ? total.tens : round.total.tens)),
            countsX ? el("td", { class: "number" }, String(keeps ? total.xs : round.total.xs)) : null))));
}

function line(session, { end, arrows, sum, running, tens, xs }, countsX, isPart) {
    const photo = end.photos[0];
    const label = el("a",
        { href: photo ? reviewAddress(session.id, photo.id) : null, "aria-label": t("reviewEnd", { end: end.number }),
            "data-test": "end-" + end.number }, String(end.number));
    const places = [...arrows.map((arrow) => numberedChip(arrow)),
        ...(isPart || end.trouble ? [] : Array.from({ length: end.missing }, missingChip))];
    const notes = isPart ? [] : notesOf(end);
    return el("tr", { class: end.photos.every((one) => one.isSkipped) && end.photos.length ? "skipped" : null },
        el("th", { scope: "row" }, label),
        el("td", {}, el("div", { class: "chips" }, places), notes.map((note) => el("p", { class: "trouble" }, note))),
        el("td", { class: "number sum" }, arrows.length ? String(sum) : "–"),
        el("td", { class: "number" }, String(running)),
        el("td", { class: "number" }, String(tens)), countsX ? el("td", { class: "number" }, String(xs)) : null);
}

/** What a coach should know about an end as a whole. */
export function notesOf(end) {
    const notes = end.trouble ? [troubleOf(end.trouble)] : [];
    if (end.photos.length && end.photos.every((one) => one.isSkipped)) notes.push(t("endSkipped"));
    else if (end.missing > 0 && !end.trouble) notes.push(t("missingArrows", { count: end.missing }));
    return [...notes,
        ...end.review.filter((one) => one !== "tooFewArrows").map((one) => sentence(known("doubt", one)))];
}

function legend() {
    const one = (kind, mark, text) =>
        el("span", {}, el("span", { class: "chip " + kind, "aria-hidden": "true" }, mark), text);
    return el("p", { class: "legend" }, one("high doubt", "9", t("toReviewLegend")),
        one("high person", "9", t("manualCorrection")),
        one("missing", "–", t("notFound")), el("span", {}, t("numberBelow")));
}
