import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { server } from "./support.js";
import { press } from "./dom.js";

const { kindOf, kinds } = await import("../../Sources/Review/Site/photo/kinds.js");
const { scoredReview } = await import("../../Sources/Review/Site/photo/box/scored.js");
const { atPage, JobEditor } = await import("../../Sources/Review/Site/photo/job-editor.js");
const { firstOf, keyed, letter, wayOf } = await import("../../Sources/Review/Site/photo/finding-keys.js");
const { encode } = await import("../../Sources/Review/Site/photo/mask/rle.js");
const { words: english } = await import("../../Sources/Review/Site/strings/en.js");
const { words: german } = await import("../../Sources/Review/Site/strings/de.js");
const { components: { schemas } } = JSON.parse(readFileSync(new URL("../ReviewTests/openapi.json", import.meta.url), "utf8"));

server.answer = () => null;

const corners = [[10, 10], [90, 10], [90, 60], [10, 60]].map(([x, y]) => ({ x, y }));
const box = { x: 10, y: 10, width: 80, height: 50 };
const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, text: "a", corners };
/** Two findings of each kind, the first of which is the less sure. */
const examples = {
    classes: [{ label: "b" }, { label: "a" }],
    detections: [{ label: "cat", box }, { label: "dog", box }],
    masks: [3, 9].map((n) => Uint8Array.from({ length: 80 }, (_, k) => Number(k < n)))
        .map((pixels) => ({ label: "cup", mask: encode(pixels, [8, 10]) })),
    poses: [1, 2].map((n) => ({ label: "person", box, keypoints: [{ name: "nose", x: 10 * n, y: 20, visibility: 1 }] })),
    texts: [{ text: "one", corners }, { text: "two", corners }],
    codes: [{ text: "1", symbology: "qr", corners }, { text: "2", symbology: "qr", corners }],
    tables: [1, 2].map(() => ({ corners, isRuled: true, rows: 1, columns: 1, cells: [cell] })),
    pages: [{ corners }, { corners }],
};

/** A photo in which one detector of a task found the examples of a kind. */
function jobWith({ list, tasks: [task] }) {
    const found = examples[list].map((one, k) => ({ ...one, confidence: [0.5, 0.9][k] }));
    const detector = { name: "d", task, labels: [], skeleton: [], [list]: found };
    return { job: kinds.findIndex((kind) => kind.list === list) + 1, photo: "a.jpg", state: "done", width: 100,
        height: 80, revision: 0, review: null, basis: null, detectors: [detector] };
}

test("each row is complete, and no task stands in two of them", () => {
    for (const kind of kinds) {
        for (const key of ["test", "title", "list"]) assert.equal(typeof kind[key], "string", `${kind.list} ${key}`);
        for (const key of ["tasks", "says", "help"]) assert.ok(kind[key].length > 0, `${kind.list} ${key}`);
        assert.equal(typeof kind.isCounted, "boolean", kind.list);
        assert.equal(typeof kind.review, "function", kind.list);
        // What is counted can be deleted; what can be accepted says so, and what is in doubt.
        assert.equal(Boolean(kind.empty && kind.remove), kind.isCounted, kind.list);
        assert.equal(Boolean(kind.accept), Boolean(kind.accepted), kind.list);
        if (kind.accept) assert.ok(kind.state, kind.list);
        for (const task of kind.tasks) assert.equal(kindOf({ task }), kind);
    }
    const tasks = kinds.flatMap((kind) => kind.tasks);
    assert.equal(new Set(tasks).size, tasks.length);
    assert.equal(new Set(kinds.map((kind) => kind.test)).size, kinds.length);
    assert.equal(kindOf({ task: "nothing" }), null);
});

test("each text that a row names is there in both languages", () => {
    for (const { list, title, help, empty, remove, classes, accept, accepted } of kinds) {
        for (const key of [title, ...help, empty, remove, classes, accept, accepted].filter(Boolean)) {
            assert.ok(key in english && key in german, `${list}: ${key}`);
        }
    }
});

test("the lists, and what a review says of a finding, are those of the API", () => {
    const detector = schemas.Job.properties.detectors.items.properties;
    const { isAccepted, basis, ...lists } = schemas.FindingReview.properties;
    assert.deepEqual(kinds.map(({ list }) => list).sort(), Object.keys(lists).sort());
    for (const { list, says, isCounted } of kinds) {
        assert.ok(list in detector, list);
        if (!isCounted) continue;
        const { items } = lists[list].additionalProperties;
        const { properties } = items.$ref ? schemas[items.$ref.split("/").at(-1)] : items;
        assert.deepEqual([...says, "confidence", "origin"].filter((name) => !(name in properties)), [], list);
    }
});

