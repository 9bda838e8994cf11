// Draws a hundred thousand points: straight into the picture's bytes, in one go.
import { colours } from "./map-points.js";

/** What is left of a picture around the points, in CSS pixels. */
export const margin = 10;

/** A colour as a picture of 32-bit numbers has it. */
function word(colour, alpha) {
    const number = parseInt(colour.slice(1), 16);
    return ((alpha << 24) | ((number & 255) << 16) | (number & 0xFF00) | (number >> 16)) >>> 0;
}

/** Draws the points; what is chosen is larger, with an edge where that is little, and above all others, which step back then.
    @param {HTMLCanvasElement} canvas @param {any} points @param {(job: number) => boolean} isChosen
    @param {{ isAnyChosen: boolean, edge: string, scale: number }} look `edge` is the colour around what is chosen. */
export function drawPoints(canvas, points, isChosen, { isAnyChosen, edge, scale }) {
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    const picture = context.createImageData(width, height);
    const pixels = new Uint32Array(picture.data.buffer);
    const dot = (k, side, colour) => {
        const half = side >> 1;
        const left = Math.round(margin * scale + points.x[k] * (width - 2 * margin * scale)) - half;
        const top = Math.round(margin * scale + points.y[k] * (height - 2 * margin * scale)) - half;
        for (let row = Math.max(0, top); row < Math.min(height, top + side); row += 1) {
            pixels.fill(colour, row * width + Math.max(0, left), row * width + Math.min(width, left + side));
        }
    };
    const small = Math.max(2, Math.round((points.count > 20_000 ? 2 : points.count > 2000 ? 4 : 6) * scale));
    const plain = colours.map((one) => word(one, isAnyChosen ? 90 : 230));
    const chosen = [];
    for (let k = 0; k < points.count; k += 1) {
        if (isAnyChosen && isChosen(points.jobs[k])) chosen.push(k);
        else dot(k, small, plain[points.colour[k]]);
    }
    const full = colours.map((one) => word(one, 255));
    // Edges of thousands would be all that is seen.
    const isEdged = chosen.length <= 2000;
    if (isEdged) for (const k of chosen) dot(k, small + 2 * Math.ceil(scale) + 2, word(edge, 255));
    for (const k of chosen) dot(k, small + (isEdged ? 2 : 1), full[points.colour[k]]);
    context.putImageData(picture, 0, 0);
}

/** Draws the lasso, or the frame and the cross of the keys, above the points.
    @param {HTMLCanvasElement} canvas @param {{ line?: number[][], frame?: number[][], cross?: number[] }} shown
    @param {{ colour: string, scale: number }} look */
export function drawLines(canvas, { line = null, frame = null, cross = null }, { colour, scale }) {
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const inner = [width, height].map((one) => one - 2 * margin * scale);
    /** @param {number[]} place */
    const at = (place) => place.map((one, k) => margin * scale + one * inner[k]);
    Object.assign(context, { strokeStyle: colour, fillStyle: colour + "22", lineWidth: 2 * scale });
    if (line?.length) {
        context.beginPath();
        line.forEach((one, k) => { const [x, y] = at(one); if (k) context.lineTo(x, y); else context.moveTo(x, y); });
        context.closePath();
        context.fill();
        context.stroke();
    }
    if (frame) {
        const [[ax, ay], [bx, by]] = frame.map(at);
        context.fillRect(ax, ay, bx - ax, by - ay);
        context.strokeRect(ax, ay, bx - ax, by - ay);
    }
    if (cross) {
        const [x, y] = at(cross);
        context.beginPath();
        for (const [dx, dy] of [[10, 0], [0, 10]]) {
            context.moveTo(x - dx * scale, y - dy * scale);
            context.lineTo(x + dx * scale, y + dy * scale);
        }
        context.stroke();
    }
}
