import assert from "node:assert/strict";
import test from "node:test";
import { clamped, inOrder, kindOf, markOf, scoreAt, tally, valueOf } from "../../Sources/Review/Site/end/scoring.js";

const face = { radius: 100, zones: [
    { radius: 0.05, score: 10, isX: true }, { radius: 0.1, score: 10, isX: false }, { radius: 0.2, score: 9, isX: false },
] };

test("a shaft that touches a line counts the higher zone, or the lower where the rule says so", () => {
    const touching = { x: 0.12, y: 0 };
    assert.deepEqual(scoreAt(touching, face, { shaft: 5, lineRule: "higher" }), { score: 10, isX: false });
    assert.deepEqual(scoreAt(touching, face, { shaft: 5, lineRule: "lower" }), { score: 9, isX: false });
    assert.deepEqual(scoreAt({ x: 0, y: 0.05 }, face, { shaft: 0, lineRule: "higher" }), { score: 10, isX: true });
    assert.deepEqual(scoreAt({ x: 1, y: 1 }, face, { shaft: 5, lineRule: "higher" }), { score: 0, isX: false });
});

test("marks stand for values and back; an X counts the best", () => {
    const marks = ["X", "10", "9", "M"];
    for (const mark of marks) assert.equal(markOf(valueOf(mark, marks)), mark);
    assert.deepEqual(valueOf("X", ["X", "6", "5"]), { score: 6, isX: true });
});

test("of more arrows than an end may have only the lowest count", () => {
    const arrows = [10, 9, 3, 8].map((score, k) => ({ score, isX: false, number: k + 1, photo: 0 }));
    assert.deepEqual(tally(arrows, 3), { score: 20, arrows: 3, surplus: 1, missing: 0 });
    assert.deepEqual(tally(arrows, 6), { score: 30, arrows: 4, surplus: 0, missing: 2 });
    assert.deepEqual(tally(arrows, 0), { score: 30, arrows: 4, surplus: 0, missing: 0 });
});

test("X stands before 10, and of equals the smaller number", () => {
    const arrows = [[10, false, 2], [10, true, 3], [10, false, 1]]
        .map(([score, isX, number]) => ({ score, isX, number, photo: 0 }));
    assert.deepEqual(inOrder(arrows).map(({ number }) => number), [3, 1, 2]);
});

test("a place stays within reach, and each score has its colour", () => {
    assert.deepEqual(clamped({ x: 9, y: -9 }), { x: 1.5, y: -1.5 });
    assert.deepEqual([[10, true], [10, false], [8, false], [6, false], [5, false]]
        .map(([score, isX]) => kindOf({ score, isX })), ["x", "ten", "high", "middle", "low"]);
});
