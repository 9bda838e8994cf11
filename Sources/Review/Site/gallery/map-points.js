// Where photos lie on the map, which of them a lasso or a frame holds, and how many have which label.

/** How many labels have a colour of their own; the others share one. */
export const ownColours = 7;
/** The colours of the labels, the commonest first; the last is that of all others. They are told apart on light and dark. */
export const colours = ["#D55E00", "#2E86C9", "#009E73", "#CC79A7", "#E69F00", "#8C6BB1", "#56B4E9", "#8A8F98"];

/** The server's map: each photo's place by its number, from 0 to 1.
    @param {{ steps: number[], points: string }} told */
export function readMap({ steps, points }) {
    const bytes = atob(points);
    const at = (place) => (bytes.charCodeAt(place) + 256 * bytes.charCodeAt(place + 1)) / 65535;
    const places = new Map();
    let job = 0;
    steps.forEach((step, k) => {
        job += step;
        places.set(job, [at(4 * k), at(4 * k + 2)]);
    });
    return places;
}

/** The photos of a list that have a place, with their colours; a copy lies where its original does.
    @param {{ job: number, original?: number, label?: string }[]} rows @param {Map<number, number[]>} places */
export function placed(rows, places) {
    const own = [];
    for (const row of rows) {
        const place = places.get(row.job) ?? places.get(row.original);
        if (place) own.push({ row, place });
    }
    const counts = new Map();
    for (const { row } of own) if (row.label) counts.set(row.label, (counts.get(row.label) ?? 0) + 1);
    const labels = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, ownColours);
    const colourOf = new Map(labels.map(([label], k) => [label, k]));
    const points = { count: own.length, jobs: own.map(({ row }) => row.job), x: new Float32Array(own.length),
        y: new Float32Array(own.length), colour: new Uint8Array(own.length) };
    own.forEach(({ row, place: [x, y] }, k) => {
        points.x[k] = x;
        points.y[k] = y;
        points.colour[k] = colourOf.get(row.label) ?? colours.length - 1;
    });
    const others = own.length - labels.reduce((sum, [, count]) => sum + count, 0);
    return { points, without: rows.length - own.length,
        legend: [...labels.map(([label, count], k) => ({ label, count, colour: k })),
            ...(others ? [{ label: null, count: others, colour: colours.length - 1 }] : [])] };
}

/** The photos of a colour. */
export function jobsOfColour({ count, jobs, colour }, wanted) {
    return Array.from({ length: count }, (_, k) => k).filter((k) => colour[k] === wanted).map((k) => jobs[k]);
}

/** The photos within a line that is closed from its end to its beginning, by how often one leaves it (even-odd).
    @param {any} points @param {number[][]} line Corners from 0 to 1. */
export function jobsInLasso({ count, jobs, x, y }, line) {
    const [xs, ys] = [line.map((one) => one[0]), line.map((one) => one[1])];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const found = [];
    for (let k = 0; k < count; k += 1) {
        const [px, py] = [x[k], y[k]];
        if (px < left || px > right || py < top || py > bottom) continue;
        let isIn = false;
        for (let i = 0, j = xs.length - 1; i < xs.length; j = i, i += 1) {
            if ((ys[i] > py) !== (ys[j] > py) && px < (xs[j] - xs[i]) * (py - ys[i]) / (ys[j] - ys[i]) + xs[i]) isIn = !isIn;
        }
        if (isIn) found.push(jobs[k]);
    }
    return found;
}

/** The photos in a frame between two corners, its edges with it.
    @param {any} points @param {number[]} from @param {number[]} to */
export function jobsInFrame({ count, jobs, x, y }, from, to) {
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [top, bottom] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const found = [];
    for (let k = 0; k < count; k += 1) if (x[k] >= left && x[k] <= right && y[k] >= top && y[k] <= bottom) found.push(jobs[k]);
    return found;
}

/** The photo nearest to a place; null where none is within the reach, of which there is one across and one down.
    @param {any} points @param {number[]} place @param {number[]} reach */
export function nearestJob({ count, jobs, x, y }, place, reach) {
    const [px, py] = place;
    const [across, down] = reach;
    let [best, least] = [null, 1];
    for (let k = 0; k < count; k += 1) {
        const distance = ((x[k] - px) / across) ** 2 + ((y[k] - py) / down) ** 2;
        if (distance <= least) [best, least] = [jobs[k], distance];
    }
    return best;
}
