import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";
import { spoken } from "./dom.js";

const { cutoutTools } = await import("../../Sources/Review/Site/photo/mask/cutout.js");
const { JobEditor } = await import("../../Sources/Review/Site/photo/job-editor.js");
const { Findings } = await import("../../Sources/Review/Site/photo/findings.js");
const { kinds } = await import("../../Sources/Review/Site/photo/kinds.js");
const { encode } = await import("../../Sources/Review/Site/photo/mask/rle.js");
const { jobCutout } = await import("../../Sources/Review/Site/shell/api.js");
const { words: english } = await import("../../Sources/Review/Site/strings/en.js");

const mask = (n) => encode(Uint8Array.from({ length: 80 }, (_, k) => Number(k < n)), [8, 10]);

/** The tools for a photo with masks of these sizes. */
function toolsFor(sizes, task = "subject") {
    const kind = kinds.find(({ list }) => list === "masks");
    const masks = sizes.map((n) => ({ label: "cup", mask: mask(n), confidence: 0.9 }));
    const editor = new JobEditor({ job: 70, photo: "day 1/a photo.jpg", state: "done", width: 100, height: 80, revision: 0,
        review: null, basis: null, detectors: [{ name: "the things", task, labels: [], masks }] });
    const parts = { editor, detector: editor.job.detectors[0], kind };
    const findings = new Findings(parts);
    const node = cutoutTools(parts, findings);
    node.draw();
    const byTest = (name) => node.querySelector(`[data-test="${name}"]`);
    return { node, byTest, findings };
}

/** What the page is asked to put on the clipboard, and the links that it clicks. */
function browser() {
    const written = [];
    globalThis.ClipboardItem = class { constructor(items) { this.items = items; } };
    navigator.clipboard = { write: async (items) => {
        written.push(await items[0].items["image/png"]);
    } };
    return written;
}

test("the address names the photo, the detector, the object and how it is cut out", () => {
    assert.equal(jobCutout(7, { detector: "a b+c", index: 2, crop: false, background: "#ffffff" }),
        "/jobs/7/cutout?detector=a%20b%2Bc&index=2&crop=false&background=%23ffffff");
    assert.equal(jobCutout(7, { detector: "a", index: null, crop: true, background: "blur" }),
        "/jobs/7/cutout?detector=a&crop=true&background=blur");
});

test("the chosen object is copied, and without one all are", async () => {
    const written = browser();
    const { byTest, findings, node } = toolsFor([3, 9]);
    assert.equal(byTest("cutout-what").textContent, english.cutoutAll);
    server.asked.length = 0;
    server.answer = () => ({ status: 200, body: "png" });
    byTest("cutout-copy").click();
    await eventually(() => written.length === 1);
    assert.match(server.asked[0].address, /\/jobs\/70\/cutout\?detector=the%20things&crop=true&background=transparent$/);
    assert.equal(spoken.textContent.trim(), english.cutoutCopied);
    findings.selected = 1;
    node.draw();
    assert.equal(byTest("cutout-what").textContent, "Cut out 2, cup");
    byTest("cutout-ground").value = "#ffffff";
    byTest("cutout-whole").checked = true;
    byTest("cutout-copy").click();
    await eventually(() => written.length === 2);
    assert.match(server.asked[1].address, /index=1&crop=false&background=%23ffffff$/);
});

test("a long press on an object chooses it and leads to the tools, one beside them chooses none", () => {
    browser();
    const kind = kinds.find(({ list }) => list === "masks");
    const masks = [{ label: "cup", mask: mask(40), confidence: 0.9 }];
    const editor = new JobEditor({ job: 71, photo: "a.jpg", state: "done", width: 100, height: 80, revision: 0, review: null,
        basis: null, detectors: [{ name: "d", task: "subject", labels: [], masks }] });
    const part = kind.review({ editor, detector: editor.job.detectors[0], kind });
    document.body.replaceChildren(part.node);
    part.stage.measure();
    const press = (x) => {
        const { x: clientX, y: clientY } = part.stage.view.toScreen({ x, y: 40 });
        const event = Object.assign(new Event("contextmenu", { cancelable: true }), { clientX, clientY });
        part.stage.surface.dispatchEvent(event);
        return event.defaultPrevented;
    };
    // The mask has the left half of the photo.
    assert.equal(press(20), true);
    assert.equal(document.activeElement, part.node.querySelector('[data-test="cutout-copy"]'));
    assert.equal(part.node.querySelector('[data-test="cutout-what"]').textContent, "Cut out 1, cup");
    assert.equal(press(80), false);
    assert.equal(part.node.querySelector('[data-test="cutout-what"]').textContent, english.cutoutAll);
    part.close();
});

test("where browsers allow no copying there is no such button, and where nothing has a mask no tools", () => {
    delete globalThis.ClipboardItem;
    assert.equal(toolsFor([3]).byTest("cutout-copy"), null);
    assert.ok(toolsFor([3]).byTest("cutout-save"));
    assert.equal(toolsFor([3]).node.hidden, false);
    assert.equal(toolsFor([]).node.hidden, true);
});

test("what the server refuses is told, and nothing is said to be copied", async () => {
    browser();
    const { byTest } = toolsFor([3]);
    server.answer = () => ({ status: 404, body: { title: "The photo has no such object with a mask." } });
    const before = spoken.textContent;
    byTest("cutout-copy").click();
    await eventually(() => document.body.written.includes("no such object with a mask"));
    assert.equal(spoken.textContent.includes(english.cutoutCopied) && spoken.textContent !== before, false);
});
