// Corrections on their way to the server. Each photo's newest whole state waits in the browser's storage until it is
// stored.
import * as entries from "./entries.js";
import { Problem, Unreachable, path, send, served, signIn } from "../shell/api.js";

export { dropOthers, isKept, on } from "./entries.js";

/** Begins with what an earlier page could not send. */
export async function start() {
    await entries.takeOver();
    addEventListener("online", atLast);
    addEventListener("focus", atLast);
    flush();
}

/** Puts a photo's state in line in place of an older one that was not sent; `name` is for messages. */
export function put(photo, revision, review, name) {
    const old = unsent(photo);
    entries.keep({
        photo, name, place: location.hash, revision: old ? old.revision : revision, review, at: Date.now(),
        conflict: old?.conflict ?? false, refused: null,
    });
    pace.forget(photo);
    flush();
}

/** The state that waits for a photo; null where all is stored. */
export function unsent(photo) {
    return entries.entry(photo);
}

/** How many photos wait, how many fail for now, whether the server is out of reach, and what waits for the user. */
export function status() {
    const all = entries.all();
    return {
        waiting: all.filter((entry) => !entry.refused).length,
        failing: all.filter(({ photo }) => pace.isFailing(photo)).length,
        isOffline: pace.isOffline,
        ofOthers: entries.ofOthers().length,
        unsettled: all.filter((entry) => entry.refused || entry.conflict),
    };
}

/** After a conflict: sends our state again, on the revision that the server has now. */
export function keepMine(photo, revision) {
    change(photo, { revision, conflict: false });
}

/** After a conflict: drops our state. */
export function takeTheirs(photo) {
    entries.drop(photo);
    pace.forget(photo);
}

/** After a refusal: sends the same state once more. */
export function tryAgain(photo) {
    change(photo, { refused: null });
}

/** After a refusal: drops our state; who shows the photo shows what the server has. */
export function takeBack(photo) {
    takeTheirs(photo);
    entries.emit("taken-back", { photo });
}

function change(photo, values) {
    const entry = unsent(photo);
    if (!entry) return;
    pace.forget(photo);
    entries.keep(Object.assign(entry, values));
    flush();
}

/** The server may be there again: all is tried at once. */
function atLast() {
    pace.hurry();
    flush();
}

const firstPause = 500;
const longestPause = 5 * 60_000;

/** When what could not be sent is tried again: one that fails waits for itself, a lost connection holds all. */
export class Pace {
    failures = new Map();
    pause = firstPause;
    heldUntil = 0;
    isOffline = false;

    /** The server answered. */
    reached() {
        this.isOffline = false;
        this.pause = firstPause;
        this.heldUntil = 0;
    }

    /** The server did not answer. */
    lost() {
        this.isOffline = true;
        this.heldUntil = Date.now() + this.pause;
        this.pause = Math.min(this.pause * 2, 15_000);
    }

    /** The server answered that it could not take one just now, and perhaps for how many seconds; it may be sooner. */
    failed(key, seconds = 0) {
        const count = (this.failures.get(key)?.count ?? 0) + 1;
        const pause = Math.max(Math.min(firstPause * 2 ** count, 60_000), Math.min(seconds * 1000, longestPause));
        this.failures.set(key, { count, until: Date.now() + pause });
    }

    /** One begins afresh. */
    forget(key) { this.failures.delete(key); }

    /** All begin afresh, as when the device is in a network again. */
    hurry() {
        this.failures.clear();
        this.pause = firstPause;
        this.heldUntil = 0;
    }

    /** Whether one has failed so often that the user should know. */
    isFailing(key) { return this.failures.get(key)?.count >= 3; }

    /** From when on one may be sent. */
    startOf(key) { return Math.max(this.heldUntil, this.failures.get(key)?.until ?? 0); }
}

const pace = new Pace();

/** Two photos at once, none behind another, so that one that fails holds up no other. */
const atOnce = 2;
const sending = new Set();
let timer = null;

/** Sends what may be sent now, and comes back when more may. */
export function flush() {
    clearTimeout(timer);
    if (!signIn.isNeeded && !served.isReplaced) {
        for (const entry of sendable()) {
            if (sending.size < atOnce && pace.startOf(entry.photo) <= Date.now()) deliver(entry);
        }
        const next = Math.min(...sendable().map(({ photo }) => pace.startOf(photo)));
        if (Number.isFinite(next) && sending.size < atOnce) timer = setTimeout(flush, Math.max(next - Date.now(), 50));
    }
    entries.tell();
}

function sendable() {
    return entries.all().filter((entry) => !entry.conflict && !entry.refused && !sending.has(entry.photo));
}

/** Photos of sessions and photos of the queue wait in one outbox, under different names. */
function request({ photo, revision, review, queue }) {
    const address = photo.startsWith("job:") ? path`/jobs/${photo.slice(4)}/review` : path`/photos/${photo}/review`;
    return send("PUT", address, review, { revision, queue });
}

async function deliver(entry) {
    const { photo, review } = entry;
    sending.add(photo);
    try {
        const answer = await request(entry);
        pace.reached();
        pace.forget(photo);
        stored(photo, review, answer);
    } catch (error) {
        if (error instanceof Unreachable) pace.lost();
        else failed(photo, review, error);
    } finally {
        sending.delete(photo);
        flush();
    }
}

function stored(photo, review, answer) {
    const newer = entries.entry(photo);
    // A photo of a session is sent with its session; one of the queue is sent alone, and its `photo` is a path.
    const { revision } = answer.session ? answer.photo : answer;
    // A newer state that came in meanwhile is made on what has just been stored.
    if (newer && newer.review !== review) {
        entries.keep(Object.assign(newer, { revision }));
    } else {
        entries.drop(photo);
    }
    entries.emit("stored", { photo, answer, revision, isLatest: !entries.entry(photo) });
}

function failed(photo, review, error) {
    pace.reached();
    if (!(error instanceof Problem)) console.error(error);
    const status = error.status ?? 500;
    const entry = entries.entry(photo);
    // Other results are served now: the page begins anew, and the entry waits for its own.
    if (status === 401 || error.code === "otherQueue" || !entry) return;
    if (status >= 500 || status === 429) {
        pace.failed(photo);
    } else if (status === 412) {
        entries.keep(Object.assign(entry, { conflict: true }));
        entries.emit("conflict", { photo, answer: error.body });
    } else if (entry.review === review) {
        // A newer state may be fine: only what was refused waits for the user.
        entries.keep(Object.assign(entry, { refused: error.message }));
        entries.emit("refused", { photo, message: error.message });
    }
}
