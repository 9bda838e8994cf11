// Lines over days: each point stands where its day is, and each kind of thing has a line of its own.
import { svg, el } from "../shell/dom.js";

const size = { width: 330, height: 176 };
const margin = { side: 34, top: 16, bottom: 30 };

/**
 * A chart of `lines`, each `{ name, points: [{ date, value, label }] }` with dates as `2026-11-24`.
 *
 * `text` writes a value, `dayText` a day. Below stands which line is which.
 */
export function dateChart({ title, lines, text, dayText }) {
    const all = lines.flatMap(({ points }) => points);
    const times = all.map(({ date }) => Date.parse(date));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const [low, high] = [Math.min, Math.max].map((of) => of(...all.map(({ value }) => value)));
    const bottom = size.height - margin.bottom;
    const x = (date) => (last === first ? size.width / 2
        : margin.side + ((size.width - 2 * margin.side) * (Date.parse(date) - first)) / (last - first));
    const y = (value) => margin.top + (bottom - 12 - margin.top)
        * (1 - (high - low < 1e-9 ? 0.5 : (value - low) / (high - low)));
    const label = title + ": " + lines.map(({ name, points }) =>
        `${name}: ${points.map((one) => `${one.label} ${text(one.value)}`).join(", ")}`).join("; ");
    const edge = (words, at, height) => svg("text", { class: "name scale", x: at, y: height }, words);
    const ends = [...new Set([first, last])].map((time) => new Date(time).toISOString().slice(0, 10));
    return el("div", { class: "date-chart" },
        svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, class: "chart", role: "img", "aria-label": label },
            svg("path", { class: "axis", d: `M0 ${bottom}H${size.width}` }),
            [...new Set([low, high])].map((value) => edge(text(value), 14, y(value) + 4)),
            ends.map((date) => edge(dayText(date), x(date), size.height - 10)),
            lines.map(({ name, points }, k) => svg("g", { class: "kind kind-" + (k % 6) },
                svg("polyline", { class: "line",
                    points: points.map((one) => `${x(one.date)},${y(one.value)}`).join(" ") }),
                points.map((one) => svg("circle", { class: "dot", cx: x(one.date), cy: y(one.value),
                    r: points.length > 60 ? 1.5 : 3.5 },
                svg("title", {}, `${name}, ${one.label}: ${text(one.value)}`)))))),
        el("ul", { class: "legend" }, lines.map(({ name }, k) => el("li", {},
            svg("svg", { viewBox: "0 0 28 10", width: 28, height: 10, class: "chart kind kind-" + (k % 6),
                "aria-hidden": "true" }, svg("path", { class: "line", d: "M1 5H27" })), name))));
}
