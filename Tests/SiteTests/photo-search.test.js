import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server, streams } from "./support.js";
import "./dom.js";

const { fits, hitsIn, isCut, onFound, searchPhotos } = await import("../../Sources/Review/Site/photos/photo-search.js");

const hit = (photo, text) => ({ photo, page: 1, kind: "line", source: "reading", match: text, count: 1, places: [] });

/** A server that finds these hits, and these photos for a page that begins behind each number. */
function found(hits, pages = { 0: { jobs: [], next: null } }) {
    return ({ address }) => {
        if (address.includes("/find?")) return { status: 200, body: { hits, isCut: false, next: null } };
        const { jobs, next } = pages[new URL(address, "http://here").searchParams.get("after") ?? 0];
        return { status: 200, body: { jobs: jobs.map((job) => ({ job })), total: null, next } };
    };
}

const asked = (part) => server.asked.filter(({ address }) => address.includes(part));

test("hits are kept by photo, and the same query is asked for once", async () => {
    server.asked.length = 0;
    server.answer = found([hit("a.jpg", "brown"), hit("b.jpg", "brown"), hit("a.jpg", "brown dog")],
        { 0: { jobs: [1, 2], next: null } });
    assert.equal(await searchPhotos(" brown "), true);
    assert.equal(await searchPhotos("brown"), true);
    assert.equal(server.asked.length, 2);
    assert.match(asked("/find")[0].address, /\/find\?q=brown&limit=1000$/);
    assert.match(asked("/jobs")[0].address, /\/jobs\?limit=1000&after=0&where=brown$/);
    assert.deepEqual(hitsIn("a.jpg").map(({ match }) => match), ["brown", "brown dog"]);
    assert.deepEqual([hitsIn("c.jpg"), isCut()], [[], false]);
    assert.deepEqual([1, 2, 3].map((job) => fits(job, "brown ")), [true, true, false]);
});

test("of a query that was not answered yet no photo is known to fit", async () => {
    server.answer = found([], { 0: { jobs: [1, 2], next: null } });
    await searchPhotos("label:dog");
    assert.deepEqual([fits(1, "label:dog"), fits(1, "label:cat"), fits(1, "")], [true, false, false]);
});

test("a page that is not full is followed by the next one, and what came is shown at once", async () => {
    let last = () => {};
    const answer = found([], { 0: { jobs: [1], next: 500 }, 500: { jobs: [], next: 900 }, 900: { jobs: [7], next: null } });
    server.answer = (request) => request.address.includes("after=900")
        ? new Promise((resolve) => { last = () => resolve(answer(request)); }) : answer(request);
    let came = 0;
    const end = onFound(() => { came += 1; });
    const search = searchPhotos("state:done");
    await eventually(() => came === 2);
    assert.deepEqual([fits(1, "state:done"), fits(7, "state:done")], [true, false]);
    last();
    assert.equal(await search, true);
    assert.deepEqual([fits(1, "state:done"), fits(7, "state:done"), came], [true, true, 4]);
    end();
});

test("hits come page by page as well, until there are enough", async () => {
    const pages = { "": [[], "3 a b.jpg"], "3 a b.jpg": [[hit("c.jpg", "brown")], "9 d.jpg"], "9 d.jpg": [[hit("d.jpg", "brown")], null] };
    const photos = found([]);
    server.asked.length = 0;
    server.answer = (request) => {
        if (!request.address.includes("/find?")) return photos(request);
        const [hits, next] = pages[new URL(request.address, "http://here").searchParams.get("after") ?? ""];
        return { status: 200, body: { hits, isCut: next !== null, next } };
    };
    await searchPhotos("brown is:open", { fresh: true });
    assert.deepEqual([hitsIn("c.jpg").length, hitsIn("d.jpg").length, isCut()], [1, 1, false]);
    assert.equal(asked("/find").length, 3);
    pages["3 a b.jpg"] = [Array.from({ length: 1000 }, () => hit("c.jpg", "brown")), "9 d.jpg"];
    await searchPhotos("brown is:open", { fresh: true });
    assert.deepEqual([hitsIn("c.jpg").length, hitsIn("d.jpg").length, isCut()], [1000, 0, true]);
});

test("where a search fails, nothing of the query before is left, and the same is asked for again", async () => {
    server.answer = found([hit("a.jpg", "brown")], { 0: { jobs: [1], next: null } });
    await searchPhotos("brown", { fresh: true });
    server.answer = () => ({ status: 422, body: { code: "badQuery", title: "There is no term 'lable'." } });
    await assert.rejects(searchPhotos("lable:x"), { code: "badQuery", message: /lable/ });
    assert.deepEqual([hitsIn("a.jpg"), fits(1, "brown"), fits(1, "lable:x")], [[], false, false]);
    server.answer = found([hit("a.jpg", "invoice")]);
    assert.equal(await searchPhotos("invoice"), true);
    assert.equal(hitsIn("a.jpg").length, 1);
});

