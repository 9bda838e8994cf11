import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";
import "./dom.js";

/** As much of a browser's database as the photos on their way ask for. */
const stores = { entries: new Map(), bytes: new Map() };
const asks = (result) => {
    const request = { result };
    setImmediate(() => request.onsuccess?.());
    return request;
};
const storeOf = (all) => ({
    get: (key) => asks(structuredClone(all.get(key))),
    getAll: () => asks([...all.values()].map((one) => structuredClone(one))),
    put: (one, key = one.id) => { all.set(key, structuredClone(one)); },
    delete: (key) => { all.delete(key); },
});
const base = {
    transaction() {
        const transaction = { objectStore: (name) => storeOf(stores[name]) };
        setImmediate(() => setImmediate(() => transaction.oncomplete()));
        return transaction;
    },
};
globalThis.indexedDB = { open: () => asks(base) };
globalThis.createImageBitmap = async (bytes) => {
    if (bytes.type !== "image/jpeg") throw new TypeError("no picture");
    return { width: 400, height: 300, close() {} };
};
const create = document.createElement;
document.createElement = (name) => (name !== "canvas" ? create(name) : {
    getContext: () => ({ drawImage() {} }), toBlob: (call) => call(new Blob(["small"])),
});

test("a photo whose page was left before its small picture was kept gets one from its bytes", async () => {
    const left = { name: "a.jpg", size: 5, session: null, archer: null, queue: "q1", tab: "old", at: 0, taken: 0, thumbnail: null,
        upload: null, problem: null, isCapturing: false, isHeld: false };
    const types = { a: "image/jpeg", b: "image/heic", c: "image/jpeg" };
    for (const [id, type] of Object.entries(types)) {
        stores.entries.set(id, { ...left, id, key: id, type });
        if (id !== "c") stores.bytes.set(id, new Blob(["large"], { type }));
    }
    server.answer = () => ({ status: 503 });
    const { get } = await import("../../Sources/Review/Site/shell/api.js");
    const corrections = await import("../../Sources/Review/Site/outbox/outbox.js");
    const outbox = await import("../../Sources/Review/Site/capture/photo-outbox.js");
    await get("/queue").catch(() => {});
    await corrections.start();
    await outbox.start();
    await eventually(() => stores.entries.get("a").thumbnail !== null);
    assert.equal(await outbox.entry("a").thumbnail.text(), "small");
    assert.equal(stores.entries.get("a").tab, outbox.entry("a").tab);
    // One that the browser cannot show has none, and neither has one without its bytes.
    for (const id of ["b", "c"]) assert.equal(outbox.entry(id).thumbnail, null);
});
