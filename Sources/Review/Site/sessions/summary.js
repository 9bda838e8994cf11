// The session in five numbers.
import { el } from "../shell/dom.js";
import { endsOf } from "./store.js";
import { fixed, percent, t } from "../strings/language.js";

/** The tiles above a session's sheet. */
export function summaryTiles(session) {
    const { total } = session;
    const countsX = session.marks.includes("X");
    const best = session.marks.find((mark) => mark !== "X");
    const share = (part) => (total.arrows ? percent(part / total.arrows, 0) : "–");
    const arrows = session.doubts.filter((doubt) => doubt.arrow !== null).length;
    const ends = session.doubts.length - arrows;
    const maximum = session.rounds.reduce((sum, round) =>
        sum + round.ends.reduce((all, end) => all + round.highestScore * Math.max(round.arrowsPerEnd, end.total.arrows),
            0), 0);
    return el("section", { class: "tiles", "aria-label": t("summary") },
        tile(t("total"), el("span", { "data-test": "session-total" }, String(total.score)), t("outOf", { maximum })),
        tile(t("average"), fixed(total.average, 2), t("pointsPerArrow")),
        tile(t("arrowsTitle"), String(total.arrows), t("inEnds", { count: endsOf(session).length })),
        tile(t("bests", { best }), String(total.tens), countsX ? t("xIncluded") : share(total.tens)),
        countsX ? tile("X", String(total.xs), share(total.xs)) : null,
        arrows + ends === 0 ? tile(t("toReview"), "0", t("nothingInDoubt"), "fine")
            : tile(t("toReview"), String(arrows || ends),
                arrows ? (ends ? t("andEnds", { count: ends }) : t("arrowsWord", { count: arrows }))
                : t("endsWord", { count: ends }), "doubt"));
}

function tile(label, value, detail, kind = "") {
    return el("div", { class: ("tile " + kind).trim() }, el("p", { class: "name" }, label),
        el("p", { class: "value" }, value), el("p", { class: "detail" }, detail));
}
