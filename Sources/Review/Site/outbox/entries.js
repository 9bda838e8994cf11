// What waits in the outbox, in memory and in the browser's storage, and what is called with it.
//
// Every tab keeps its own entries, so that two of them do not overwrite each other's; what a closed tab left is taken
// over. An entry belongs to the queue that it was made on, and waits until that one is served again.
import { isServing, served } from "../shell/api.js";

const prefix = "quiver.unsent.";
/** Whether the name was there before this page: it is this tab's from before, or another one's. */
let isOld = true;
let tab = ownName();
let isSettled = false;
/** What storage calls this page until then, as no other one is called. */
const provisional = chance();
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

/** Whether that is known by now: until then nothing is sent, and what is made is kept under another name. */
export function hasName() { return isSettled; }

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
    await Promise.all([isServing, claim()]);
    isSettled = true;
    settle(tab);
    for (const one of all()) write(one);
    forgetAs(provisional);
    try {
        for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
            const found = JSON.parse(localStorage.getItem(name));
            const isOwn = name.startsWith(prefix + tab + ".");
            if (found.queue !== served.queue) {
                elsewhere.set(name, found);
                continue;
            }
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

function key(photo) { return `${prefix}${isSettled ? tab : provisional}.${served.queue}.${photo}`; }

/** Removes what storage has under a tab's name. */
function forgetAs(name) {
    try {
        for (const one of Object.keys(localStorage)) if (one.startsWith(`${prefix}${name}.`)) localStorage.removeItem(one);
    } catch { /* As above. */ }
}

function chance() { return Math.random().toString(36).slice(2); }

/** A browser's "Duplicate tab" copies the name too: the younger of two tabs takes another one. */
function claim() { return navigator.locks ? hold().catch(ask) : ask(); }

/** Holds the name as long as the page lives; another one where another tab holds it. */
async function hold() {
    const isFree = await new Promise((resolve, reject) => {
        const held = () => { resolve(true); return new Promise(() => {}); };
        // A page that is loaded anew may have to wait for the end of the one before it.
        const late = new AbortController();
        setTimeout(() => late.abort(), 1000);
        navigator.locks.request("quiver.tab." + tab, { signal: late.signal }, held)
            .catch((error) => (isOld && error.name === "AbortError" ? resolve(false) : reject(error)));
    });
    if (isFree) return;
    tab = newName();
    await hold();
}

/** Asks the other tabs, where a page has no locks, as over plain HTTP. A slow one takes its time to answer. */
function ask() {
    if (!("BroadcastChannel" in globalThis)) return null;
    const channel = new BroadcastChannel("quiver.tabs");
    const own = Math.random();
    const begun = performance.timeOrigin + performance.now();
    return new Promise((resolve) => {
        channel.addEventListener("message", ({ data }) => {
            if (data.tab !== tab || data.own === own) return;
            if (data.begun > begun) return channel.postMessage({ tab, own, begun });
            if (isSettled && waiting.size > 0) return;
            tab = newName();
            resolve();
        });
        if (!isOld) return resolve();
        channel.postMessage({ tab, own, begun });
        setTimeout(resolve, 2000);
    });
}

function ownName() {
    try {
        return sessionStorage.getItem("quiver.tab") ?? newName();
    } catch {
        return newName();
    }
}

function newName() {
    isOld = false;
    const name = chance();
    try { sessionStorage.setItem("quiver.tab", name); } catch { /* For this page's life only. */ }
    return name;
}
