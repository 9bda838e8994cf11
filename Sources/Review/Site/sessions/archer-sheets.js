// A sheet per archer; on paper each begins a page of its own.
import { el, name } from "../shell/dom.js";
import { sheetTable } from "./sheet.js";
import { day, fixed, t } from "../strings/language.js";

/** The sheets of the archers who were named; nothing where none was. */
export function archerSheets(session) {
    const archers = session.perArcher.filter((one) => one.total.arrows > 0);
    if (!archers.length) return null;
    return el("div", { class: "archer-sheets", "data-test": "archer-sheets" }, archers.map(({ name: who, total }, k) =>
        el("section", { class: "archer-sheet", "aria-labelledby": "archer-sheet-" + k,
            "data-test": "sheet-" + (k + 1) },
            el("h2", { id: "archer-sheet-" + k }, name(who)),
            el("p", { class: "paper-only" }, name(session.name), " · ", day(session.date)),
            el("p", { class: "facts" }, el("span", {}, t("total") + " ", el("strong", {}, String(total.score))),
                el("span", {}, t("arrows", { count: total.arrows })),
                el("span", {}, t("averageShort", { value: fixed(total.average, 2) }))),
            session.rounds.map((round) => sheetTable(session, round, {
                keeps: (arrow) => arrow.archer === who,
                caption: t("sheetOfArcher", { name: who, number: round.number }),
            })))));
}
