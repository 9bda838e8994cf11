import assert from "node:assert/strict";
import test from "node:test";
import { server } from "./support.js";
import "./dom.js";

const { changeTag, renameTag } = await import("../../Sources/Review/Site/tags/tag-list.js");
const { asksTags, tagAddress, tagTerm, withTag } = await import("../../Sources/Review/Site/tags/tag-query.js");
const { drawTags, tagPlace } = await import("../../Sources/Review/Site/tags/tag-marks.js");
const { changeAll, lastStep, undoLast } = await import("../../Sources/Review/Site/gallery/bulk.js");
const { get } = await import("../../Sources/Review/Site/shell/api.js");

/** A server with sets of photos by number, which answers what is asked once more under its word as it did. */
function tagged() {
    const sets = new Map();
    const kept = new Map();
    server.asked.length = 0;
    server.answer = (request) => {
        const key = request.headers?.["Idempotency-Key"];
        if (!kept.has(key)) kept.set(key, answer(request));
        return key ? kept.get(key) : answer(request);
    };
    const answer = ({ address, body }) => {
        if (!address.includes("/sets/")) return { status: 200, body: { photos: [{ job: 7, revision: 1, former: null }], findings: 0,
            conflicts: [], untouched: [], left: [], refused: [] } };
        const { set, change, jobs, name } = JSON.parse(body);
        const own = sets.get(set) ?? new Set();
        if (name) {
            sets.set(name, own);
            sets.delete(set);
            return { status: 200, body: { name, photos: own.size } };
        }
        if (change === "remove" && !own.size) return { status: 404, body: { status: 404, code: "unknownSet", title: "There is none." } };
        const changed = jobs.filter((job) => own.has(job) === (change === "remove"));
        for (const job of changed) change === "add" ? own.add(job) : own.delete(job);
        sets.set(set, own);
        return { status: 200, body: { set: { name: set, photos: own.size }, jobs: changed,
            untouched: jobs.filter((job) => !changed.includes(job)), isNew: change === "add" && own.size === changed.length } };
    };
    return sets;
}

/** Has so many answers be lost; what was asked for is done all the same, or not. */
function lose(count, isDone = true) {
    const { answer } = server;
    server.answer = (request) => {
        if (count-- <= 0) return answer(request);
        if (isDone) answer(request);
        return null;
    };
}

test("a tag is given and taken away, and undoing changes only what was changed", async () => {
    const sets = tagged();
    await get("/queue");
    const first = await changeTag({ set: "a", change: "add" }, [1, 2]);
    assert.deepEqual([first.jobs, first.isNew], [[1, 2], true]);
    const second = await changeTag({ set: "a", change: "add" }, [2, 3]);
    assert.deepEqual([second.jobs, second.untouched, second.isNew], [[3], 1, false]);
    assert.deepEqual([lastStep().change, lastStep().photos.length], ["tag", 1]);
    assert.deepEqual((await undoLast()).photos, [{ job: 3 }]);
    assert.deepEqual([...sets.get("a")], [1, 2]);
    await changeTag({ set: "a", change: "remove" }, [1, 2, 3]);
    assert.equal(sets.get("a").size, 0);
    await undoLast();
    assert.deepEqual([...sets.get("a")], [1, 2]);
    // Nothing was changed: there is nothing to undo but the first.
    await changeTag({ set: "a", change: "add" }, [1]);
    await undoLast();
    assert.equal(sets.get("a").size, 0);
    assert.equal(lastStep(), null);
});

test("changes of tags and of findings are undone one after the other, under the tag's new name", async () => {
    const sets = tagged();
    await get("/queue");
    await changeTag({ set: "b", change: "add" }, [1]);
    await renameTag("b", "c");
    await changeAll({ change: "accept" }, [{ job: 7, revision: 0 }]);
    assert.equal((await undoLast()).change, "accept");
    assert.equal((await undoLast()).change, "tag");
    assert.equal(sets.get("c").size, 0);
    assert.equal(lastStep(), null);
});

