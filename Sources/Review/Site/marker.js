// An arrow on the photo or on the drawn face: a button of its own, as large on the screen at any zoom.
import { set, svg } from "./dom.js";
import { arrowLabel } from "./chip.js";
import { tone } from "./face-drawing.js";

/** Makes a marker; `update` gives it its arrow, its place on the screen and its state. */
export function makeMarker(number, test, onChoose) {
    const mark = svg("text", { class: "mark-text", x: 0, y: -13, "aria-hidden": "true" });
    const badge = svg("g", { class: "mark-badge", "aria-hidden": "true" },
        svg("circle", { cx: 10, cy: 9, r: 7 }), svg("text", { x: 10, y: 13 }, "?"));
    const dot = svg("circle", { r: 7.5, class: "mark-dot" });
    const node = svg("g", { class: "marker", role: "button", tabindex: 0, "data-test": test },
        svg("circle", { r: 22, class: "mark-target" }),
        svg("circle", { r: 15, class: "mark-halo" }),
        svg("circle", { r: 9.5, class: "mark-rim" }),
        dot, svg("circle", { r: 2.5, class: "mark-core" }), mark, badge);
    node.addEventListener("focus", () => onChoose(number));
    node.addEventListener("click", () => onChoose(number));
    node.update = (arrow, place, isSelected) => {
        set(node, {
            transform: `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)})`,
            "aria-label": arrowLabel(arrow), "aria-pressed": String(isSelected),
            class: ["marker", isSelected ? "selected" : "", arrow.needsReview ? "doubt" : ""].join(" ").trim(),
            "data-score": arrow.mark,
        });
        dot.setAttribute("class", "mark-dot fill-" + tone(arrow));
        mark.textContent = arrow.mark;
    };
    return node;
}
