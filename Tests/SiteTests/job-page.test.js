import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";
import "./dom.js";

Object.assign(globalThis, { Image: class extends EventTarget { set src(_) { this.onload?.(); } } });

const { open } = await import("../../Sources/Review/Site/photo/job-page.js");
const { jobKey } = await import("../../Sources/Review/Site/photo/job-editor.js");

const found = (label) => [{ label, confidence: 0.8, box: { x: 1, y: 1, width: 9, height: 9 } }];
const job = {
    job: 1, photo: "/p/a.jpg", state: "done", width: 80, height: 60, revision: 2, basis: null, review: null, sets: [],
    detectors: ["small", "large"].map((name) => ({ name, task: "detect", labels: ["cat", "dog"], detections: found("cat") })),
};
server.answer = ({ address }) => {
    if (address.includes("comparison")) {
        return { body: { detectors: ["small", "large"], first: "small", second: "large", objects: [] } };
    }
    return { body: address.includes("/jobs/1") ? job : { jobs: [], next: null, total: 0 } };
};

test("while two detectors are compared, a choice between two sides waits, and the page says so", async () => {
    const main = /** @type {any} */ (document.createElement("main"));
    const page = await open({ main, parts: ["photos", "1"], query: new URLSearchParams(), again() {} });
    const byTest = (name) => main.querySelector(`[data-test="${name}"]`);
    await page.editor.clash(job);
    assert.equal(page.editor.key, jobKey(1));
    assert.ok(byTest("conflict-mine") && byTest("conflict-theirs"));
    byTest("compare").click();
    await eventually(() => page.isCompared);
    assert.deepEqual([byTest("conflict-mine"), byTest("conflict-theirs")], [null, null]);
    assert.match(byTest("conflict").textContent, /C ends the comparison/);
    byTest("compare").click();
    assert.ok(byTest("conflict-mine"));
    page.close();
});

test("a page that was drawn before what waits was taken over shows it then", async () => {
    const outbox = await import("../../Sources/Review/Site/outbox/outbox.js");
    const left = { photo: jobKey(1), name: "a", revision: 2, review: { isAccepted: true }, refused: "No.", conflict: false, at: 0 };
    localStorage.setItem("quiver.unsent.old.q1." + left.photo, JSON.stringify({ ...left, queue: "q1" }));
    const main = /** @type {any} */ (document.createElement("main"));
    const page = await open({ main, parts: ["photos", "1"], query: new URLSearchParams(), again() {} });
    assert.equal(page.editor.isConfirmed, false);
    await outbox.start();
    assert.equal(page.editor.isConfirmed, true);
    page.close();
});
