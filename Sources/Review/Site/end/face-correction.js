// Where a face lies, by its rim: four points of the photo and the same four of the plane.
import { fromPairs, map } from "../stage/homography.js";
import { facesOf } from "./review-state.js";
import { clamped, drawnFace, markOf, scoreAt } from "./scoring.js";

/** The rim's right, bottom, left and top, in the plane and in the photo. */
export function rimOf(face, drawn) {
    const reach = drawn?.outline ?? 1;
    const plane = [[reach, 0], [0, reach], [-reach, 0], [0, -reach]].map(([x, y]) => ({ x, y }));
    return { plane, pixels: plane.map(({ x, y }) => map(face.toPhoto, x, y)) };
}

/** The homography of a circle in the middle of a photo, for one that has no face. */
export function circleInMiddle({ width, height }, outline) {
    const radius = (0.35 * Math.min(width, height)) / outline;
    return [1 / radius, 0, -width / 2 / radius, 0, 1 / radius, -height / 2 / radius, 0, 0, 1];
}

/**
 * An editor's state with a face's rim elsewhere; null where the points make no face.
 *
 * Arrows placed on it by hand keep their pixels too and count anew; what was only counted keeps its score.
 */
export function withFace(editor, face, pixels, plane) {
    const { review, session } = editor;
    const homography = fromPairs(pixels, plane);
    const old = facesOf(editor.photo, review)[face];
    if (!homography || !old || !homography.every(Number.isFinite)) return null;
    const drawn = editor.drawn(face);
    const arrows = review.arrows.map(({ number, value }) => {
        if (!value.position || (value.face ?? 0) !== face || !drawn) return { number, value };
        const pixel = map(old.toPhoto, value.position.x, value.position.y);
        const place = pixel && map(homography, pixel.x, pixel.y);
        if (!place) return { number, value };
        // A score that is not that of its place was entered by hand: it stays.
        const wasCounted = markOf(scoreAt(value.position, drawn, session)) === markOf(value);
        const moved = { ...value, position: clamped(place) };
        return { number, value: wasCounted ? { ...moved, ...scoreAt(place, drawn, session) } : moved };
    });
    return { ...review, arrows, faces: facesWith(review, { index: face, type: old.type, homography }) };
}

/** An editor's state with a face of another type in the same place; what was counted on it counts anew.
    @param {any} _ */
export function withType({ photo, review, session }, face, type) {
    const old = facesOf(photo, review)[face];
    const [before, now] = [drawnFace(session, old.type), drawnFace(session, type)];
    const arrows = review.arrows.map(({ number, value }) => {
        const isCounted = value.position && (value.face ?? 0) === face && before && now
            && markOf(scoreAt(value.position, before, session)) === markOf(value);
        return { number, value: isCounted ? { ...value, ...scoreAt(value.position, now, session) } : value };
    });
    return { ...review, arrows, faces: facesWith(review, { index: face, type, homography: old.homography }) };
}

function facesWith({ faces }, changed) {
    return [...faces.filter((one) => one.index !== changed.index), changed].sort((a, b) => a.index - b.index);
}
