import assert from "node:assert/strict";
import test from "node:test";
import { server, show, streams } from "./support.js";

const { get } = await import("../../Sources/Review/Site/shell/api.js");
const { isStreamLost, listen, noteOpening, on } = await import("../../Sources/Review/Site/shell/events.js");

let heard = [];
for (const kind of ["queue", "session", "connection"]) on(kind, () => heard.push(kind));
/** What was heard since this was asked last. */
const news = () => { const all = heard; heard = []; return all; };
const stream = () => streams.at(-1);
const looks = ["session", "queue"];

test("a page that is opened out of sight has a stream once it is seen", () => {
    listen();
    assert.equal(streams.length, 0);
    show(true);
    assert.equal(streams.length, 1);
});

test("what was asked for before the first connection is looked at again, and what is asked for behind it is not", async () => {
    noteOpening(true);
    stream().open();
    noteOpening(false);
    assert.deepEqual(news(), []);
    stream().tell("queue");
    assert.deepEqual(news(), ["queue"]);

    show(false);
    await get("/queue");
    show(true);
    assert.deepEqual(news(), []);
    stream().open();
    assert.deepEqual(news(), looks);
    show(true);
    assert.deepEqual([news(), streams.length], [[], 2]);
});

test("a page that is being opened looks again once it is there, and once", () => {
    noteOpening(true);
    stream().lose();
    stream().open();
    assert.deepEqual(news(), ["connection", ...looks, "connection"]);
    noteOpening(false);
    noteOpening(false);
    assert.deepEqual(news(), looks);

    noteOpening(true);
    stream().tell("session", { photo: "a" });
    noteOpening(false);
    assert.deepEqual(news(), ["session", ...looks]);
    noteOpening(true);
    noteOpening(false);
    assert.deepEqual(news(), []);
});

test("a lost connection is told, and looked behind before it is told that it is there again", () => {
    stream().lose();
    stream().lose();
    assert.deepEqual([news(), isStreamLost()], [["connection"], true]);
    stream().open();
    assert.deepEqual([news(), isStreamLost()], [[...looks, "connection"], false]);
});
