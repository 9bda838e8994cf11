import assert from "node:assert/strict";
import test from "node:test";
import { server } from "./support.js";

const { hitsIn, isCut, searchPhotos } = await import("../../Sources/Review/Site/photos/photo-search.js");

const hit = (photo, text) => ({ photo, page: 1, kind: "line", source: "reading", match: text, count: 1, places: [] });
const answer = (...hits) => ({ status: 200, body: { hits, isCut: false } });

test("hits are kept by photo, and the same words are asked for once", async () => {
    server.asked.length = 0;
    server.answer = () => answer(hit("a.jpg", "brown"), hit("b.jpg", "brown"), hit("a.jpg", "brown dog"));
    assert.equal(await searchPhotos(" brown "), true);
    assert.equal(await searchPhotos("brown"), true);
    assert.equal(server.asked.length, 1);
    assert.match(server.asked[0].address, /\/find\?q=brown&limit=1000$/);
    assert.deepEqual(hitsIn("a.jpg").map(({ match }) => match), ["brown", "brown dog"]);
    assert.deepEqual([hitsIn("c.jpg"), isCut()], [[], false]);
});

test("where a search fails, nothing of the words before is left, and the same words are asked for again", async () => {
    server.answer = () => answer(hit("a.jpg", "brown"));
    await searchPhotos("brown", { fresh: true });
    server.answer = () => ({ status: 500, body: { title: "The index cannot be searched." } });
    await assert.rejects(searchPhotos("invoice"), /index/);
    assert.deepEqual(hitsIn("a.jpg"), []);
    server.answer = () => answer(hit("a.jpg", "invoice"));
    assert.equal(await searchPhotos("invoice"), true);
    assert.equal(hitsIn("a.jpg").length, 1);
});

test("an answer that comes after another search has begun counts for nothing", async () => {
    let late = () => {};
    server.answer = () => new Promise((resolve) => { late = resolve; });
    const first = searchPhotos("old");
    const slow = late;
    server.answer = () => answer(hit("a.jpg", "new"));
    assert.equal(await searchPhotos("new"), true);
    slow(answer(hit("a.jpg", "old")));
    assert.equal(await first, false);
    assert.deepEqual(hitsIn("a.jpg").map(({ match }) => match), ["new"]);
});
