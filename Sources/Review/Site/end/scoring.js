// What an arrow counts, in the page, while it is being dragged; the server stores the score that the page sends.

/** How far from the centre an arrow may be put. */
const farthest = 1.5;
/** A move of no more than this is no adjustment. */
export const leastMove = 0.01;

/** The score of a place on a face: `{score, isX}`. */
export function scoreAt(position, face, session) {
    const distance = Math.hypot(position.x, position.y);
    const width = session.shaft / 2 / face.radius;
    const reach = session.lineRule === "higher" ? distance - width : distance + width;
    const zone = face.zones.find((one) => reach <= one.radius + 1e-9);
    return zone ? { score: zone.score, isX: zone.isX } : { score: 0, isX: false };
}

/** What a sheet shows: `X`, a number or `M`. */
export function markOf({ score, isX }) {
    return isX ? "X" : score === 0 ? "M" : String(score);
}

/** The value that a button of the scoring system stands for: an X counts the best; a 10 that is entered is a 10 and no X. */
export function valueOf(mark, marks) {
    return mark === "X" ? { score: Number(marks.find((one) => one !== "X")), isX: true } : mark === "M" ? { score: 0, isX: false }
        : { score: Number(mark), isX: false };
}

/** Holds a place within what can be dragged to. */
export function clamped({ x, y }) {
    return { x: Math.min(farthest, Math.max(-farthest, x)), y: Math.min(farthest, Math.max(-farthest, y)) };
}

/** Whether an arrow was corrected; one that was only confirmed is as the model read it. */
export function isCorrected(arrow) {
    return arrow.source === "person" && Boolean(arrow.manual) && !arrow.manual.isOnlyConfirmed;
}

/** How a type of face is drawn and counts, whether the session has seen one or not. */
export function drawnFace(session, type) {
    return session.faceTypes?.[type] ?? session.faces[type] ?? null;
}

/** From the highest down, X before 10. */
export function inOrder(arrows) {
    return [...arrows].sort((a, b) => b.score - a.score || Number(b.isX) - Number(a.isX) || a.number - b.number
        || a.photo - b.photo);
}

/** What arrows count together: of more than an end may have only the lowest count. */
export function tally(arrows, perEnd) {
    const sorted = inOrder(arrows);
    const counted = perEnd > 0 ? sorted.slice(Math.max(sorted.length - perEnd, 0)) : sorted;
    return {
        score: counted.reduce((sum, arrow) => sum + arrow.score, 0),
        arrows: counted.length,
        surplus: sorted.length - counted.length,
        missing: perEnd > 0 ? Math.max(perEnd - sorted.length, 0) : 0,
    };
}

/** The chip's colour: X red, 10 green, 8 and 9 blue, 6 and 7 orange, the rest grey. */
export function kindOf({ score, isX }) {
    if (isX) return "x";
    return score >= 10 ? "ten" : score >= 8 ? "high" : score >= 6 ? "middle" : "low";
}
