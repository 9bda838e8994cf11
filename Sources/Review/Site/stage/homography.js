// Maps between the photo and the plane of a face: nine numbers, row by row.

/** Maps a point; null where it lies at infinity. */
export function map(h, x, y) {
    const w = h[6] * x + h[7] * y + h[8];
    if (Math.abs(w) < 1e-12) return null;
    return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** The way back. */
export function inverse([a, b, c, d, e, f, g, h, i]) {
    const first = [e * i - f * h, c * h - b * i, b * f - c * e];
    const determinant = a * first[0] + d * first[1] + g * first[2];
    if (Math.abs(determinant) < 1e-24) return null;
    return [
        ...first,
        f * g - d * i, a * i - c * g, c * d - a * f,
        d * h - e * g, b * g - a * h, a * e - b * d,
    ].map((value) => value / determinant);
}

/** The map that takes four points to four others; null where three of them lie on a line. */
export function fromPairs(from, to) {
    const rows = [];
    from.forEach(({ x, y }, k) => {
        const { x: u, y: v } = to[k];
        rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
        rows.push([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
    });
    const solution = solve(rows);
    return solution && [...solution, 1];
}

/** Solves the linear equations whose right sides stand in each row's last place. */
function solve(rows) {
    const count = rows.length;
    for (let column = 0; column < count; column += 1) {
        let pivot = column;
        for (let row = column + 1; row < count; row += 1) {
            if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
        }
        if (Math.abs(rows[pivot][column]) < 1e-12) return null;
        [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
        for (let row = 0; row < count; row += 1) {
            if (row === column) continue;
            const factor = rows[row][column] / rows[column][column];
            for (let k = column; k <= count; k += 1) rows[row][k] -= factor * rows[column][k];
        }
    }
    return rows.map((row, k) => row[count] / row[k]);
}

/** Where a circle of the plane lies in the photo, as the text of an SVG path; parts behind the camera are left out. */
export function circlePath(toPhoto, radius, steps = 96) {
    let path = "";
    for (let k = 0; k < steps; k += 1) {
        const angle = (2 * Math.PI * k) / steps;
        const point = map(toPhoto, radius * Math.cos(angle), radius * Math.sin(angle));
        if (!point) return "";
        path += (k ? "L" : "M") + point.x.toFixed(2) + " " + point.y.toFixed(2);
    }
    return path + "Z";
}
