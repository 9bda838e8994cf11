// A photo's manual state as the server takes it, and what the end looks like under it before the server has answered.
import { inverse, map } from "../stage/homography.js";
import { drawnFace, leastMove, markOf, scoreAt } from "./scoring.js";

/** Places that differ by less are one: they are sent with five or six decimals. */
const samePlace = 1e-5;

/**
 * What an arrow is by hand.
 *
 * @typedef {object} Value
 * @property {number} score
 * @property {boolean} isX
 * @property {import("../stage/viewport.js").Point | null} position
 * @property {number | null} face
 * @property {boolean} isRemoved
 * @property {boolean} [isOnlyConfirmed]
 */

/**
 * The whole manual state of a photo.
 *
 * @typedef {object} EndReview
 * @property {{ number: number, value: Value }[]} arrows
 * @property {{ number: number, archer: string }[]} archers
 * @property {{ index: number, type: string, homography: number[] }[]} faces
 * @property {boolean} isConfirmed
 * @property {boolean} isSkipped
 */

/**
 * An arrow as the server tells it.
 *
 * @typedef {object} Arrow
 * @property {number} number
 * @property {number} photo Its photo's index in the end.
 * @property {number | null} face
 * @property {number | null} normalizedX
 * @property {number | null} normalizedY
 * @property {number | null} pixelX
 * @property {number | null} pixelY
 * @property {boolean} isPlaced
 * @property {import("../stage/viewport.js").Point | null} nock
 * @property {"arrow" | string} kind
 * @property {number} score
 * @property {boolean} isX
 * @property {string} mark
 * @property {number} confidence
 * @property {"model" | "person"} source
 * @property {boolean} needsReview
 * @property {string[]} reviewReasons
 * @property {boolean} wasAdjusted
 * @property {string | null} archer
 * @property {boolean} archerByHand
 * @property {Value | null} manual
 * @property {Partial<Arrow> | null} read What the model had read.
 */

/** The state of a photo as the server last sent it.
    @returns {EndReview} */
export function reviewOf(end, index) {
    const photo = end.photos[index];
    const arrows = end.arrows.filter((arrow) => arrow.photo === index);
    return {
        // A skipped photo is in no end, so the server may tell its corrections with the photo itself.
        arrows: photo.manual ?? [
            ...arrows.filter((arrow) => arrow.manual).map((arrow) => ({ number: arrow.number, value: arrow.manual })),
            ...(photo.removed ?? []).map((arrow) => ({ number: arrow.number, value: arrow.manual })),
        ].sort((a, b) => a.number - b.number),
        archers: photo.archers ?? arrows.filter((arrow) => arrow.archerByHand && arrow.archer !== null)
            .map((arrow) => ({ number: arrow.number, archer: arrow.archer })),
        faces: photo.faces.flatMap(
            (face, k) => (face.isCorrected ? [{ index: k, type: face.type, homography: face.homography }] : [])),
        isConfirmed: photo.isConfirmed,
        isSkipped: photo.isSkipped,
    };
}

/** What a photo's faces are under a state. */
export function facesOf(photo, review) {
    const faces = photo.faces.map((face) => ({ ...face }));
    for (const { index, type, homography } of review.faces) {
        faces[index] = { ...(faces[index] ?? { sizeAssumed: false }), type, homography, isCorrected: true };
    }
    return faces.filter(Boolean).map((face) => ({ ...face, toPhoto: inverse(face.homography) }));
}

/** The arrows of one photo under a state, as the server would tell them.
    @returns {Arrow[]} */
export function arrowsOf(end, index, review, session) {
    const photo = end.photos[index];
    const faces = facesOf(photo, review);
    const given = new Map(review.arrows.map((arrow) => [arrow.number, arrow.value]));
    const archers = new Map(review.archers.map((one) => [one.number, one.archer]));
    const models = modelsOf(end, index, photo);
    const numbers = [...new Set([...models.keys(), ...given.keys()])].sort((a, b) => a - b);
    return numbers.flatMap((number) => {
        const value = given.get(number);
        if (value?.isRemoved) return [];
        const model = models.get(number);
        const read = model && placedAgain(model, photo, faces, session);
        const arrow = value ? manual(number, value, read, faces) : { ...read };
        if (review.isConfirmed) Object.assign(arrow, { source: "person", needsReview: false, reviewReasons: [] });
        const archer = archers.get(number);
        return [{ ...arrow, photo: index, archer: archer ?? (model?.archerByHand ? null : model?.archer ?? null),
            archerByHand: archer !== undefined }];
    });
}

