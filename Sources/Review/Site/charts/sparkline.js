// A line without words, for a table.
import { svg } from "../shell/dom.js";

/** A line of values; `label` says what it shows. */
export function sparkline(values, label) {
    const high = Math.max(...values, 1e-9);
    const points = values.map(
        (value, k) => `${values.length > 1 ? (k / (values.length - 1)) * 100 : 50},${26 - (value / high) * 23}`);
    return svg("svg",
        { viewBox: "0 0 100 28", class: "spark", role: "img", "aria-label": label, preserveAspectRatio: "none" },
        svg("polyline", { class: "line", points: points.join(" ") }));
}
