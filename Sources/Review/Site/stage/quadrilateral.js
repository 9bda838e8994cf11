// Four corners in a photo, clockwise from the top left: their middle, what they frame, and how large that is.

/** The distance of two points. */
export function between(a, b) { return Math.hypot(a.x - b.x, a.y - b.y); }

/** The mean of the corners. */
export function middle(corners) {
    const [x, y] = ["x", "y"].map((axis) => corners.reduce((sum, one) => sum + one[axis], 0) / corners.length);
    return { x, y };
}

/** Whether a ray from the point crosses the edge an odd number of times. */
function isInside(corners, { x, y }) {
    return corners.reduce((isIn, a, k) => {
        const b = corners[(k + 1) % corners.length];
        const crosses = (a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
        return crosses ? !isIn : isIn;
    }, false);
}

/** Twice the area, by the shoelace formula: only the order counts. */
function areaOf(corners) {
    return Math.abs(corners.reduce((sum, a, k) => {
        const b = corners[(k + 1) % corners.length];
        return sum + a.x * b.y - b.x * a.y;
    }, 0));
}

/** Whether the way along the edge turns to the right at each corner: sides cross nowhere, and nothing is dented. */
export function isConvex(corners) {
    return corners.every((b, k) => {
        const [a, c] = [corners[(k + 3) % 4], corners[(k + 1) % 4]];
        return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
    });
}

/** Of all that has corners, the index of the smallest one that a point lies in; null for none. */
export function smallestUnder(all, point) {
    const under = all.map(({ corners }, index) => ({ corners: corners ?? [], index }))
        .filter(({ corners }) => isInside(corners, point)).sort((a, b) => areaOf(a.corners) - areaOf(b.corners));
    return under[0]?.index ?? null;
}

/** The corners as SVG's polygons have them. */
export function pointsOf(corners) { return (corners ?? []).map(({ x, y }) => `${x},${y}`).join(" "); }
