import assert from "node:assert/strict";
import test from "node:test";
import { server } from "./support.js";
import "./dom.js";

const { Selection } = await import("../../Sources/Review/Site/gallery/selection.js");
const { exportCommand, queryOf, queryOfJobs, shellWord } =
    await import("../../Sources/Review/Site/gallery/export-command.js");
const { changeAll, lastStep, undoLast } = await import("../../Sources/Review/Site/gallery/bulk.js");
const { noteReviews, reviewsPerMinute } = await import("../../Sources/Review/Site/photos/review-rate.js");
const { TileGrid } = await import("../../Sources/Review/Site/gallery/tile-grid.js");
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

test("a grid of 100,000 has as many tiles as are seen, in the order of the list", () => {
    const grid = new TileGrid({ makeTile: () => document.createElement("div"), label: "Photos", seen() {},
        drawTile: (tile, index) => { tile.value = index; } });
    const shown = () => grid.space.children.filter((one) => !one.hidden).map((one) => Number(one.value));
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
    grid.close();
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

test("the rate is that of the last ten minutes", () => {
    // Later than what the tests before have noted.
    const start = Date.now() + 60 * 60_000;
    noteReviews(30, start);
    assert.equal(reviewsPerMinute(start + 1000), 30);
    noteReviews(30, start + 4 * 60_000);
    assert.equal(reviewsPerMinute(start + 4 * 60_000), 15);
    assert.equal(reviewsPerMinute(start + 20 * 60_000), null);
});
