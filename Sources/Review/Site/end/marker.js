// An arrow on the photo or on the drawn face: a button of its own, as large on the screen at any zoom.
import { set, svg } from "../shell/dom.js";
import { arrowLabel } from "../charts/chip.js";
import { tone } from "../charts/face-drawing.js";

/** Makes a marker; `update` gives it its arrow, its place on the screen, its state, and the side of its label: that which
    no neighbour is on. */
export function makeMarker(number, test, onChoose) {
    const mark = svg("text", { class: "mark-text", "aria-hidden": "true" });
    const badge = svg("g", { class: "mark-badge", "aria-hidden": "true" },
        svg("circle", { r: 7 }), svg("text", { y: 4 }, "?"));
    // Hollow: the tip and the line beside it are what has to be judged.
    const dot = svg("circle", { r: 10.5, class: "mark-dot" });
    const node = svg("g", { class: "marker", role: "button", tabindex: 0, "data-test": test },
        svg("circle", { r: 22, class: "mark-target" }),
        svg("circle", { r: 16, class: "mark-halo" }),
        svg("circle", { r: 10.5, class: "mark-rim" }),
        dot, mark, badge);
    node.addEventListener("focus", () => onChoose(number));
    node.addEventListener("click", () => onChoose(number));
    node.update = (arrow, place, isSelected, side = { x: 1, y: -1 }) => {
        set(mark, { x: 15 * side.x, y: side.y < 0 ? -9 : 18, "text-anchor": side.x < 0 ? "end" : "start" });
        // Behind the label, where it covers no other tip.
        const behind = (arrow.mark.length > 1 ? 43 : 34) * side.x;
        set(badge, { transform: `translate(${behind} ${side.y < 0 ? -13.5 : 13.5})` });
        set(node, {
            transform: `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)})`,
            "aria-label": arrowLabel(arrow), "aria-pressed": String(isSelected),
            class: ["marker", isSelected ? "selected" : "", arrow.needsReview ? "doubt" : ""].join(" ").trim(),
            "data-score": arrow.mark,
        });
        dot.setAttribute("class", "mark-dot line-" + tone(arrow));
        mark.textContent = arrow.mark;
    };
    return node;
}
