import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { server } from "./support.js";
import { spoken } from "./dom.js";

const { Selection } = await import("../../Sources/Review/Site/gallery/selection.js");
const { exportCommand, formats, queryOf, queryOfJobs, shellWord } =
    await import("../../Sources/Review/Site/gallery/export-command.js");
const { changeAll, lastStep, undoLast } = await import("../../Sources/Review/Site/gallery/bulk.js");
const { noteReviews, reviewsPerMinute } = await import("../../Sources/Review/Site/photos/review-rate.js");
const { onRunning, runAlone, running, stopRunning } = await import("../../Sources/Review/Site/gallery/running.js");
const { fetchPhotos, noteAccepted, onPhotos, progress } = await import("../../Sources/Review/Site/photos/photo-index.js");
const { BulkBar } = await import("../../Sources/Review/Site/gallery/bulk-bar.js");
const { AlikeTools } = await import("../../Sources/Review/Site/gallery/alike-tools.js");
const { Cohorts } = await import("../../Sources/Review/Site/gallery/cohorts.js");
const { listenToGrid } = await import("../../Sources/Review/Site/gallery/grid-keys.js");
const { TileStore } = await import("../../Sources/Review/Site/gallery/tile-store.js");
const { TileGrid } = await import("../../Sources/Review/Site/gallery/tile-grid.js");
const { VirtualList } = await import("../../Sources/Review/Site/shell/virtual-list.js");
const { get } = await import("../../Sources/Review/Site/shell/api.js");

test("presses and keys choose one, one more, a range and all", () => {
    const list = [5, 3, 9, 7, 1];
    const selection = new Selection(() => list);
    const chosen = () => [...selection.chosen].sort();
    selection.only(3);
    selection.range(7);
    assert.deepEqual(chosen(), [3, 7, 9]);
    selection.range(5);
    assert.deepEqual(chosen(), [3, 5]);
    selection.toggle(1);
    selection.range(7, true);
    assert.deepEqual(chosen(), [1, 3, 5, 7]);
    selection.go(0);
    selection.go(selection.index + 1, true);
    assert.equal(selection.at, 3);
    selection.all();
    assert.equal(selection.size, 5);
    list.splice(0, 2);
    selection.settle();
    assert.deepEqual(chosen(), [1, 7, 9]);
    selection.none();
    assert.deepEqual([selection.size, selection.from], [0, null]);
});

test("what was seen of a photo is kept from when it was chosen, and a range begins where the keys went", () => {
    const row = { job: 3, revision: 0, finished: 5 };
    const selection = new Selection(() => [1, 2, 3, 4], () => {}, (job) => ({ ...row, job }));
    selection.only(3);
    Object.assign(row, { revision: 4, finished: 9 });
    assert.deepEqual(selection.seen.get(3), { job: 3, revision: 0, finished: 5 });
    selection.toggle(4);
    assert.deepEqual([selection.seen.get(3).revision, selection.seen.get(4).revision], [0, 4]);
    // The user's own change is no other's.
    selection.renew([{ job: 3, revision: 1 }, { job: 1, revision: 7 }]);
    assert.deepEqual([...selection.seen.values()].map(({ revision }) => revision), [1, 4]);
    selection.only(3);
    assert.deepEqual([...selection.seen.values()], [{ job: 3, revision: 4, finished: 9 }]);
    selection.go(0);
    selection.go(1, true);
    assert.deepEqual([...selection.chosen], [1, 2]);
});

test("a tile of an older result is asked for anew, and a choice means what it shows", async () => {
    let finished = 5;
    server.answer = () => ({ status: 200, body: { tiles: [{ job: 1, revision: 2, finished, boxes: [] }] } });
    const store = new TileStore(() => {});
    const row = { job: 1, revision: 2, finished: 5 };
    await store.need([row]);
    server.asked.length = 0;
    await store.need([row]);
    assert.equal(server.asked.length, 0);
    Object.assign(row, { revision: 3, finished: finished = 9 });
    assert.deepEqual(store.look(row), { job: 1, revision: 2, finished: 5 });
    await store.need([row]);
    assert.deepEqual([server.asked.length, store.look(row).finished], [1, 9]);
    store.note([{ job: 1, revision: 4 }]);
    assert.equal(store.look(row).revision, 4);
    assert.deepEqual(store.look({ job: 2 }), { job: 2, revision: 0, finished: null });
});

