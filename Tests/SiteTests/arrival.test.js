import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";
import "./dom.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const entries = await import("../../Sources/Review/Site/capture/entries.js");
const { watchArrivals } = await import("../../Sources/Review/Site/capture/arrival.js");

/** A photo that was read. */
function read(id) {
    const upload = { id, key: id, size: 1, received: 1, state: "done", session: "s", photo: "p" + id };
    return { id, key: id, name: id, size: 1, session: "s", queue: "q1", taken: Date.now(), upload, problem: null,
        isCapturing: false, isHeld: true };
}

const told = () => document.body.querySelector('[data-test="read"]');

test("what is looked at already is not told, and what is not is, until it is looked at", async () => {
    server.answer = ({ address }) => (address.includes("/sessions/")
        ? { body: { id: "s", rounds: [], skipped: [], doubts: [] } } : { body: { live: null, uploads: [] } });
    await api.get("/queue");
    watchArrivals();
    location.hash = "#/review/s/p1?arrow=2";
    const [one, two] = [read("1"), read("2")];
    entries.begin(one);
    entries.emit("read", one);
    await eventually(() => entries.entry("1") === null);
    assert.equal(told(), null);

    entries.begin(two);
    entries.emit("read", two);
    await eventually(told);
    assert.ok(told().written.includes('href="#/review/s/p2"'));
    location.hash = "#/review/s/p2";
    dispatchEvent(new Event("hashchange"));
    await eventually(() => told() === null);
    assert.equal(entries.entry("2"), null);
});
