// What waits in the outbox, in memory and in the browser's storage, and what is called with it.
//
// Every tab keeps its own entries, so that two of them do not overwrite each other's; what a closed tab left is taken
// over. An entry belongs to the queue that it was made on, and waits until that one is served again.
import { isServing, served } from "../shell/api.js";

const prefix = "quiver.unsent.";
let tab = ownName();
/** What a tab has not said for so long that it lives, another one takes over. */
export const abandonedAfter = 60_000;
const waiting = new Map();
/** What was made on other queues, by the names of storage. */
const elsewhere = new Map();
const target = new EventTarget();

/** The photos whose entries belong to other queues than the one that is served. */
export function ofOthers() { return [...elsewhere.values()]; }

/** Forgets what was made on other queues. */
export function dropOthers() {
    for (const place of elsewhere.keys()) {
        try { localStorage.removeItem(place); } catch { /* As below. */ }
    }
    elsewhere.clear();
    tell();
}

let settle;
/** Resolves with what this tab is called, once it is known that no other tab is called so. */
export const isNamed = new Promise((resolve) => { settle = resolve; });

/** All entries, the oldest first. */
export function all() { return [...waiting.values()]; }

/** Whether all that waits outlives the page, as storage has it. */
export function isKept() {
    try {
        return all().every((one) => localStorage.getItem(key(one.photo)) === JSON.stringify(one));
    } catch {
        return waiting.size === 0;
    }
}

/** A photo's entry; null where nothing waits. */
export function entry(photo) { return waiting.get(photo) ?? null; }

/** Keeps an entry beyond the page's life. */
export function keep(one) {
    one.queue ??= served.queue;
    waiting.set(one.photo, one);
    write(one);
    tell();
}

/** Forgets a photo's entry. */
export function drop(photo) {
    waiting.delete(photo);
    try { localStorage.removeItem(key(photo)); } catch { /* As below. */ }
    tell();
}

/** Forgets every entry, those that other tabs have left too. */
export function forgetAll() {
    waiting.clear();
    try {
        for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
    } catch { /* As below. */ }
    tell();
}

/** Takes what this tab had before it was loaded anew, and what closed tabs have left; says that this one lives. */
export async function takeOver() {
    await Promise.all([isServing, isAlone()]);
    settle(tab);
    try {
        for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
            const found = JSON.parse(localStorage.getItem(name));
            const isOwn = name.startsWith(prefix + tab + ".");
            if (found.queue !== served.queue) {
                elsewhere.set(name, found);
                continue;
            }
            // It was made a moment ago, in the place of what was there.
            if (isOwn && waiting.has(found.photo)) continue;
            if (!isOwn && Date.now() - found.at < abandonedAfter) continue;
            localStorage.removeItem(name);
            if (waiting.has(found.photo)) continue;
            keep({ ...found, conflict: false });
            emit("taken-over", { photo: found.photo });
        }
    } catch { /* Without storage nothing was left. */ }
    setInterval(() => { for (const one of all()) write(Object.assign(one, { at: Date.now() })); }, 20_000);
}

/** Calls back on `status`, `stored`, `conflict`, `refused`, `taken-over`, `taken-back`; answers what ends it. */
export function on(kind, call) {
    const listener = (event) => call(event.detail);
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
}

/** Calls the listeners. */
export function emit(kind, detail) { target.dispatchEvent(new CustomEvent(kind, { detail })); }

/** Tells that what waits may have changed. */
export function tell() { emit("status"); }

function write(one) {
    try { localStorage.setItem(key(one.photo), JSON.stringify(one)); } catch { /* Full or forbidden: memory has it. */ }
}

function key(photo) { return `${prefix}${tab}.${served.queue}.${photo}`; }

/** A browser's "Duplicate tab" copies the name too: the younger of two tabs takes another one. */
function isAlone() {
    if (!("BroadcastChannel" in globalThis)) return null;
    const channel = new BroadcastChannel("quiver.tabs");
    const own = Math.random();
    const begun = performance.timeOrigin + performance.now();
    channel.addEventListener("message", ({ data }) => {
        if (data.tab !== tab || data.own === own) return;
        if (data.begun > begun) channel.postMessage({ tab, own, begun });
        else if (waiting.size === 0) tab = newName();
    });
    channel.postMessage({ tab, own, begun });
    return new Promise((resolve) => { setTimeout(resolve, 150); });
}

function ownName() {
    try {
        return sessionStorage.getItem("quiver.tab") ?? newName();
    } catch {
        return newName();
    }
}

function newName() {
    const name = Math.random().toString(36).slice(2);
    try { sessionStorage.setItem("quiver.tab", name); } catch { /* For this page's life only. */ }
    return name;
}
