// The edge of a mask as a path along the sides of its pixels: exact at any zoom, holes as well.
import { decode } from "./rle.js";

const known = new Map();
const kept = 400;

/** The path, the box and a middle point of a mask, in its own pixels; remembered, as most masks stay as they are. */
export function outlineOf(mask) {
    const key = mask.size + ":" + mask.counts;
    const found = known.get(key) ?? trace(decode(mask), mask.size);
    known.delete(key);
    known.set(key, found);
    if (known.size > kept) known.delete(known.keys().next().value);
    return found;
}

/** Whether a point in a mask's own pixels is on it. */
export function isOn(mask, { x, y }) {
    const { box } = outlineOf(mask);
    if (!box || x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height) return false;
    return decode(mask)[Math.floor(x) * mask.size[0] + Math.floor(y)] === 1;
}

/** Walks around each piece and each hole with the mask at the right hand. */
function trace(pixels, [height, width]) {
    const { box, middle } = extent(pixels, height);
    if (!box) return { path: "", box, middle };
    const at = (x, y) => x >= 0 && y >= 0 && x < width && y < height && pixels[x * height + y] === 1;
    const seen = new Set();
    const parts = [];
    for (let x = box.x; x < box.x + box.width; x += 1) {
        for (let y = box.y; y <= box.y + box.height; y += 1) {
            if (!at(x, y) || at(x, y - 1) || seen.has(y * width + x)) continue;
            parts.push(walk(at, x, y, (px, py) => seen.add(py * width + px)));
        }
    }
    return { path: parts.join(""), box, middle };
}

// Right, down, left, up; the pixels ahead of a corner, to the left and to the right of the way.
const steps = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const ahead = [[[0, -1], [0, 0]], [[0, 0], [-1, 0]], [[-1, 0], [-1, -1]], [[-1, -1], [0, -1]]];

function walk(at, startX, startY, note) {
    let [x, y, way] = [startX, startY, 0];
    let text = `M${x} ${y}`;
    do {
        if (way === 0) note(x, y);
        x += steps[way][0];
        y += steps[way][1];
        const [left, right] = ahead[way].map(([dx, dy]) => at(x + dx, y + dy));
        const turn = !right ? 1 : left ? 3 : 0;
        if (turn) {
            text += way % 2 ? `V${y}` : `H${x}`;
            way = (way + turn) % 4;
        }
    } while (x !== startX || y !== startY || way !== 0);
    return text + "Z";
}

/** The box of a mask, and the middle of its longest run down a column: the box's own may be beside the mask. */
function extent(pixels, height) {
    let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
    let [longest, middle] = [0, null];
    for (let k = pixels.indexOf(1); k >= 0; k = pixels.indexOf(1, k + 1)) {
        const x = Math.floor(k / height);
        const y = k - x * height;
        // A run may go on in the next column.
        const next = pixels.indexOf(0, k);
        const end = Math.min(next < 0 ? pixels.length : next, (x + 1) * height);
        [left, right] = [Math.min(left, x), x];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, end - 1 - x * height)];
        if (end - k > longest) [longest, middle] = [end - k, { x: x + 0.5, y: y + (end - k) / 2 }];
        k = end - 1;
    }
    const box = right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
    return { box, middle };
}