test("keys with Alt are the browser's, and a checkbox leaves letters to the gallery", () => {
    const heard = [];
    const grid = { node: {}, count: 3, columns: 1, page: 1, reveal() {} };
    const selection = new Selection(() => [1, 2, 3]);
    const end = listenToGrid(grid, selection, () => {}, (key) => () => heard.push(key));
    document.querySelector ??= () => null;
    const press = (key, { target = grid.node, ...more } = {}) => {
        const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
        Object.defineProperty(event, "target", { value: target });
        dispatchEvent(event);
        return event.defaultPrevented;
    };
    assert.deepEqual([press("ArrowRight", { altKey: true }), selection.at], [false, null]);
    assert.equal(press("ArrowRight", { metaKey: true }), false);
    assert.equal(press("a", { metaKey: true }), true);
    assert.equal(selection.size, 3);
    const box = (kind) => ({ matches: (rule) => kind !== "checkbox" || !rule.includes("input:not([type=checkbox])") });
    assert.deepEqual([press("r", { target: box("text") }), press("r", { target: box("checkbox") })], [false, true]);
    assert.deepEqual(heard, ["r"]);
    end();
});

test("the page exports to each format that Quiver has", async () => {
    const source = await readFile(new URL("../../Sources/Results/DataSets/DataSetFormat.swift", import.meta.url), "utf8");
    const all = source.slice(source.indexOf("static let all"), source.indexOf("func boxes"));
    const names = [...all.matchAll(/(?:\[?\(|\.yolo\(|\.init\()\s*"([a-z0-9-]+)",/g)].map((found) => found[1]);
    assert.deepEqual([...new Set(names)].sort(), [...formats].sort());
});

test("a grid of 100,000 has as many tiles as are seen, in the order of the list", () => {
    const grid = new TileGrid({ makeTile: () => document.createElement("div"), label: "Photos", seen() {},
        drawTile: (tile, index) => { tile.value = index; } });
    const shown = () => grid.space.children.map((one) => Number(one.value));
    grid.update(100_000);
    const { columns, rowHeight } = grid;
    assert.equal(columns, 4);
    for (const top of [0, 3 * rowHeight, 20_000 * rowHeight, 19_998 * rowHeight, 0]) {
        grid.node.scrollTop = top;
        grid.draw();
        const own = shown();
        assert.ok(own.length <= (Math.ceil(600 / rowHeight) + 3) * columns, `${own.length}`);
        assert.deepEqual(own, own.map((_, k) => own[0] + k));
        assert.ok(own[0] <= Math.floor(top / rowHeight) * columns);
    }
    grid.reveal(99_999);
    assert.ok(shown().includes(99_999));
    grid.node.scrollTop = 0;
    grid.update(3);
    assert.deepEqual(shown(), [0, 1, 2]);
    grid.close();
});

test("of fewer photos a list has fewer rows: none stays that names a photo once more", () => {
    let photos = ["a", "b", "c"];
    const list = new VirtualList({ rowHeight: 64, makeRow: () => document.createElement("div"), label: "Photos",
        drawRow: (row, index) => { row.value = photos[index]; } });
    const rows = () => list.space.children.map((one) => one.value);
    for (const now of [["a", "b", "c"], ["b", "c"], ["c"], [], ["c", "d", "e", "f"], ["f", "c"]]) {
        photos = now;
        list.update(photos.length);
        assert.deepEqual(rows(), now);
    }
    // What is moved loses the focus.
    const { space } = list;
    let moved = 0;
    const insert = space.insertBefore;
    space.insertBefore = function (node, next) { moved += Number(node.parentElement !== null); insert.call(space, node, next); };
    photos = Array.from({ length: 40 }, (_, k) => `${k}`);
    list.update(40);
    for (const [top, most] of [[64 * 3, 0], [64 * 8, 8], [64 * 8, 0], [0, 8]]) {
        list.node.scrollTop = top;
        list.draw();
        assert.ok(moved <= most, `${moved} of ${rows().length} at ${top}`);
        assert.deepEqual(rows(), rows().map((_, k) => `${Number(rows()[0]) + k}`));
        moved = 0;
    }
    list.update(40);
    assert.equal(moved, 0);
    list.close();
});

test("the command for a shell holds the whole filter, and any text as it is", () => {
    assert.equal(shellWord("/home/a/out"), "/home/a/out");
    assert.equal(shellWord("it's $HOME"), "'it'\\''s $HOME'");
    const plain = { state: "", where: "", onlyOpen: false };
    assert.equal(queryOf(plain), "");
    assert.equal(queryOf({ ...plain, where: " a OR b " }), "a OR b");
    assert.equal(queryOf({ state: "done", where: "a OR b", onlyOpen: true }), "(a OR b) state:done is:open -is:scored");
    assert.equal(queryOfJobs([9, 3, 1, 2]), "job:1..3,9");
    assert.equal(exportCommand("coco", "my out", "label:arrow count>=3"),
        "quiver export coco 'my out' --to set --where 'label:arrow count>=3'");
    assert.equal(exportCommand("yolo", "out", ""), "quiver export yolo out --to set");
});

test("many photos are changed in parts, conflicts are told, and the way back names what was before", async () => {
    server.answer = ({ address, body }) => {
        if (!address.includes("/jobs/")) return { status: 200, body: {} };
        const { photos } = JSON.parse(body);
        const isBack = address.endsWith("/restore");
        // One was changed meanwhile, and the last of a part has to be sent again.
        const left = !isBack && photos.length === 100 ? [photos[99].job] : [];
        const fine = photos.filter(({ job }) => job !== 7 && !left.includes(job));
        return { status: 200, body: { findings: fine.length, untouched: [], left,
            conflicts: photos.some(({ job }) => job === 7) ? [7] : [],
            photos: fine.map(({ job, revision }) => ({ job, revision: revision + 1, former: job === 1 ? { isAccepted: false } : null })) } };
    };
    await get("/queue");
    server.asked.length = 0;
    const rows = Array.from({ length: 150 }, (_, k) => ({ job: k + 1, revision: 0, finished: 5 }));
    const noted = [];
    const done = await changeAll({ change: "accept" }, rows, (count) => { noted.push(count); });
    assert.deepEqual([done.photos.length, done.conflicts, noted], [149, [7], [99, 150]]);
    assert.deepEqual(JSON.parse(server.asked[0].body).photos[0], { job: 1, revision: 0, finished: 5 });
    assert.equal(lastStep().photos.length, 149);
    server.asked.length = 0;
    const back = await undoLast();
    assert.equal(back.photos.length, 149);
    assert.deepEqual(JSON.parse(server.asked[0].body).photos.slice(0, 2),
        [{ job: 1, revision: 1, review: { isAccepted: false } }, { job: 2, revision: 1, review: null }]);
    assert.equal(lastStep(), null);
});

test("what was changed before a fault can still be undone, and a trial changes nothing", async () => {
    let count = 0;
    server.answer = ({ body }) => {
        const { photos, isTrial } = JSON.parse(body);
        if (++count === 2 && !isTrial) return { status: 503, body: { code: "unusable", title: "It is out of reach." } };
        return { status: 200, body: { findings: 1, untouched: [], left: [], conflicts: [],
            photos: photos.map(({ job, revision }) => ({ job, revision, former: null })) } };
    };
    const rows = Array.from({ length: 150 }, (_, k) => ({ job: k + 1 }));
    await assert.rejects(changeAll({ change: "delete" }, rows), /out of reach/);
    assert.equal(lastStep().photos.length, 100);
    await undoLast();
    await changeAll({ change: "delete", isTrial: true }, rows);
    assert.equal(lastStep(), null);
});

/** A server with one photo, whose revision each change makes one more. */
function onePhoto() {
    const photo = { revision: 0 };
    server.answer = ({ body }) => {
        const { photos } = JSON.parse(body);
        const isFine = photos[0].revision === photo.revision;
        return { status: 200, body: { findings: 1, untouched: [], left: [], refused: [], conflicts: isFine ? [] : [1],
            photos: isFine ? [{ job: 1, revision: ++photo.revision, former: null }] : [] } };
    };
    return photo;
}

test("two changes of one photo are undone one after the other, but not over another user's", async () => {
    for (const isOther of [false, true]) {
        const photo = onePhoto();
        await changeAll({ change: "relabel", to: "a" }, [{ job: 1, revision: 0 }]);
        if (isOther) photo.revision += 1;
        await changeAll({ change: "delete" }, [{ job: 1, revision: photo.revision }]);
        assert.deepEqual((await undoLast()).conflicts, []);
        const back = await undoLast();
        assert.deepEqual([back.conflicts, back.photos.length], isOther ? [[1], 0] : [[], 1]);
        assert.equal(lastStep(), null);
    }
});

test("three changes of one photo are undone in turn", async () => {
    const photo = onePhoto();
    for (let k = 0; k < 3; k += 1) await changeAll({ change: "delete" }, [{ job: 1, revision: photo.revision }]);
    for (let k = 0; k < 3; k += 1) assert.equal((await undoLast()).photos.length, 1);
    assert.equal(lastStep(), null);
});

test("a photo that is refused keeps no other from being undone, nor does one that no request takes", async () => {
    const answer = (photos, more) => ({ status: 200, body: { findings: 0, untouched: [], left: [], conflicts: [], refused: [], photos, ...more } });
    server.answer = ({ body }) => answer(JSON.parse(body).photos.map(({ job }) => ({ job, revision: 1, former: { large: "x".repeat(job === 2 ? 500_000 : 1) } })));
    await changeAll({ change: "delete" }, [{ job: 1 }, { job: 2 }, { job: 3 }]);
    server.answer = ({ body }) => {
        const { photos } = JSON.parse(body);
        if (body.length > 400_000) return { status: 413, body: { title: "It is too large." } };
        return answer(photos.filter(({ job }) => job !== 1), { refused: photos.filter(({ job }) => job === 1).map(({ job }) => ({ job, reason: "No." })) });
    };
    const back = await undoLast();
    assert.deepEqual(back.refused, [{ job: 1, reason: "No." }, { job: 2, reason: "It is too large." }]);
    assert.deepEqual([back.photos.map(({ job }) => job), lastStep()], [[3], null]);
});

test("steps are given up by their size, the oldest first and the last never", async () => {
    server.answer = ({ body }) => ({ status: 200, body: { findings: 1, untouched: [], left: [], conflicts: [],
        photos: JSON.parse(body).photos.map(({ job }) => ({ job, revision: 1, former: { text: "x".repeat(100) } })) } });
    const most = { steps: 20, characters: 250 };
    const forgotten = [];
    for (const job of [1, 2, 3]) forgotten.push((await changeAll({ change: "delete" }, [{ job }], undefined, most)).forgotten);
    assert.deepEqual(forgotten, [0, 0, 1]);
    assert.equal((await changeAll({ change: "delete" }, [{ job: 4 }], undefined, { ...most, characters: 1 })).forgotten, 2);
    assert.equal(lastStep().photos[0].job, 4);
    await undoLast();
    assert.equal(lastStep(), null);
});

test("where no answer comes, it is known which photos may have been changed", async () => {
    server.answer = ({ address }) => (address.includes("/tiles")
        ? { status: 200, body: { tiles: [{ job: 1, revision: 1 }, { job: 2, revision: 0 }] } } : null);
    const rows = [{ job: 1, revision: 0 }, { job: 2, revision: 0 }];
    await assert.rejects(changeAll({ change: "delete" }, rows), ({ unsure }) => unsure.join() === "1");
    server.answer = () => null;
    await assert.rejects(changeAll({ change: "delete" }, rows), ({ unsure }) => unsure.join() === "1,2");
});

test("a change whose answer was lost is answered once more, and can be undone", async () => {
    let lost = 1;
    server.asked.length = 0;
    server.answer = ({ body }) => (lost-- > 0 ? null : { status: 200, body: { findings: 1, untouched: [], left: [],
        conflicts: [], refused: [], photos: JSON.parse(body).photos.map(({ job }) => ({ job, revision: 1, former: null })) } });
    const done = await changeAll({ change: "delete" }, [{ job: 1, revision: 0 }]);
    const [first, second] = server.asked.map(({ headers }) => headers["Idempotency-Key"]);
    assert.ok(first.length === 32 && first === second);
    assert.deepEqual([done.photos.length, lastStep().photos[0].job], [1, 1]);
    await undoLast();
    assert.notEqual(server.asked.at(-1).headers["Idempotency-Key"], first);
    assert.equal(lastStep(), null);
});

test("one change runs at a time, whichever page hears of it", async () => {
    const heard = [];
    const end = onRunning((photos) => heard.push([running()?.done ?? null, photos.length]));
    let go;
    const first = runAlone(3, async (note) => {
        await new Promise((resolve) => { go = resolve; });
        return note(2, [{ job: 1, revision: 1 }]);
    });
    assert.equal(await runAlone(1, async () => true), null);
    stopRunning();
    go();
    assert.equal(await first, false);
    assert.deepEqual([heard, running()], [[[0, 0], [2, 1], [null, 0]], null]);
    end();
});

test("photos that are accepted together count as reviewed at once, and then as the server says", async () => {
    const jobs = [1, 2, 3].map((job) => ({ job, photo: `/${job}.jpg`, state: "done", reviewed: false, revision: 0 }));
    server.answer = () => ({ body: { jobs: jobs.map((one) => ({ ...one })), next: null, total: 3 } });
    await fetchPhotos();
    let heard = 0;
    const end = onPhotos(() => { heard += 1; });
    noteAccepted([1, 3], true);
    assert.deepEqual([progress(), heard], [{ reviewed: "2", total: "3" }, 1]);
    noteAccepted([3], false);
    assert.deepEqual(progress(), { reviewed: "1", total: "3" });
    // Another user has taken it back meanwhile.
    await fetchPhotos({ fresh: true });
    assert.deepEqual(progress(), { reviewed: "0", total: "3" });
    end();
});

test("what needs photos does nothing where the list shows none, and says why", () => {
    const list = [];
    const selection = new Selection(() => list);
    const none = () => {};
    const bar = new BulkBar({ selection, rows: () => [], changed: none, renewed: none, show: none, showTag: none });
    const photos = /** @type {any} */ ({ shown: list, passing: list });
    const alike = new AlikeTools({ selection, photos, grid: /** @type {any} */ ({ reveal: none }), rows: () => new Map(),
        accept: async () => null });
    const all = [bar.all, bar.export, alike.mapped, alike.suggest];
    const standing = () => { bar.draw(); alike.draw(); return all.map((one) => one.getAttribute("aria-disabled")); };
    assert.deepEqual(standing(), Array(4).fill("true"));
    assert.equal(bar.export.getAttribute("title"), "No photo passes the filter.");
    server.asked.length = 0;
    for (const one of all) {
        spoken.textContent = "";
        one.click();
        assert.match(spoken.textContent, /^No photo passes the filter\./);
    }
    bar.action("e")();
    alike.action("m")();
    assert.deepEqual([server.asked.length, selection.size], [0, 0]);
    list.push({ job: 4 });
    assert.deepEqual(standing(), Array(4).fill(null));
    assert.equal(bar.export.getAttribute("title"), "Export this (E)");
    bar.close();
});

test("while a change runs, what waits for it is dimmed, and the command for an export is shown", async () => {
    const selection = new Selection(() => [1, 2]);
    const none = () => {};
    const bar = new BulkBar({ selection, rows: () => [], changed: none, renewed: none, show: none, showTag: none });
    const cohorts = new Cohorts({ photos: /** @type {any} */ ({}), selection, accept: async () => null });
    selection.all();
    bar.draw();
    const waiting = [bar.own.accept, bar.own.relabel, bar.own.remove, bar.tags, cohorts.yes];
    const standing = () => waiting.map((one) => one.getAttribute("aria-disabled"));
    assert.deepEqual(standing(), Array(5).fill(null));
    let go;
    const change = runAlone(2, () => new Promise((resolve) => { go = resolve; }));
    assert.deepEqual(standing(), Array(5).fill("true"));
    assert.equal(bar.undo.getAttribute("aria-disabled"), "true");
    server.asked.length = 0;
    server.answer = () => ({ status: 503, body: { title: "It is out of reach." } });
    bar.tags.click();
    bar.action("t")();
    assert.deepEqual([bar.export.getAttribute("aria-disabled"), server.asked.length], [null, 0]);
    bar.export.click();
    await bar.action("e")();
    assert.deepEqual(server.asked.map(({ address }) => address), Array(2).fill("/api/v1/queue"));
    assert.match(document.body.textContent, /out of reach/);
    go();
    await change;
    assert.deepEqual(standing(), Array(5).fill(null));
    bar.close();
    cohorts.close();
});

test("what was done with a choice stays in sight until there is another one", () => {
    const selection = new Selection(() => [1, 2]);
    const none = () => {};
    const bar = new BulkBar({ selection, rows: () => [], changed: none, renewed: none, show: none, showTag: none });
    const told = () => { bar.draw(); return bar.count.textContent; };
    selection.all();
    assert.equal(told(), "2 photos are chosen.");
    bar.said(["2 photos were accepted."], { conflicts: [], refused: [] }, []);
    assert.equal(told(), "2 photos were accepted.");
    selection.only(2);
    assert.equal(told(), "1 photo is chosen.");
    bar.close();
});

test("the rate is that of the last ten minutes", () => {
    // Later than what the tests before have noted.
    const start = Date.now() + 60 * 60_000;
    noteReviews(30, start);
    assert.equal(reviewsPerMinute(start + 1000), 30);
    noteReviews(30, start + 4 * 60_000);
    assert.equal(reviewsPerMinute(start + 4 * 60_000), 15);
    assert.equal(reviewsPerMinute(start + 20 * 60_000), null);
});
