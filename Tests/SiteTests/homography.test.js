import assert from "node:assert/strict";
import test from "node:test";
import { circlePath, fromPairs, inverse, map } from "../../Sources/Review/Site/stage/homography.js";

const square = [{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }];
const seen = [{ x: 100, y: 120 }, { x: 410, y: 90 }, { x: 450, y: 400 }, { x: 80, y: 380 }];

function near(a, b, within = 1e-6) { assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < within, JSON.stringify([a, b])); }

test("four pairs give the map between them, and its inverse leads back", () => {
    const h = fromPairs(square, seen);
    square.forEach(({ x, y }, k) => near(map(h, x, y), seen[k]));
    const back = inverse(h);
    for (const { x, y } of [{ x: 0, y: 0 }, { x: 0.3, y: -0.7 }, { x: -1.4, y: 1.2 }]) {
        const pixel = map(h, x, y);
        near(map(back, pixel.x, pixel.y), { x, y });
    }
});

test("there is no map where three points lie on a line, no way back from a flat one, and no place at infinity", () => {
    assert.equal(fromPairs([{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 2 }, { x: 0, y: 1 }], seen), null);
    assert.equal(inverse([1, 2, 3, 2, 4, 6, 0, 0, 1]), null);
    assert.equal(map([1, 0, 0, 0, 1, 0, 1, 0, -1], 1, 5), null);
});

test("a circle's path goes around it and is left out where it reaches infinity", () => {
    const numbers = circlePath([50, 0, 10, 0, 50, 20, 0, 0, 1], 2, 8).match(/-?[\d.]+/g).map(Number);
    assert.equal(numbers.length, 16);
    for (let k = 0; k < 16; k += 2) {
        assert.ok(Math.abs(Math.hypot(numbers[k] - 10, numbers[k + 1] - 20) - 100) < 0.02);
    }
    assert.equal(circlePath([1, 0, 0, 0, 1, 0, 1, 0, -1], 1, 4), "");
});
