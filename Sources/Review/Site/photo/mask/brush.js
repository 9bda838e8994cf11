// What a stroke of a round brush does to a mask.
import { decode, encode } from "./rle.js";

/** A mask with all pixels along a stroke set to 1 or 0; points and the brush's width are in the mask's pixels. */
export function painted(mask, points, brush, value) {
    const pixels = decode(mask);
    points.forEach((to, k) => line(pixels, mask.size, points[k - 1] ?? to, to, brush / 2, value));
    return encode(pixels, mask.size);
}

/** A mask without any pixel. */
export function emptyMask(size) {
    return encode(new Uint8Array(size[0] * size[1]), size);
}

/** Every pixel whose middle is within reach of a line; the one under its end is always. */
function line(pixels, [height, width], a, b, reach, value) {
    const [left, right] = span(a.x, b.x, reach, width);
    const [top, bottom] = span(a.y, b.y, reach, height);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    for (let x = left; x <= right; x += 1) {
        for (let y = top; y <= bottom; y += 1) {
            const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y];
            const share = length ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
            const [ox, oy] = [px - share * dx, py - share * dy];
            if (ox * ox + oy * oy <= reach * reach) pixels[x * height + y] = value;
        }
    }
    const [x, y] = [Math.floor(b.x), Math.floor(b.y)];
    if (x >= 0 && y >= 0 && x < width && y < height) pixels[x * height + y] = value;
}

function span(a, b, reach, size) {
    return [Math.max(0, Math.floor(Math.min(a, b) - reach)), Math.min(size - 1, Math.ceil(Math.max(a, b) + reach))];
}
