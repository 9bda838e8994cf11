// A month's and a season's trend, of one archer or of all.
import { day, fixed, month } from "./numbers.js";
import { el, name, replace } from "./dom.js";
import { get } from "./api.js";
import { lineChart } from "./chart.js";
import { t } from "./strings.js";

/** Opens `#/trend?archer=NAME`. */
export async function open({ main, query }) {
    const chosen = query.get("archer") ?? "";
    const [{ sessions }, trend] =
        await Promise.all([get("/sessions"), get("/trend" + (chosen ? "?archer=" + encodeURIComponent(chosen) : ""))]);
    const archers = [...new Set(sessions.flatMap((one) => one.archers.map((archer) => archer.name)))].sort(
        (a, b) => a.localeCompare(b));
    if (chosen && !archers.includes(chosen)) archers.push(chosen);
    const choice = el("label", {}, el("span", {}, t("trendOf")), el("select", {
        "data-test": "trend-archer",
        onchange: (event) => { location.hash = "#/trend"
            + (event.target.value ? "?archer=" + encodeURIComponent(event.target.value) : ""); },
    }, el("option", { value: "" }, t("allArchers")),
        archers.map((one) => el("option", { value: one, selected: one === chosen }, one))));
    const season = [...trend.sessions].sort((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
    replace(main, el("div", { class: "wrap" }, el("h1", {}, t("pagetrend")), el("div", { class: "filters" }, choice),
        trend.months.length + season.length === 0 ? el("section", { class: "empty" }, el("p", {}, t("noTrend"))) : [
            el("div", { class: "columns" },
                part(t("months"), trend.months.map((one) => one.average), trend.months.map((one) => month(one.month))),
                part(t("season"), season.map((one) => one.average),
                    season.map((one) => (one.date ? day(one.date, { day: "numeric", month: "numeric" }) : one.name)))),
            el("section", { "aria-label": t("months") }, el("h2", {}, t("months")),
                table([t("month"), t("sessionsTitle"), t("arrowsTitle"), t("averageTitle")],
                trend.months.map(
                    (one) => [month(one.month), String(one.sessions), String(one.arrows), fixed(one.average, 2)]))),
            el("section", { "aria-label": t("season") }, el("h2", {}, t("season")),
                table([t("sessionsTitle"), t("date"), t("total"), t("averageTitle")],
                season.map((one) =>
                    [el("a", { class: "tall", href: "#/sessions/" + encodeURIComponent(one.id) }, name(one.name)),
                        day(one.date), String(one.score), fixed(one.average, 2)]))),
        ]));
}

function part(title, values, names) {
    const present = values.filter((value) => value !== null);
    if (!present.length) return null;
    const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
    return el("section", {}, el("h2", {}, title),
        lineChart({ title: `${title}, ${t("averageTitle")}`, values, names, mean, text: (value) => fixed(value, 2) }));
}

function table(head, rows) {
    return el("div", { class: "scrolls" },
        el("table", {}, el("thead", {},
            el("tr", {}, head.map((text, k) => el("th", { scope: "col", class: k ? "number" : null }, text)))),
        el("tbody", {}, rows.map(
            (row) => el("tr", {},
                row.map((cell, k) => (k ? el("td", { class: "number" }, cell) : el("th", { scope: "row" }, cell))))))));
}
