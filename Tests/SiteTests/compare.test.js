import assert from "node:assert/strict";
import test from "node:test";

const { chosenPair, counts, marksOf, sides } = await import("../../Sources/Review/Site/compare/differences.js");

const found = (label, x) => ({ label, confidence: 0.5, box: { x, y: 0, width: 10, height: 10 } });
const objects = [
    { first: found("cat", 20), second: found("dog", 21), agreed: false },
    { first: found("dog", 40), second: null, agreed: false },
    { first: null, second: found("cup", 70), agreed: false },
    { first: found("dog", 0), second: found("dog", 1), agreed: true },
];

test("what one detector found alone is counted for each", () => {
    assert.deepEqual(counts(objects), { first: 1, second: 1, other: 1, agreed: 1 });
    assert.deepEqual(counts([]), { first: 0, second: 0, other: 0, agreed: 0 });
});

test("both, one of them, or what differs is drawn, what differs above", () => {
    assert.deepEqual(sides, ["both", "first", "second"]);
    const shown = (side, onlyDifferences = false) => marksOf(objects, { side, onlyDifferences })
        .map(({ object, side: own, isAlone }) => `${object} ${own}${isAlone ? " alone" : ""}`);
    assert.deepEqual(shown("both"), ["3 first", "3 second", "0 first", "0 second", "1 first alone", "2 second alone"]);
    assert.deepEqual(shown("first"), ["3 first", "0 first", "1 first alone"]);
    assert.deepEqual(shown("second", true), ["0 second", "2 second alone"]);
});

test("a detector that is chosen twice changes places with the other", () => {
    const shown = { first: "a", second: "b" };
    assert.deepEqual(chosenPair(shown, "second", "c"), { first: "a", second: "c" });
    assert.deepEqual(chosenPair(shown, "second", "a"), { first: "b", second: "a" });
    assert.deepEqual(chosenPair(shown, "first", "b"), { first: "b", second: "a" });
});