/** The arrows that the model read and the reviewer removed: number and mark. */
export function removedOf(end, index, review) {
    const models = modelsOf(end, index, end.photos[index]);
    return review.arrows.filter(({ number, value }) => value.isRemoved && models.has(number))
        .map(({ number }) => ({ number, mark: models.get(number).mark }));
}

/** What the model read, by number, whatever was corrected since. */
function modelsOf(end, index, photo) {
    const models = new Map();
    for (const arrow of end.arrows) {
        if (arrow.photo !== index) continue;
        if (!arrow.manual) models.set(arrow.number, arrow);
        else if (arrow.read) models.set(arrow.number, asRead(arrow));
    }
    for (const { number, read } of photo.removed ?? []) {
        if (read) models.set(number, asRead({ number, kind: "arrow", nock: null }, read));
    }
    return models;
}

function asRead(arrow, read = arrow.read) {
    return {
        ...arrow, ...read, source: "model", manual: null, isPlaced: true, wasAdjusted: false, needsReview: false,
        reviewReasons: [],
    };
}

/** A corrected face moves under its arrows: they keep their pixels and count anew. */
function placedAgain(model, photo, faces, session) {
    const face = faces[model.face ?? -1];
    const sent = photo.faces[model.face ?? -1];
    if (!face || !sent || (face.homography === sent.homography && face.type === sent.type)
        || model.pixelX === null) return model;
    const place = map(face.homography, model.pixelX, model.pixelY);
    const drawn = drawnFace(session, face.type);
    if (!place || !drawn) return model;
    const counted = scoreAt(place, drawn, session);
    return { ...model, normalizedX: place.x, normalizedY: place.y, ...counted, mark: markOf(counted) };
}

function manual(number, value, read, faces) {
    const arrow = {
        ...(read ?? { face: null, normalizedX: null, normalizedY: null, pixelX: null, pixelY: null, kind: "arrow",
            nock: null, isPlaced: false }),
        number, score: value.score, isX: value.isX, mark: markOf(value), confidence: 1, source: "person",
        needsReview: false, reviewReasons: [], wasAdjusted: false, read: read ?? null, manual: value,
    };
    const index = value.face ?? read?.face ?? 0;
    const face = faces[index];
    const pixel = value.position && face?.toPhoto && pixelOf(value, read?.face === index ? read : null, face);
    if (!pixel) return arrow;
    return {
        ...arrow, face: index, normalizedX: value.position.x, normalizedY: value.position.y, pixelX: pixel.x,
        pixelY: pixel.y,
        isPlaced: true,
        wasAdjusted: !read
            || Math.hypot(value.position.x - read.normalizedX, value.position.y - read.normalizedY) > leastMove,
    };
}

/** Where a value puts an arrow in the photo. A place that is the model's own may lie beside where the map has its pixel, on
    a card that curls: then it stays at the pixel that was read. The same rule as in the server's `Correction.Value`. */
function pixelOf({ position, isOnlyConfirmed }, read, face) {
    const beside = read && { x: position.x - read.normalizedX, y: position.y - read.normalizedY };
    const isRead = read && (isOnlyConfirmed || Math.hypot(beside.x, beside.y) < samePlace);
    const seen = isRead && map(face.homography, read.pixelX, read.pixelY);
    return seen ? map(face.toPhoto, seen.x + beside.x, seen.y + beside.y) : map(face.toPhoto, position.x, position.y);
}

/** The smallest number that no arrow of a photo has. */
export function freeNumber(end, index, review) {
    const taken = new Set(
        [...modelsOf(end, index, end.photos[index]).keys(), ...review.arrows.map((arrow) => arrow.number)]);
    let number = 1;
    while (taken.has(number)) number += 1;
    return number;
}

/** The one arrow that a step was about; null where it was about more or about something else. */
export function changedArrow(before, after) {
    const texts = [before,
        after].map((review) => new Map(review.arrows.map((one) => [one.number, JSON.stringify(one.value)])));
    const numbers = new Set([...texts[0].keys(), ...texts[1].keys()]);
    const changed = [...numbers].filter((number) => texts[0].get(number) !== texts[1].get(number));
    return changed.length === 1 ? changed[0] : null;
}
