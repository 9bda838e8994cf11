// A skeleton over a photo: one button as long as it is not chosen, then one for each of its keypoints.
import { confidenceOf } from "../sureness.js";
import { isVisible, keypointLabel, keypointName, poseName } from "./keypoint-names.js";
import { hueOf } from "../mask/mark.js";
import { svg } from "../../shell/dom.js";

/** Draws a pose; `places` are its keypoints on the screen, `chosen` the index of the chosen one or null. */
export function poseMark(pose, index, { places, world, skeleton, isSelected, chosen, onFocus }) {
    const lines = skeleton.filter((pair) => pair.every((k) => places[k]));
    const whole = isSelected ? { role: "group", "aria-label": poseName(pose, index) }
        : { role: "button", tabindex: 0, "aria-label": `${poseName(pose, index)}, ${confidenceOf(pose)}`, "aria-pressed": "false",
            onfocus: () => onFocus(0) };
    const radius = radiusFor(places);
    const named = isSelected ? pose.keypoints[chosen] : null;
    const top = places.reduce((best, one) => (one.y < best.y ? one : best), places[0] ?? { x: 0, y: 0 });
    return svg("g", { class: `pose-mark ${hueOf(index)}` + (isSelected ? " selected" : ""), ...whole,
        "data-test": "pose-" + (index + 1) },
    ["under", "over"].map((kind) => lines.map(([a, b]) => svg("line", {
        class: `bone ${kind}` + (isVisible(pose.keypoints[a]) && isVisible(pose.keypoints[b]) ? "" : " hidden"),
        x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y }))),
    places.map((place, k) => (isSelected
        ? point(pose, index, k, place, { world: world[k], radius, isChosen: k === chosen, onFocus })
        : svg("circle", { class: dotClass(pose.keypoints[k]), cx: place.x, cy: place.y, r: radius * 0.65 }))),
    named ? text(places[chosen], 18, keypointName(named, chosen)) : text(top, 12, poseName(pose, index)));
}

function point(pose, index, k, place, { world, radius, isChosen, onFocus }) {
    return svg("g", { class: "point" + (isChosen ? " selected" : ""), role: "button", tabindex: 0,
        "aria-label": keypointLabel(pose, index, k, world), "aria-pressed": String(isChosen),
        "data-test": `point-${index + 1}-${k + 1}`, onfocus: () => onFocus(k),
        transform: `translate(${place.x} ${place.y})` },
    svg("circle", { class: "point-halo", r: 12 }), svg("circle", { class: dotClass(pose.keypoints[k]), r: radius }));
}

/** The points of a small hand must not cover each other. */
function radiusFor(places) {
    const spans = ["x", "y"].map((axis) => places.map((one) => one[axis]))
        .map((values) => Math.max(...values) - Math.min(...values));
    return Math.min(5.5, Math.max(3, Math.max(...spans) / 30));
}

function text({ x, y }, above, words) {
    return svg("text", { class: "mark-text", x, y: Math.max(16, y - above), "aria-hidden": "true" }, words);
}

function dotClass(keypoint) { return "point-dot" + (isVisible(keypoint) ? "" : " hidden"); }
