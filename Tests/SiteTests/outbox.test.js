import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const outbox = await import("../../Sources/Review/Site/outbox/outbox.js");
const { History } = await import("../../Sources/Review/Site/review/undo.js");

const names = () => Object.keys(localStorage).filter((name) => name.startsWith("quiver.unsent."));
const puts = () => server.asked.filter(({ method }) => method === "PUT");
const revisionOf = ({ headers }) => Number(headers["If-Match"].replaceAll('"', ""));

test("what was left by a closed tab is sent, what belongs to other results waits and can be dropped", async () => {
    const left = { name: "a", revision: 3, review: { n: 1 }, refused: null, conflict: true, at: 0 };
    localStorage.setItem("quiver.unsent.old.q1.a", JSON.stringify({ ...left, photo: "a", queue: "q1" }));
    localStorage.setItem("quiver.unsent.old.q2.b", JSON.stringify({ ...left, photo: "b", queue: "q2" }));
    server.answer = () => ({ body: { revision: 4 } });
    await api.get("/queue");
    await outbox.start();
    await eventually(() => outbox.unsent("a") === null);
    assert.equal(puts().length, 1);
    assert.equal(revisionOf(puts()[0]), 3);
    assert.equal(outbox.status().ofOthers, 1);
    outbox.dropOthers();
    assert.deepEqual(names(), []);
});

test("a newer state takes an older one's place on its revision, and goes on the one that was stored meanwhile", async () => {
    server.asked.length = 0;
    let release;
    server.answer = () => new Promise((resolve) => { release = () => resolve({ body: { revision: 8 } }); });
    outbox.put("c", 7, { n: 1 }, "c");
    await eventually(() => puts().length === 1);
    outbox.put("c", 7, { n: 2 }, "c");
    outbox.put("c", 99, { n: 3 }, "c");
    assert.equal(puts().length, 1);
    assert.equal(names().length, 1);
    assert.equal(outbox.isKept(), true);
    server.answer = () => ({ body: { revision: 9 } });
    release();
    await eventually(() => outbox.unsent("c") === null);
    assert.deepEqual(puts().map((one) => [revisionOf(one), JSON.parse(one.body).n]), [[7, 1], [8, 3]]);
});

test("a conflict and a refusal are kept until they are settled", async () => {
    server.answer = () => ({ status: 412, body: {} });
    outbox.put("d", 1, { n: 1 }, "d");
    await eventually(() => outbox.unsent("d")?.conflict);
    server.answer = () => ({ body: { revision: 6 } });
    outbox.keepMine("d", 5);
    await eventually(() => outbox.unsent("d") === null);
    assert.equal(revisionOf(puts().at(-1)), 5);

    server.answer = () => ({ status: 422, body: { title: "No." } });
    outbox.put("e", 1, { n: 1 }, "e");
    await eventually(() => outbox.unsent("e")?.refused === "No.");
    assert.equal(outbox.status().unsettled.length, 1);
    outbox.takeBack("e");
    assert.equal(outbox.unsent("e"), null);
});

test("a lost connection keeps all and says so; what memory alone has would be lost with the page", async () => {
    server.answer = () => null;
    outbox.put("f", 1, { n: 1 }, "f");
    await eventually(() => outbox.status().isOffline);
    assert.equal(outbox.isKept(), true);
    localStorage.removeItem(names()[0]);
    assert.equal(outbox.isKept(), false);
    outbox.takeTheirs("f");
    assert.equal(outbox.isKept(), true);
});

test("steps go back and forth, and end where another browser has changed the photo", async () => {
    const steps = new History();
    for (const key of ["g", "h"]) steps.record({ key, before: 0, after: 1 });
    assert.equal(steps.last("undo").key, "h");
    steps.take("undo");
    assert.deepEqual([steps.last("undo").key, steps.last("redo").key], ["g", "h"]);
    steps.take("redo");
    assert.equal(steps.last("redo"), null);
    server.answer = () => ({ body: { revision: 4 } });
    outbox.put("h", 3, {}, "h");
    await eventually(() => outbox.unsent("h") === null);
    steps.meet("h", 4);
    assert.equal(steps.last("undo").key, "h");
    steps.meet("h", 5);
    assert.equal(steps.last("undo").key, "g");
    steps.take("undo");
    steps.record({ key: "i", before: 0, after: 1 });
    assert.equal(steps.last("redo"), null);
});

test("a page whose version is gone is loaded anew once, where nothing is lost", async () => {
    const fails = () => Promise.reject(new TypeError("gone"));
    const later = { body: '<script src="/site/other/shell/app.js">' };
    assert.equal(await api.load(async () => 1), 1);
    server.answer = () => null;
    await assert.rejects(api.load(fails), api.Unreachable);
    server.answer = () => ({ body: new URL("../../Sources/Review/Site/", import.meta.url).pathname + "/site/" });
    await assert.rejects(api.load(fails), TypeError);
    server.answer = () => later;
    api.served.isKept = () => false;
    await assert.rejects(api.load(fails), TypeError);
    assert.equal(location.reloads, 0);
    api.served.isKept = () => true;
    api.load(fails);
    await eventually(() => location.reloads === 1);
    await assert.rejects(api.load(fails), TypeError);
    assert.equal(location.reloads, 1);
});
