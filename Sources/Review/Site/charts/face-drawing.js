// A face as it is printed, in radii of the full face around 0,0.
import { isCorrected } from "../end/scoring.js";
import { svg } from "../shell/dom.js";
import { toneOf } from "./confidence.js";

/** The rings of a face, the outermost first. */
export function faceDrawing(face) {
    const rings = [...face.zones].reverse().map((zone) =>
        svg("circle", { r: zone.radius, fill: zone.fill, stroke: zone.line, class: "ring" }));
    const cross = svg("path", {
        d: "M-.012 0H.012M0-.012V.012", stroke: face.family === "card" ? "#FFFFFF" : "#33373D", class: "ring",
    });
    return svg("g", {}, rings, cross);
}

/** A small face with its arrows, for cards and lists; nothing in it can be chosen. */
export function smallFace(face, arrows, label) {
    const farthest =
        Math.max(0, ...arrows.filter((one) => one.score > 0)
            .map((one) => Math.hypot(one.normalizedX, one.normalizedY)));
    const edge = Math.min(Math.max((farthest || 1) * 1.15, face.outline * 0.4), face.outline * 1.04);
    return svg("svg",
        { viewBox: `${-edge} ${-edge} ${2 * edge} ${2 * edge}`, class: "face small", role: "img", "aria-label": label },
        faceDrawing(face),
        arrows.map((arrow) => dot(arrow, edge)));
}

function dot(arrow, edge) {
    const { normalizedX: x, normalizedY: y } = arrow;
    const room = edge * 0.94;
    const share = Math.min(1, room / Math.max(Math.abs(x), Math.abs(y), 1e-9));
    return svg("g", { transform: `translate(${x * share} ${y * share})` },
        svg("circle", { r: 0.056 * edge, fill: "#FFFFFF", stroke: "#15171A", "stroke-width": 0.008 * edge }),
        svg("circle", { r: 0.045 * edge, class: "fill-" + tone(arrow) }));
}

/** The name of a marker's colour: sure, likely, unsure, confirmed as read, corrected. */
export function tone(arrow) {
    if (arrow.source === "person") return isCorrected(arrow) ? "person" : "confirmed";
    return toneOf(arrow.confidence);
}