test("what a review begins with: all boxes and the likeliest class, and of the other kinds nothing", () => {
    const begun = Object.fromEntries(kinds.map((kind) => [kind.list, new JobEditor(jobWith(kind)).stored]));
    const empty = Object.fromEntries(kinds.map(({ list }) => [list, {}]));
    for (const { list } of kinds.filter(({ begins }) => !begins)) {
        assert.deepEqual(begun[list], { isAccepted: false, ...empty });
    }
    assert.deepEqual(begun.classes, { isAccepted: false, ...empty, classes: { d: "a" } });
    assert.deepEqual(begun.detections, { isAccepted: false, ...empty, detections: { d: [
        { label: "cat", box, confidence: 0.5, origin: 0 }, { label: "dog", box, confidence: 0.9, origin: 1 },
    ] } });
    const nothing = { ...jobWith(kinds.find(({ list }) => list === "detections")), job: 90 };
    nothing.detectors[0].detections = [];
    assert.deepEqual(new JobEditor(nothing).stored.detections, { d: [] });
    // The order is that of what is sent.
    assert.deepEqual(Object.keys(begun.pages), ["isAccepted", ...kinds.map(({ list }) => list)]);
});

for (const kind of kinds) {
    test(`${kind.list} have a part of the page that is drawn, hears keys and is counted`, () => {
        const editor = new JobEditor(jobWith(kind));
        const [detector] = editor.job.detectors;
        const part = kind.review({ editor, detector, kind });
        document.body.replaceChildren(part.node);
        part.stage?.measure();
        const byTest = (name) => part.node.querySelector(`[data-test="${name}"]`);
        assert.equal(part.node.getAttribute("aria-label"), english[kind.title].replace("{name}", "d"));
        assert.ok(part.node.textContent.includes(english[kind.help[0]]));
        assert.equal(part.key(press("x")), false);
        if (!kind.isCounted) {
            assert.equal(part.stage, undefined);
            assert.equal(part.key(press("2")), true);
            assert.deepEqual(editor.review[kind.list], { d: "b" });
            return part.close();
        }
        assert.ok(editor.sideOf(editor.review).startsWith("2 findings, 0 changed"));
        assert.equal(byTest(`${kind.test}-1`).getAttribute("data-test"), `${kind.test}-1`);
        assert.equal(part.key(press("j")), true);
        assert.equal(part.key(press("Delete")), true);
        assert.equal(editor.review[kind.list].d.length, 1);
        assert.match(editor.sideOf(editor.review), /^1 findings?, 1 changed/);
        part.key(press("j"));
        byTest("delete-" + kind.test).click();
        assert.deepEqual(editor.review[kind.list].d, []);
        assert.ok(part.node.textContent.includes(english[kind.empty]));
        editor.step("undo");
        editor.step("undo");
        assert.equal(editor.list(kind, "d").length, 2);
        assert.ok(byTest(`${kind.test}-2`));
        part.close();
    });
}

test("a turned box that is moved stays turned, and with another size it is upright", () => {
    const kind = kinds.find(({ list }) => list === "detections");
    const job = { ...jobWith(kind), job: 92 };
    const upright = { x: 30, y: 20, width: 40, height: 40 };
    const found = [[50, 20], [70, 40], [50, 60], [30, 40]].map(([x, y]) => ({ x, y }));
    Object.assign(job.detectors[0], { task: "obb" });
    Object.assign(job.detectors[0].detections[0], { box: upright, corners: found });
    const editor = new JobEditor(job);
    const part = kind.review({ editor, detector: editor.job.detectors[0], kind });
    document.body.replaceChildren(part.node);
    part.stage.measure();
    const [one, other] = [0, 1].map((k) => () => editor.list(kind, "d")[k]);
    part.key(press("j"));
    for (let step = 1; step <= 2; step += 1) {
        assert.equal(part.key(press("ArrowDown")), true);
        const down = one().box.y - upright.y;
        assert.ok(down > 0, String(down));
        assert.deepEqual(one().corners.map(({ x }) => x), found.map(({ x }) => x));
        one().corners.forEach(({ y }, k) => assert.ok(Math.abs(y - found[k].y - down) < 0.001, String(y)));
    }
    part.key(press("ArrowLeft", { shiftKey: true }));
    assert.equal(one().corners, null);
    assert.equal("corners" in other(), false, "an upright one has none");
    part.close();
});