test("where a search fails that is made again, what it found before stays", async () => {
    server.answer = found([hit("a.jpg", "brown")], { 0: { jobs: [1], next: null } });
    await searchPhotos("brown", { fresh: true });
    server.answer = () => ({ status: 429, body: { code: "busy", title: "Too many requests at once; try again." } });
    await assert.rejects(searchPhotos("brown", { fresh: true }), { code: "busy" });
    assert.deepEqual([hitsIn("a.jpg").length, fits(1, "brown")], [1, true]);
});

test("a search that asks anew is ended by no question for what is known, and by one for something else", async () => {
    const held = [];
    const hold = (hits) => {
        server.answer = (request) => new Promise((resolve) => { held.push(() => resolve(found(hits)(request))); });
    };
    const go = async () => {
        await eventually(() => held.length === 2);
        for (const answer of held.splice(0)) answer();
    };
    server.answer = found([]);
    await searchPhotos("wren");
    let came = 0;
    const end = onFound(() => { came += 1; });
    hold([hit("b.jpg", "wren")]);
    const anew = searchPhotos("wren", { fresh: true });
    assert.equal(await searchPhotos("wren"), true);
    await go();
    assert.deepEqual([await anew, hitsIn("b.jpg").length, came], [true, 1, 1]);
    hold([hit("c.jpg", "robin")]);
    const other = searchPhotos("robin");
    assert.equal(await searchPhotos("wren"), true);
    await go();
    assert.deepEqual([await other, hitsIn("b.jpg").length, hitsIn("c.jpg").length], [false, 1, 0]);
    end();
});

test("an answer that comes after another search has begun counts for nothing", async () => {
    const late = [];
    server.answer = (request) => new Promise((resolve) => { late.push(() => resolve(found([hit("a.jpg", "old")])(request))); });
    const first = searchPhotos("old");
    await eventually(() => late.length === 2);
    server.answer = found([hit("a.jpg", "new")]);
    assert.equal(await searchPhotos("new"), true);
    for (const answer of late) answer();
    assert.equal(await first, false);
    assert.deepEqual(hitsIn("a.jpg").map(({ match }) => match), ["new"]);
});

test("what changes during a search of a list is asked for behind it, be it the first one or a later one", async () => {
    const { ListFilter } = await import("../../Sources/Review/Site/photos/list-filter.js");
    const { filter } = await import("../../Sources/Review/Site/photos/photo-filter.js");
    const { listen } = await import("../../Sources/Review/Site/shell/events.js");
    globalThis.matchMedia ??= () => ({ matches: false });
    document.visibilityState = "visible";
    listen();
    const [stream] = streams;
    Object.assign(filter, { where: "label:owl", sort: "number" });
    let jobs = [1];
    let [go, held] = [() => {}, Promise.resolve()];
    const hold = () => { held = new Promise((resolve) => { go = resolve; }); };
    hold();
    server.answer = async ({ address }) => {
        if (address.includes("/find?")) return { body: { hits: [], isCut: false, next: null } };
        const body = { jobs: jobs.map((job) => ({ job, photo: `/${job}.jpg`, state: "done" })), total: jobs.length, next: null };
        if (address.includes("where=")) await held;
        return { body };
    };
    const list = new ListFilter({ changed: () => {}, top: () => {} });
    document.body.append(list.node);
    const opened = list.open();
    await eventually(() => asked("where=label%3Aowl").length === 1);
    jobs = [1, 2];
    stream.tell("queue");
    // No pause makes a second search of the one that goes on.
    await new Promise((resolve) => setTimeout(resolve, 1200).ref());
    assert.equal(asked("where=label%3Aowl").length, 1);
    go();
    await opened;
    assert.deepEqual(list.shown.map(({ job }) => job), [1]);
    await eventually(() => list.shown.length === 2);
    hold();
    const before = asked("where=label%3Aowl").length;
    list.search({ fresh: true });
    jobs = [1, 2, 3];
    stream.tell("queue");
    await new Promise((resolve) => setTimeout(resolve, 1200).ref());
    assert.equal(asked("where=label%3Aowl").length, before + 1);
    go();
    await eventually(() => list.shown.length === 3);
    // What another page has taken the place of begins no search: it would end that page's own.
    hold();
    list.search({ fresh: true });
    stream.tell("queue");
    await new Promise((resolve) => setTimeout(resolve, 1200).ref());
    list.node.remove();
    go();
    await list.searched;
    await new Promise((resolve) => setTimeout(resolve, 50).ref());
    assert.equal(asked("where=label%3Aowl").length, before + 3);
    list.close();
});