test("many photos go in parts; without its last photo a tag is gone, and a failure is told beside what was done", async () => {
    const sets = tagged();
    await get("/queue");
    const jobs = Array.from({ length: 4500 }, (_, k) => k + 1);
    const told = [];
    await changeTag({ set: "d", change: "add" }, jobs, (done) => { told.push(done); });
    assert.deepEqual([told, sets.get("d").size], [[2000, 4000, 4500], 4500]);
    // What is stopped is undone as far as it went, and the rest can follow.
    await undoLast((done) => done < 2000);
    assert.deepEqual([sets.get("d").size, lastStep().photos.length], [2500, 2500]);
    lose(2);
    await assert.rejects(undoLast());
    assert.equal(lastStep().photos.length, 2500);
    await undoLast();
    assert.equal(sets.get("d").size, 0);
    await changeTag({ set: "d", change: "add" }, [1, 2]);
    const taken = await changeTag({ set: "d", change: "remove" }, jobs);
    assert.deepEqual([taken.jobs, taken.error], [[1, 2], null]);
    await assert.rejects(changeTag({ set: "d", change: "remove" }, jobs), { code: "unknownSet" });
    while (lastStep()) await undoLast().catch(() => assert.fail("it stays to be undone"));
});

test("a change whose answer was lost is undone, and takes from no photo that had the tag before", async () => {
    for (const [count, isDone] of [[1, true], [2, true], [2, false]]) {
        const sets = tagged();
        await get("/queue");
        await changeTag({ set: "e", change: "add" }, [1]);
        lose(count, isDone);
        const given = changeTag({ set: "e", change: "add" }, [1, 2, 3]);
        if (count === 1) assert.deepEqual((await given).jobs, [2, 3]);
        else await assert.rejects(given, ({ unsure }) => unsure.length === 3);
        assert.deepEqual((await undoLast()).photos.map(({ job }) => job), [2, 3]);
        assert.deepEqual([...sets.get("e")], [1]);
        await undoLast();
        assert.deepEqual([sets.get("e").size, lastStep()], [0, null]);
    }
});

test("a lost change of a tag that was renamed since, or that is refused, keeps no other from being undone", async () => {
    const sets = tagged();
    await get("/queue");
    await changeTag({ set: "f", change: "add" }, [1]);
    lose(2, false);
    await assert.rejects(changeTag({ set: "f", change: "add" }, [2]));
    await renameTag("f", "g");
    lose(2, false);
    await assert.rejects(changeTag({ set: "f", change: "remove" }, [1]));
    for (const photos of [0, 0, 1]) assert.equal((await undoLast()).photos.length, photos);
    assert.deepEqual([sets.has("f"), sets.get("g").size, lastStep()], [false, 0, null]);
});

test("a tag that has another's former name is another one, also for undoing", async () => {
    const sets = tagged();
    await get("/queue");
    await changeTag({ set: "h", change: "add" }, [1]);
    await renameTag("h", "i");
    await changeTag({ set: "h", change: "add" }, [1]);
    await undoLast();
    assert.deepEqual([sets.get("h").size, [...sets.get("i")]], [0, [1]]);
    await undoLast();
    assert.equal(sets.get("i").size, 0);
});

test("a tag is a term of a query, in quotes where it must be", () => {
    assert.deepEqual(["week12", "week 12", 'a"b\\', "Übung", "-x", "a*"].map(tagTerm),
        ["set:week12", 'set:"week 12"', String.raw`set:"a\"b\\"`, "set:Übung", 'set:"-x"', 'set:"a*"']);
    assert.equal(withTag("", "a"), "set:a");
    assert.equal(withTag(" label:cup ", "a"), "label:cup set:a");
    assert.equal(withTag("label:cup set:a", "a"), "label:cup set:a");
    assert.equal(withTag("label:cup OR label:ball", "a"), "(label:cup OR label:ball) set:a");
    assert.equal(withTag("set:a OR label:ball", "a"), "(set:a OR label:ball) set:a");
    assert.equal(withTag("NOT set:a", "a"), "NOT set:a set:a");
    assert.deepEqual(["set:a", "Set = a", "label:cup set!=a", "label:set", "offset:a"].map(asksTags), [true, true, true, false, false]);
    assert.equal(tagAddress("week 12"), "#/gallery?where=set%3A%22week+12%22");
});

test("a tile shows three tags, and that there are more", () => {
    const place = tagPlace();
    drawTags(place, ["a", "b", "c", "d", "e"]);
    assert.deepEqual(place.children.map((one) => one.textContent), ["a", "b", "c", "+2"]);
    drawTags(place, []);
    assert.equal(place.children.length, 0);
});