test("what was scored is shown and chosen, and no key, click or review of the photo changes it", () => {
    const kind = kinds.find(({ list }) => list === "detections");
    const job = { ...jobWith(kind), job: 91 };
    job.detectors[0].scored = true;
    const editor = new JobEditor(job);
    assert.deepEqual(editor.stored.detections, {}, "nothing is said of it");
    const [detector] = editor.job.detectors;
    const part = scoredReview({ editor, detector, kind });
    document.body.replaceChildren(part.node);
    part.stage.measure();
    const has = (name) => Boolean(part.node.querySelector(`[data-test="${name}"]`));
    const shown = ["list-box-1", "list-box-2", "list-box-3", "box-1", "box-2"];
    assert.deepEqual(shown.map(has), [true, true, false, true, true]);
    assert.deepEqual(["draw-box", "delete-box", "box-class-1", "removed-box"].filter(has), []);
    assert.ok(part.node.textContent.includes(english.scoredHelp));
    const pressed = () => part.node.querySelector('[data-test="list-box-2"]').getAttribute("aria-pressed");
    assert.deepEqual(["j", "j"].map((key) => part.key(press(key))), [true, true]);
    assert.equal(pressed(), "true");
    assert.deepEqual(["Delete", "1", "d", "ArrowLeft"].map((key) => part.key(press(key))), [false, false, false, false]);
    assert.equal(part.stage.grab({ x: 20, y: 20 }), null, "a drag moves the photo");
    part.stage.tap(part.stage.view.toScreen({ x: 5, y: 5 }));
    assert.equal(pressed(), "false", "a tap beside all boxes chooses none");
    assert.deepEqual(editor.stored.detections, {});
    assert.ok(has("list-box-2"));
    part.close();
});

test("N goes from doubt to doubt in boxes and masks, the least sure first, and to the next where none is in doubt", () => {
    for (const kind of kinds.filter(({ list }) => list === "detections" || list === "masks")) {
        const job = jobWith(kind);
        const [one] = job.detectors[0][kind.list];
        job.detectors[0][kind.list] = [0.9, 0.6, 0.75, 0.4].map((confidence) => ({ ...one, confidence }));
        job.job += 50;
        const editor = new JobEditor(job);
        const [detector] = job.detectors;
        const part = kind.review({ editor, detector, kind });
        document.body.replaceChildren(part.node);
        part.stage.measure();
        const chosen = () => [1, 2, 3, 4].find((k) =>
            part.node.querySelector(`[data-test="list-${kind.test}-${k}"]`).getAttribute("aria-pressed") === "true");
        assert.deepEqual(["n", "n", "n", "p"].map((key) => { part.key(press(key)); return chosen(); }), [4, 2, 4, 2]);
        part.close();
    }
});

test("keys go to the first that takes them, letters with Shift and without, arrow keys by the zoom", () => {
    const taken = [];
    const take = firstOf([
        keyed({ ...letter("d", () => { taken.push("first"); }), Escape: () => false }),
        keyed({ d: () => { taken.push("second"); }, Escape: () => { taken.push("left"); } }),
    ]);
    assert.deepEqual(["d", "D", "Escape", "constructor"].map((key) => take(press(key))), [true, true, true, false]);
    assert.deepEqual(taken, ["first", "first", "left"]);
    const stage = { view: { scale: 0.5 } };
    assert.deepEqual(wayOf(press("ArrowRight"), stage, 4, 10), { dx: 8, dy: 0 });
    assert.deepEqual(wayOf(press("ArrowDown", { shiftKey: true }), stage, 1, 10), { dx: 0, dy: 20 });
    assert.deepEqual(wayOf(press("ArrowDown"), { view: { scale: 9 } }, 1), { dx: 0, dy: 1 });
    assert.equal(wayOf(press("j"), stage, 4), null);
});

test("a page of a file has its own size, findings and place in the review", () => {
    const pages = [{ page: 1, width: 100, height: 80 }, { page: 2, width: 60, height: 90 }];
    const found = [{ text: "on the second", corners, confidence: 0.9 }];
    const job = { ...jobWith(kinds.find(({ list }) => list === "texts")), job: 99, pages };
    job.detectors.push({ name: "d#2", task: "text", page: 2, labels: [], texts: found });
    assert.deepEqual([atPage(job, 2).width, atPage(job, 2).height, atPage(job, 2).page], [60, 90, 2]);
    assert.equal(atPage(job, 3), job);
    const editor = new JobEditor(job, 2);
    const kind = kindOf({ task: "text" });
    assert.equal(editor.job.width, 60);
    editor.put(kind, "d#2", [{ ...editor.list(kind, "d#2")[0], text: "corrected", confidence: null }]);
    assert.equal(editor.review.texts["d#2"][0].text, "corrected");
    assert.equal(editor.list(kind, "d")[0].text, "one");
});
