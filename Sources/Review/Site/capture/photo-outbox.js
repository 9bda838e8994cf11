// Photos on their way to the server: taken in here, sent one after the other, and followed until each is read.
import * as entries from "./entries.js";
import { isOfSession, isSendable, isTaken, isUnsent, outcome } from "./standing.js";
import { bytesOf, dropBytes } from "./photo-store.js";
import { deliver, interrupt } from "./delivery.js";
import { fetchLimits, knownLimits } from "./limits.js";
import { followed, hear, keepFollowing, resting } from "./following.js";
import { on as onEvent } from "../shell/events.js";
import { Pace } from "../outbox/outbox.js";
import { Problem, Unreachable, isServing, path, send, served, signIn } from "../shell/api.js";
import { refusalOf } from "./refusal.js";
import { t } from "../strings/language.js";
import { thumbnailOf } from "./thumbnail.js";

export { all, entry, isHere, isKept, on } from "./entries.js";

/** @typedef {import("./standing.js").Entry} Entry */

const pace = new Pace();
let starting = null;
/** The photo that is being sent.
    @type {string | null} */
let sending = null;
let timer = null;

/** Begins, once, with what an earlier page could not send. */
export function start() {
    starting ??= begin();
    return starting;
}

async function begin() {
    await isServing;
    addEventListener("online", () => { interrupt(); atLast(); });
    addEventListener("focus", atLast);
    addEventListener("quiver-signed-in", atLast);
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") return;
        interrupt(10_000);
        atLast();
    });
    addEventListener("beforeunload", (event) => { if (!entries.isKept()) event.preventDefault(); });
    onEvent("connection", ({ isLost }) => { if (!isLost) atLast(); });
    const isKept = served.isKept;
    served.isKept = () => isKept() && entries.isKept();
    keepFollowing();
    setInterval(() => entries.live().then(flush), 20_000);
    await Promise.all([entries.live(), knownLimits() ?? fetchLimits().catch(() => {})]);
    followed();
    flush();
}

/** Photos are read one after the other: twenty at once would fill a phone's memory. */
let turn = Promise.resolve();

/** Takes a photo in, and sends it.
    @param {File} file @param {{ session: string | null, archer: string | null }} of */
export function take(file, { session, archer }) {
    const [id, now] = [newKey(), Date.now()];
    /** @type {Entry} */
    const one = { id, key: id, name: file.name, type: file.type, size: file.size, session, archer, queue: served.queue,
        tab: "", at: now, taken: now, thumbnail: null, upload: null, problem: null, isCapturing: true,
        isHeld: true };
    entries.begin(one);
    start();
    const sentence = refusalOf(file, knownLimits());
    if (sentence) stop(one, { code: "refusedHere", sentence, isFinal: true });
    else turn = turn.then(() => takeIn(one, file)).catch((error) => console.error(error));
}

/** @param {Entry} one @param {File} file */
async function takeIn(one, file) {
    let bytes;
    try {
        bytes = new Blob([await file.arrayBuffer()], { type: file.type });
    } catch {
        return stop(one, { code: "unreadable", sentence: t("photoUnreadable"), isFinal: true });
    }
    const drawing = thumbnailOf(bytes);
    await entries.keep(one, bytes);
    flush();
    entries.change(one, { thumbnail: await drawing });
    await entries.save(one);
}

function stop(one, problem) { entries.change(one, { isCapturing: false, problem }); }

/** After a failure: sends the photo again, or has the server read it again.
    @param {Entry} one */
export async function tryAgain(one) {
    pace.forget(one.id);
    const { upload, problem } = one;
    if (problem?.code === "failed" && upload?.job) {
        try {
            await send("POST", "/jobs/retry", { jobs: [upload.job] }, { queue: one.queue });
        } catch (error) {
            return entries.change(one, { problem: { ...problem, sentence: error.message } });
        }
        entries.change(one, { problem: null, upload: { ...upload, state: "waiting" }, sent: Date.now() });
        followed();
    } else {
        const session = isOfSession(one) ? null : one.session;
        const key = session !== one.session || problem?.code === "keyUsed" ? newKey() : one.key;
        entries.change(one, { problem: null, upload: null, key, session });
        flush();
    }
    await entries.save(one);
}

/** Gives a photo up that was not sent; one that was sent is only shown no longer.
    @param {Entry} one */
export async function discard(one) {
    await entries.drop(one);
    if (sending === one.id) interrupt();
    if (one.upload && isUnsent(one)) {
        await send("DELETE", path`/uploads/${one.upload.id}`, {}, { queue: one.queue }).catch(() => {});
    }
}

/** The server may be there again: all is tried at once. */
function atLast() {
    pace.hurry();
    flush();
    followed();
}

/** Why a photo does not go on just now: Offline, Failing, Idle or Paused; empty where it goes on.
    @param {Entry} one */
export function hold(one) {
    if (isTaken(one.upload)) return resting();
    if (pace.isOffline) return "Offline";
    return one.delay || pace.isFailing(one.id) ? "Failing" : "";
}

/** Sends what may be sent now, and comes back when more may. */
function flush() {
    clearTimeout(timer);
    if (signIn.isNeeded || served.isReplaced || sending !== null) return;
    const waiting = entries.all().filter((one) => isSendable(one) && entries.isHere(one));
    const ready = waiting.find((one) => pace.startOf(one.id) <= Date.now());
    if (ready) {
        sending = ready.id;
        dispatch(ready).finally(() => { sending = null; flush(); });
    } else if (waiting.length) {
        const next = Math.min(...waiting.map((one) => pace.startOf(one.id)));
        timer = setTimeout(flush, Math.max(next - Date.now(), 50));
    }
}

/** @param {Entry} one */
async function dispatch(one) {
    try {
        if (!await entries.save(one)) return;
        const bytes = await bytesOf(one.id);
        if (!bytes) return stop(one, { code: "gone", sentence: t("photoGone"), isFinal: true });
        const upload = await deliver(one, bytes, knownLimits()?.pieceSize || 1 << 20, (now) => {
            pace.reached();
            // What has become of the whole photo is heard below, once.
            if (now.state !== "receiving") return;
            entries.change(one, { upload: now, delay: "" });
            entries.save(one);
        });
        pace.forget(one.id);
        one.sent = Date.now();
        if (await hear(one, upload) && isTaken(upload)) await dropBytes(one.id);
        followed();
    } catch (error) {
        fail(one, error);
    }
}

/** @param {Entry} one */
function fail(one, error) {
    // Who has given a photo up wants to hear nothing of it.
    if (!entries.entry(one.id)) return;
    const isLost = error instanceof Unreachable || error.name === "AbortError";
    if (isLost) pace.lost();
    else pace.reached();
    if (!isLost && !(error instanceof Problem)) console.error(error);
    const end = outcome(error);
    if (end.kind === "stop") {
        entries.change(one, { problem: end.problem });
        entries.emit("failed", one);
        entries.save(one);
    } else {
        if (!isLost && end.kind !== "signIn") pace.failed(one.id, end.kind === "later" ? end.pause : 0);
        entries.change(one, { delay: end.kind === "later" ? end.delay : "" });
    }
}

/** What distinguishes a photo for ever; a page over plain HTTP has no `randomUUID`. */
function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
