import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const outbox = await import("../../Sources/Review/Site/outbox/outbox.js");
const store = await import("../../Sources/Review/Site/sessions/store.js");

/** A session of two photos, at these revisions. */
function session(first, second) {
    const photos = [{ id: "p1", revision: first }, { id: "p2", revision: second }];
    return { id: "s", rounds: [{ ends: [{ photos, arrows: [] }] }], skipped: [], doubts: [] };
}

const revisions = async () => {
    const known = await store.loadSession("s");
    return ["p1", "p2"].map((photo) => store.find(known, photo).photo.revision);
};

/** Answers each request when it is released, with what is given then. */
function held() {
    const waiting = [];
    server.answer = (request) => new Promise((resolve) => {
        waiting.push({ ...request, release: (body) => resolve({ body }) });
    });
    return waiting;
}

test("a session that was asked for before a change was stored, and comes after it, does not take its place", async () => {
    server.answer = () => ({ body: session(1, 1) });
    await api.get("/queue");
    await outbox.start();
    await store.loadSession("s");

    const waiting = held();
    const asked = store.loadSession("s", { fresh: true });
    await eventually(() => waiting.length === 1);
    outbox.put("p1", 1, { n: 1 }, "p1");
    await eventually(() => waiting.length === 2);
    waiting[1].release({ session: session(2, 1), photo: { revision: 2 } });
    await eventually(() => outbox.unsent("p1") === null);
    waiting[0].release(session(1, 1));
    // It is asked for once more.
    await eventually(() => waiting.length === 3);
    waiting[2].release(session(2, 1));
    await asked;
    assert.deepEqual(await revisions(), [2, 1]);
});

test("of two changes that are stored at once, the first answer may come last", async () => {
    const waiting = held();
    outbox.put("p1", 2, { n: 2 }, "p1");
    outbox.put("p2", 1, { n: 1 }, "p2");
    await eventually(() => waiting.length === 2);
    waiting[1].release({ session: session(3, 2), photo: { revision: 2 } });
    await eventually(() => outbox.unsent("p2") === null);
    waiting[0].release({ session: session(3, 1), photo: { revision: 3 } });
    await eventually(() => waiting.length === 3);
    assert.deepEqual(await revisions(), [3, 2]);
    waiting[2].release(session(3, 2));
    await eventually(() => outbox.unsent("p1") === null);
    assert.deepEqual(await revisions(), [3, 2]);
});

test("what the server says when nothing was changed meanwhile is so, whatever was known", async () => {
    server.answer = () => ({ body: session(0, 0) });
    await store.loadSession("s", { fresh: true });
    assert.deepEqual(await revisions(), [0, 0]);
});
