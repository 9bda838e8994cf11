import assert from "node:assert/strict";
import test from "node:test";
import "./support.js";

const { confidenceText, isSure, levelOf, toneOf, useLevels } = await import("../../Sources/Review/Site/charts/confidence.js");
const { isDoubtful, sureness } = await import("../../Sources/Review/Site/photo/sureness.js");
const { tone } = await import("../../Sources/Review/Site/charts/face-drawing.js");
const { chip, notesOf } = await import("../../Sources/Review/Site/charts/chip.js");

const levels = (all) => all.map(levelOf);

test("words and colours begin where the documents have them", () => {
    assert.deepEqual(levels([1, 0.9, 0.89, 0.7, 0.69, 0.5, 0.49, 0]),
        ["veryHigh", "veryHigh", "high", "high", "moderate", "moderate", "low", "low"]);
    assert.deepEqual([0.7, 0.69, 0.5, 0.49].map(toneOf), ["sure", "likely", "likely", "unsure"]);
    assert.equal(confidenceText(0.873), "87.3%, high");
    assert.equal(confidenceText(0.97, 0), "97%, very high");
});

test("where the server has other bounds, every colour, word and doubt goes by those", () => {
    useLevels({ confidenceLevels: [0.8, 0.6, 0.1] });
    assert.deepEqual(levels([0.8, 0.79, 0.6, 0.59, 0.1, 0.09]),
        ["veryHigh", "high", "high", "moderate", "moderate", "low"]);
    assert.deepEqual([0.6, 0.59, 0.09].map((confidence) => tone({ source: "model", confidence })),
        ["sure", "likely", "unsure"]);
    assert.deepEqual([isSure(0.6), isDoubtful({ confidence: 0.6 }), isDoubtful({ confidence: 0.59 })], [true, false, true]);
    assert.equal(sureness({ confidence: null }), "person");
    useLevels({});
    assert.equal(levelOf(0.8), "veryHigh");
    useLevels({ confidenceLevels: [0.9, 0.7, 0.5] });
});

test("a corrected arrow, and one that was confirmed, keep what the model had read and how sure it was", () => {
    const read = { mark: "9", confidence: 0.49 };
    const manual = { score: 8, isX: false, position: null, face: null, isRemoved: false };
    const arrow = { number: 1, mark: "8", score: 8, isX: false, source: "person", confidence: 1, needsReview: false, read,
        manual };
    assert.equal(notesOf(arrow), "manual correction, the model read 9 (49%, low)");
    assert.equal(notesOf({ ...arrow, manual: { ...manual, isOnlyConfirmed: true } }), "confirmed as read, 49%, low");
    assert.equal(notesOf({ ...arrow, read: null }), "manual correction");
});

test("a chip is medium in the list of the end at hand, and small elsewhere", async () => {
    await import("./dom.js");
    const arrow = { number: 1, mark: "X", score: 10, isX: true, source: "model", confidence: 0.9, needsReview: false };
    assert.equal(chip(arrow, { size: "medium" }).getAttribute("class"), "chip medium x");
    assert.equal(chip(arrow).getAttribute("class"), "chip x");
});
