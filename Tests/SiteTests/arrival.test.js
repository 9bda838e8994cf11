import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";
import "./dom.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const corrections = await import("../../Sources/Review/Site/outbox/outbox.js");
const outbox = await import("../../Sources/Review/Site/capture/photo-outbox.js");
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
    await corrections.start();
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

test("a photo that failed or waits is told where it is not shown itself, until that is closed or over", async () => {
    const line = (name) => document.body.querySelector(`[data-test="photos-${name}"]`);
    const problem = { code: "quota", sentence: "It is full.", isFinal: false, isServers: true };
    const [failed, unread] = [{ ...read("3"), upload: null, problem }, { ...read("4"), problem: { ...problem, code: "failed" } }];
    document.body.dataset.page = "review";
    entries.begin(failed);
    entries.emit("failed", failed);
    assert.ok(line("failed").written.includes("3 was not taken."));
    document.body.dataset.page = "capture";
    dispatchEvent(new Event("hashchange"));
    assert.equal(line("failed"), null);
    document.body.dataset.page = "queue";
    entries.begin(unread);
    assert.ok(line("failed").written.includes("2 photos were not taken, or could not be read."));
    await entries.drop(failed);
    assert.ok(line("failed").written.includes("4 could not be read."));
    line("failed").all.find(({ name }) => name === "button").click();
    assert.equal(line("failed"), null);

    // The server is out of reach.
    server.answer = () => null;
    outbox.take(new File(["a photo"], "5.jpg", { type: "image/jpeg" }), { session: null, archer: null });
    await eventually(() => line("wait")?.written.includes("1 photo has not reached Quiver yet."));
    await entries.forgetAll();
    assert.equal(line("wait"), null);
});
