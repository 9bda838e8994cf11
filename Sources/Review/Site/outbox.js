// Corrections on their way to the server. Each photo's newest whole state waits in the browser's storage until it is stored.
//
// Every tab keeps its own entries, so that two of them do not overwrite each other's; what a closed tab left is taken over.
import { Problem, path, send } from "./api.js";

const prefix = "quiver.unsent.";
const tab = ownName();
const abandonedAfter = 60_000;
const target = new EventTarget();
const waiting = new Map();
let isSending = false;
let isOffline = false;
let pause = 500;
let timer = null;

/** Begins with what an earlier page could not send. */
export function start() {
    takeOver();
    setInterval(touch, 20_000);
    addEventListener("online", () => { pause = 500; flush(); });
    addEventListener("focus", () => flush());
    flush();
}

/** Puts a photo's state in line in place of an older one that was not sent. */
export function put(photo, revision, review) {
    const old = waiting.get(photo);
    const entry = { photo, revision: old ? old.revision : revision, review, at: Date.now(), conflict: old?.conflict ?? false };
    waiting.set(photo, entry);
    store(entry);
    tell();
    flush();
}

/** The state that waits for a photo; null where all is stored. */
export function unsent(photo) {
    return waiting.get(photo) ?? null;
}

/** How many photos wait, and whether the server is out of reach. */
export function status() {
    return { waiting: waiting.size, isOffline };
}

/** After a conflict: sends our state again, on the revision that the server has now. */
export function keepMine(photo, revision) {
    const entry = waiting.get(photo);
    if (!entry) return;
    Object.assign(entry, { revision, conflict: false });
    store(entry);
    flush();
}

/** After a conflict: drops our state. */
export function takeTheirs(photo) {
    waiting.delete(photo);
    erase(photo);
    tell();
}

/** Calls back on `status`, `stored`, `conflict`, `refused`; answers what ends it. */
export function on(kind, call) {
    const listener = (event) => call(event.detail);
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
}

/** Sends what waits, one after the other. */
export async function flush() {
    if (isSending) return;
    clearTimeout(timer);
    isSending = true;
    try {
        for (let entry = next(); entry; entry = next()) await deliver(entry);
        offline(false);
    } catch {
        offline(true);
        timer = setTimeout(flush, pause);
        pause = Math.min(pause * 2, 15_000);
    } finally {
        isSending = false;
        tell();
    }
}

async function deliver(entry) {
    const { photo, review } = entry;
    try {
        const answer = await send("PUT", address(photo), review, { revision: entry.revision });
        pause = 500;
        const newer = waiting.get(photo);
        // A newer state that came in meanwhile is made on what has just been stored.
        if (newer && newer.review !== review) store(Object.assign(newer, { revision: (answer.photo ?? answer).revision }));
        else takeTheirs(photo);
        const isLatest = !waiting.has(photo);
        if (isJob(photo)) emit("stored-job", { photo, job: answer, isLatest });
        else emit("stored", { ...answer, photo, isLatest });
    } catch (error) {
        const isOurs = error instanceof Problem && error.status < 500 && error.status !== 401 && error.status !== 429;
        if (!isOurs) throw error;
        if (error.status === 412) {
            (waiting.get(photo) ?? entry).conflict = true;
            emit("conflict", { photo, session: error.body.session ?? null });
        } else {
            takeTheirs(photo);
            emit("refused", { photo, message: error.message });
        }
    }
}

/** The name under which a photo of the queue waits, whose review is of boxes and classes. */
export function jobName(job) { return "job:" + job; }

function isJob(photo) { return photo.startsWith("job:"); }

function address(photo) {
    return isJob(photo) ? path`/jobs/${photo.slice(4)}/review` : path`/photos/${photo}/review`;
}

function next() {
    return [...waiting.values()].find((entry) => !entry.conflict);
}

function offline(value) {
    if (value !== isOffline) isOffline = value;
    tell();
}

function tell() { emit("status", status()); }

function emit(kind, detail) { target.dispatchEvent(new CustomEvent(kind, { detail })); }

function key(photo) { return prefix + tab + "." + photo; }

function store(entry) {
    try { localStorage.setItem(key(entry.photo), JSON.stringify(entry)); } catch { /* Full or forbidden: memory has it. */ }
}

function erase(photo) {
    try { localStorage.removeItem(key(photo)); } catch { /* As above. */ }
}

/** Says that this tab lives, so that no other takes its entries. */
function touch() {
    for (const entry of waiting.values()) store(Object.assign(entry, { at: Date.now() }));
}

function takeOver() {
    try {
        for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
            const entry = JSON.parse(localStorage.getItem(name));
            const isOwn = name.startsWith(prefix + tab + ".");
            if (!isOwn && Date.now() - entry.at < abandonedAfter) continue;
            localStorage.removeItem(name);
            if (waiting.has(entry.photo)) continue;
            waiting.set(entry.photo, { ...entry, conflict: false });
            store(waiting.get(entry.photo));
        }
    } catch { /* Without storage nothing was left. */ }
}

function ownName() {
    try {
        let name = sessionStorage.getItem("quiver.tab");
        if (!name) sessionStorage.setItem("quiver.tab", (name = Math.random().toString(36).slice(2)));
        return name;
    } catch {
        return Math.random().toString(36).slice(2);
    }
}
