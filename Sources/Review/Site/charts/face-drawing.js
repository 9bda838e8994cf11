// A face as it is printed, in radii of the full face around 0,0: the report's own drawing.
import { isCorrected } from "../end/scoring.js";
import { language } from "../strings/language.js";
import { svg } from "../shell/dom.js";
import { svgFragment } from "../shell/fragment.js";
import { toneOf } from "./confidence.js";

/** The drawings of the printed faces by their families; they are the same in each language.
    @type {Record<string, string>} */
const faces = (await import(`../reports/${language()}.js`)).faces;

/** The rings of a face, the outermost first. */
export function faceDrawing(face) {
    return svg("g", {}, svgFragment(faces[face.family] ?? ""));
}

/** The name of a marker's colour: sure, likely, unsure, confirmed as read, corrected. */
export function tone(arrow) {
    if (arrow.source === "person") return isCorrected(arrow) ? "person" : "confirmed";
    return toneOf(arrow.confidence);
}
