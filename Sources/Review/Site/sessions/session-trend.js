// How the session went, end by end.
import { el } from "../shell/dom.js";
import { drawnFace } from "../end/scoring.js";
import { endsOf } from "./store.js";
import { lineChart } from "../charts/chart.js";
import { shortEndName } from "./end-name.js";
import { fixed, t } from "../strings/language.js";

/** Points and spread of each end as lines; nothing for a single end. */
export function trendSection(session) {
    const ends = endsOf(session);
    if (ends.length < 2) return null;
    const names = ends.map(({ round, end }) => shortEndName(session, round, end));
    const points = ends.map(({ end }) => (end.arrows.length ? end.total.score : null));
    const spread = ends.map(({ end }) => meanRadius(session, end));
    const charts = [figure(t("pointsPerEnd"), points, names, 0, ""),
        figure(t("spreadPerEnd"), spread, names, 0, "\u202Fmm")].filter(Boolean);
    return charts.length
        ? el("section", { id: "trend", "aria-label": t("endByEnd") }, el("h2", {}, t("endByEnd")),
            el("div", { class: "columns" }, charts)) : null;
}

function figure(title, values, names, decimals, unit) {
    const present = values.filter((value) => value !== null);
    if (!present.length) return null;
    const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
    return el("figure", {}, el("h3", {}, title),
        lineChart({ title, values, names, mean, text: (value) => fixed(value, decimals) }),
        el("p", { class: "detail" }, t("meanIs", { value: fixed(mean, 1) + unit })));
}

/** The mean distance of an end's arrows from their middle, in millimetres. */
function meanRadius(session, end) {
    const places = end.arrows.filter((arrow) => arrow.isPlaced && arrow.face !== null).map((arrow) => {
        const radius = drawnFace(session, end.photos[arrow.photo]?.faces[arrow.face]?.type)?.radius;
        return radius ? { x: arrow.normalizedX * radius, y: arrow.normalizedY * radius } : null;
    }).filter(Boolean);
    if (places.length < 2) return null;
    const middle = { x: average(places.map((one) => one.x)), y: average(places.map((one) => one.y)) };
    return average(places.map((one) => Math.hypot(one.x - middle.x, one.y - middle.y)));
}

function average(values) {
    return values.reduce((sum, value) => sum + value, 0) / values.length;
}
