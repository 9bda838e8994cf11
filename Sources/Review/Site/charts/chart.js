// A line of values, drawn so that it is legible at a phone's width; and a very small one without words.
import { svg } from "../shell/dom.js";

const size = { width: 330, height: 176 };
const margin = { side: 20, top: 26, bottom: 26 };

/** A line chart: `values` may have gaps (null), `names` stand below.
    @param {any} _ */
export function lineChart({ title, values, names, text = String, mean = null }) {
    const present = values.filter((value) => value !== null);
    const [low, high] = [Math.min(...present), Math.max(...present)];
    const x = (k) =>
        (values.length > 1 ? margin.side + ((size.width - 2 * margin.side) * k) / (values.length - 1) : size.width / 2);
    const y = (value) => margin.top + (size.height - margin.top - margin.bottom - 24)
        * (1 - (high - low < 1e-9 ? 0.5 : (value - low) / (high - low)));
    const bottom = size.height - margin.bottom;
    const label = title + ": " + names.map((one, k) => `${one} ${values[k] === null ? "–" : text(values[k])}`)
        .join(", ");
    const every = (words) =>
        Math.max(1, Math.ceil(
            (Math.max(...words.map((one) => one.length)) * 7.8 + 6) / Math.max(1, x(1) - x(0) || size.width)));
    const step = every(present.map(text));
    const nameStep = every(names);
    const inside = (at, words) => Math.min(Math.max(at, words.length * 3.9), size.width - words.length * 3.9);
    const caption = (words, at, height, kind) => svg("text", { class: kind, x: inside(at, words), y: height }, words);
    return svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, class: "chart", role: "img", "aria-label": label },
        svg("path", { class: "axis", d: `M0 ${bottom}H${size.width}` }),
        mean === null ? null : svg("path", { class: "mean", d: `M0 ${y(mean)}H${size.width}` }),
        runs(values).map(
            (run) => svg("polyline", { class: "line", points: run.map((k) => `${x(k)},${y(values[k])}`).join(" ") })),
        values.map((value, k) => (value === null ? null
            : svg("circle", { class: "dot", cx: x(k), cy: y(value), r: 3.5 },
                svg("title", {}, `${names[k]}: ${text(value)}`)))),
        values.map((value, k) => (value !== null && (step === 1 || value === high || value === low)
            ? (step === 1 || values.indexOf(value) === k
                ? caption(text(value), x(k), y(value) + (isValley(values, k) ? 19 : -8), "amount") : null) : null)),
        names.map((one, k) => (k % nameStep === 0 ? caption(one, x(k), size.height - 8, "name") : null)));
}

/** A line without words, for a table; `label` says what it shows. */
export function sparkline(values, label) {
    const high = Math.max(...values, 1e-9);
    const points = values.map(
        (value, k) => `${values.length > 1 ? (k / (values.length - 1)) * 100 : 50},${26 - (value / high) * 23}`);
    return svg("svg",
        { viewBox: "0 0 100 28", class: "spark", role: "img", "aria-label": label, preserveAspectRatio: "none" },
        svg("polyline", { class: "line", points: points.join(" ") }));
}

/** Whether the line comes down to a value and goes up again, so that its label stands better below. */
function isValley(values, k) {
    const beside = [values[k - 1], values[k + 1]].filter((value) => typeof value === "number");
    return beside.length > 0 && beside.every((value) => value > values[k]);
}

/** The runs of indices that have values. */
function runs(values) {
    const found = [];
    values.forEach((value, k) => {
        if (value === null) return;
        if (k > 0 && values[k - 1] !== null) found.at(-1).push(k);
        else found.push([k]);
    });
    return found;
}
