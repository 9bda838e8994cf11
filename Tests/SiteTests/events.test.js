import assert from "node:assert/strict";
import test from "node:test";
import { show, streams } from "./support.js";

const { isStreamLost, listen, on } = await import("../../Sources/Review/Site/shell/events.js");

let heard = [];
for (const kind of ["queue", "session", "connection"]) on(kind, () => heard.push(kind));
/** What was heard since this was asked last. */
const news = () => { const all = heard; heard = []; return all; };
const looks = ["session", "queue"];

test("a page that is opened out of sight has a stream once it is seen, and looks again", () => {
    listen();
    assert.deepEqual([streams.length, news()], [0, []]);
    show(true);
    assert.deepEqual([streams.length, news()], [1, looks]);
    show(true);
    assert.deepEqual([streams.length, news()], [1, []]);
});

test("a lost connection is told once, and everything is looked at when it is there again", () => {
    streams.at(-1).lose();
    streams.at(-1).lose();
    assert.deepEqual([news(), isStreamLost()], [["connection"], true]);
    streams.at(-1).open();
    assert.deepEqual([news(), isStreamLost()], [["connection", ...looks], false]);
    streams.at(-1).tell("queue");
    assert.deepEqual(news(), ["queue"]);
});
