// The photos of this tab that are on their way, in memory and in the browser's database, and what is called with them.
import * as store from "./photo-store.js";
import { abandonedAfter, isNamed } from "../outbox/entries.js";
import { isOver, isUnsent } from "./standing.js";
import { served } from "../shell/api.js";

/** @typedef {import("./standing.js").Entry} Entry */

/** @type {Map<string, Entry>} */
const known = new Map();
const target = new EventTarget();

/** All photos of this tab, the oldest first.
    @returns {Entry[]} */
export function all() { return [...known.values()].sort((a, b) => a.taken - b.taken); }

/** A photo; null where it is not on its way any more.
    @param {string} id */
export function entry(id) { return known.get(id) ?? null; }

/** Whether a photo goes to the results that are served; else it waits for its own.
    @param {Entry} one */
export function isHere(one) { return one.queue === served.queue; }

/** Whether all that was not sent outlives the page. */
export function isKept() {
    return all().every((one) => !isUnsent(one) || !one.isHeld || one.problem?.isFinal);
}

/** Has a new photo on its way, before it is kept.
    @param {Entry} one */
export function begin(one) {
    known.set(one.id, one);
    tell();
}

/** Keeps a new photo beyond the page's life, where the browser can.
    @param {Entry} one @param {Blob} bytes */
export async function keep(one, bytes) {
    one.tab = await isNamed;
    const isKept = await store.keep({ ...one, isCapturing: false, isHeld: false }, bytes);
    // It may have been given up meanwhile.
    if (!known.has(one.id)) return await store.drop(one.id);
    change(one, { isHeld: !isKept, isCapturing: false });
}

/** Changes what is known of a photo, in memory.
    @param {Entry} one @param {Partial<Entry>} values */
export function change(one, values) {
    Object.assign(one, values);
    tell();
}

/** Writes what is known of a photo; false where another tab has taken it over, or it was given up.
    @param {Entry} one */
export async function save(one) {
    if (!known.has(one.id)) return false;
    if (one.isHeld) return true;
    const isOwn = await store.update(one);
    if (!isOwn) {
        known.delete(one.id);
        tell();
    }
    return isOwn;
}

/** Forgets a photo.
    @param {Entry} one */
export async function drop(one) {
    known.delete(one.id);
    tell();
    await store.drop(one.id);
}

/** Forgets all photos, those of other tabs too. */
export async function forgetAll() {
    known.clear();
    tell();
    await store.forgetAll();
}

/** How many photos of all tabs would be lost with the browser's storage. */
export async function unsentOfAll() {
    const stored = (await store.everyones()).filter((one) => !known.has(one.id));
    return [...stored, ...all()].filter(isUnsent).length;
}

/** Says that this tab lives, and takes over what closed ones have left. */
export async function live() {
    const tab = await isNamed;
    for (const one of all()) await save(Object.assign(one, { at: Date.now() }));
    for (const one of await store.takeOver(tab, ({ at }) => Date.now() - at >= abandonedAfter)) {
        if (isOver(one, served.queue, Date.now())) await store.drop(one.id);
        else if (!known.has(one.id)) known.set(one.id, one);
    }
    tell();
}

/** Calls back on `change`, and with each photo that was `read` or has `failed`; answers what ends it.
    @param {string} kind @param {(one: Entry) => void} call */
export function on(kind, call) {
    /** @param {any} event */
    const listener = (event) => call(event.detail);
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
}

/** Calls the listeners.
    @param {string} kind @param {Entry} [one] */
export function emit(kind, one) { target.dispatchEvent(new CustomEvent(kind, { detail: one })); }

function tell() { emit("change"); }
