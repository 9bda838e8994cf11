import assert from "node:assert/strict";
import test from "node:test";
import { eventually, server } from "./support.js";

const api = await import("../../Sources/Review/Site/shell/api.js");
const outbox = await import("../../Sources/Review/Site/outbox/outbox.js");

/** A tab's outbox: one that is opened while the storage of a tab has a name is a copy of it, or the same one loaded anew. */
const opened = (number) => import("../../Sources/Review/Site/outbox/entries.js?tab=" + number);
const made = (photo, n) => ({ photo, revision: 1, review: { n }, refused: null, conflict: false, at: Date.now() });
const names = () => Object.keys(localStorage).filter((name) => name.startsWith("quiver.unsent."));
const kept = () => names().map((name) => JSON.parse(localStorage.getItem(name)).review.n).sort();
const tabName = () => sessionStorage.getItem("quiver.tab");

/** What a browser's locks do, each of them held by one at a time; `release` ends the one that holds a name. */
const locks = {
    held: new Map(), waiting: [],
    request(name, { signal }, call) {
        return new Promise((resolve, reject) => {
            const one = { name, call };
            this.waiting.push(one);
            signal.addEventListener("abort", () => {
                this.waiting = this.waiting.filter((other) => other !== one);
                reject(signal.reason);
            });
            this.grant();
        });
    },
    grant() {
        for (const one of this.waiting.filter(({ name }) => !this.held.has(name))) {
            if (this.held.has(one.name)) continue;
            this.waiting = this.waiting.filter((other) => other !== one);
            this.held.set(one.name, one.call({}));
        }
    },
    release(name) { this.held.delete(name); this.grant(); },
};

/** What tabs tell each other, each word of it after a pause. */
class Channel extends EventTarget {
    static all = new Set();
    static pause = 0;
    constructor() { super(); Channel.all.add(this); }
    postMessage(data) {
        for (const one of Channel.all) {
            if (one !== this) setTimeout(() => one.dispatchEvent(Object.assign(new Event("message"), { data })), Channel.pause);
        }
    }
}

function forget() {
    for (const name of names()) localStorage.removeItem(name);
    sessionStorage.removeItem("quiver.tab");
}

test("before a tab has its name, nothing of it is sent, and it is kept under another one", async () => {
    await api.get("/queue");
    server.answer = () => ({ body: { revision: 2 } });
    const own = "quiver.tab." + tabName();
    navigator.locks = locks;
    locks.held.set(own, null);
    server.asked.length = 0;
    outbox.start();
    outbox.put("a", 1, { n: 1 }, "a");
    await new Promise((resolve) => setTimeout(resolve, 100).ref());
    assert.deepEqual([server.asked.length, kept(), outbox.isKept()], [0, [1], true]);
    assert.ok(!names()[0].includes(tabName()));
    locks.release(own);
    await eventually(() => outbox.unsent("a") === null);
    assert.deepEqual([server.asked.length, names()], [1, []]);
});

test("a tab that is duplicated has an outbox of its own, and one that is loaded anew has its own again", async () => {
    forget();
    const first = await opened(1);
    await first.takeOver();
    const name = tabName();
    first.keep(made("a", 1));
    const second = await opened(2);
    second.takeOver();
    second.keep(made("a", 2));
    assert.deepEqual(kept(), [1, 2]);
    await eventually(second.hasName);
    assert.notEqual(tabName(), name);
    assert.deepEqual([kept(), first.isKept(), second.isKept()], [[1, 2], true, true]);
    assert.deepEqual(second.all().map(({ review }) => review.n), [2]);
    second.drop("a");
    assert.deepEqual(kept(), [1]);

    sessionStorage.setItem("quiver.tab", name);
    const again = await opened(3);
    const heard = [];
    again.on("taken-over", ({ photo }) => heard.push(photo));
    again.takeOver();
    assert.equal(again.hasName(), false);
    // The browser ends the page before a moment late.
    setTimeout(() => locks.release("quiver.tab." + name), 100);
    await eventually(again.hasName);
    assert.deepEqual([tabName(), heard, again.entry("a").review.n, kept()], [name, ["a"], 1, [1]]);
    delete navigator.locks;
});

test("where a page has no locks, a tab waits for another one's slow answer, and takes over what is nobody's", async () => {
    forget();
    globalThis.BroadcastChannel = Channel;
    const first = await opened(4);
    await first.takeOver();
    const name = tabName();
    first.keep(made("a", 1));
    Channel.pause = 400;
    const second = await opened(5);
    second.takeOver();
    await eventually(second.hasName);
    assert.notEqual(tabName(), name);
    assert.deepEqual([second.all(), kept()], [[], [1]]);

    Channel.all.clear();
    sessionStorage.setItem("quiver.tab", name);
    const again = await opened(6);
    const begun = Date.now();
    again.takeOver();
    again.keep(made("b", 2));
    await eventually(again.hasName, 5000);
    assert.ok(Date.now() - begun >= 1900);
    assert.deepEqual([tabName(), again.all().map(({ photo }) => photo), kept()], [name, ["b", "a"], [1, 2]]);
    assert.equal(again.isKept(), true);
    delete globalThis.BroadcastChannel;
});
