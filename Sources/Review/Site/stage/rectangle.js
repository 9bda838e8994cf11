// Boxes in a photo: what lies under a point.

/** Of all that has a box, those that a point lies in, as index and box, the smallest first.
    @param {{ box: import("./viewport.js").Rectangle }[]} all @param {import("./viewport.js").Point} point */
export function boxesUnder(all, { x, y }) {
    return all.map(({ box }, index) => ({ index, box })).filter(({ box }) =>
        x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height)
        .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
}
