// The trend of one archer or of all, by face: months over the years, and the sessions of a season.
import { byFace, byMonth, withFaces } from "./trend-lines.js";
import { dateChart } from "../charts/date-chart.js";
import { el, name, replace } from "../shell/dom.js";
import { get } from "../shell/api.js";
import { day, fixed, month, shortDay, t } from "../strings/language.js";

/** Opens `#/trend?archer=NAME&season=YEAR`. */
export async function open({ main, query }) {
    const chosen = query.get("archer") ?? "";
    const [{ sessions: list }, trend] =
        await Promise.all([get("/sessions"), get("/trend" + (chosen ? "?archer=" + encodeURIComponent(chosen) : ""))]);
    const archers = [...new Set(list.flatMap((one) => one.archers.map((archer) => archer.name)))].sort(
        (a, b) => a.localeCompare(b));
    if (chosen && !archers.includes(chosen)) archers.push(chosen);
    const all = withFaces(trend.sessions, list, chosen);
    const seasons = [...new Set(all.map((one) => one.season).filter(Boolean))].reverse();
    const season = query.get("season") ?? seasons[0] ?? "";
    const go = (next) => {
        const words = new URLSearchParams(Object.entries({ archer: chosen, season: query.get("season"), ...next })
            .filter(([key, value]) => value || (key === "season" && value === "")));
        location.hash = "#/trend" + (words.size ? "?" + words : "");
    };
    const shown = season ? all.filter((one) => one.season === season) : all;
    replace(main, el("div", { class: "wrap" }, el("h1", {}, t("pagetrend")), el("div", { class: "filters" },
        choice(t("trendOf"), "trend-archer", chosen, [["", t("allArchers")], ...archers.map((one) => [one, one])],
            (archer) => go({ archer })),
        choice(t("seasonTitle"), "trend-season", season, [["", t("allSeasons")], ...seasons.map((one) => [one, one])],
            (value) => go({ season: value }))),
    all.length === 0 ? el("section", { class: "empty" }, el("p", {}, t("noTrend"))) : [
        el("div", { class: "columns" },
            part(t("months"), monthLines(all), (date) => month(date.slice(0, 7))),
            part(`${t("season")}${season ? ", " + season : ""}`, sessionLines(shown), season ? shortDay : day)),
        el("section", { "aria-label": t("months") }, el("h2", {}, t("months")),
            table(t("months"), [t("month"), t("averageTitle"), t("sessionsTitle"), t("arrowsTitle"), t("face")],
                monthRows(all))),
        el("section", { "aria-label": t("season") }, el("h2", {}, t("season")),
            table(t("season"), [t("sessionsTitle"), t("averageTitle"), t("total"), t("date"), t("face")], shown.map((one) =>
                [el("a", { class: "tall", href: "#/sessions/" + encodeURIComponent(one.id) }, name(one.name)),
                    fixed(one.average, 2), String(one.score), day(one.date), one.face]))),
    ]));
}

function choice(title, test, chosen, options, onChoose) {
    return el("label", {}, el("span", {}, title),
        el("select", { "data-test": test, onchange: (event) => onChoose(event.target.value) },
            options.map(([value, text]) => el("option", { value, selected: value === chosen }, text))));
}

function monthLines(sessions) {
    return lines(sessions, (own) => byMonth(own).map((one) =>
        ({ date: one.month + "-15", value: one.average, label: month(one.month) })));
}

function sessionLines(sessions) {
    return lines(sessions, (own) => own.map((one) => ({ date: one.date, value: one.average, label: day(one.date) })));
}

/** A line for each face; what has no day or no average stands in the table only. */
function lines(sessions, pointsOf) {
    return [...byFace(sessions)].map(([face, own]) =>
        ({ name: face, points: pointsOf(own).filter(({ date, value }) => date && value !== null) }))
        .filter(({ points }) => points.length);
}

function monthRows(sessions) {
    return [...byFace(sessions)].flatMap(([face, own]) => byMonth(own).map((one) => ({ face, ...one })))
        .sort((a, b) => a.month.localeCompare(b.month) || a.face.localeCompare(b.face))
        .map((one) => [month(one.month), fixed(one.average, 2), String(one.sessions), String(one.arrows), one.face]);
}

function part(title, all, dayText) {
    return all.length === 0 ? null : el("section", {}, el("h2", {}, title),
        dateChart({ title: `${title}, ${t("averageTitle")}`, lines: all, text: (value) => fixed(value, 2), dayText }));
}

/** What a narrow screen has to scroll for stands last. */
function table(title, head, rows) {
    const last = head.length - 1;
    return el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": title },
        el("table", { class: "trend" }, el("thead", {},
            el("tr", {}, head.map((text, k) => el("th", { scope: "col", class: k && k < last ? "number" : null }, text)))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, k) =>
            (k ? el("td", { class: k && k < last ? "number" : null }, cell) : el("th", { scope: "row" }, cell))))))));
}
