// What became of the photos that the server has: asked on its events, and every few seconds.
import * as entries from "./entries.js";
import { after, isUnderWay, standing } from "./standing.js";
import { fetchUploads } from "./limits.js";
import { get, path, served, signIn } from "../shell/api.js";
import { isWorked } from "../queue/hosts.js";
import { on } from "../shell/events.js";

/** @typedef {import("./standing.js").Entry} Entry */

/** Photos that are asked about one by one: those that are read first were sent first. */
const atOnce = 2;
/** How often all of many are asked about. */
const listPause = 2_000;
/** A photo that has just been sent is read in a few seconds. */
const young = 15_000;
let timer = null;
let asking = null;

/** Has the server's events heard. */
export function keepFollowing() {
    for (const kind of ["queue", "session"]) on(kind, () => followed());
}

/** Asks now, and as long as a photo is under way. */
export function followed() {
    clearTimeout(timer);
    asking ??= ask().finally(() => {
        asking = null;
        const waiting = underWay();
        if (!waiting.length || signIn.isNeeded || served.isReplaced) return;
        const isYoung = waiting.some((one) => Date.now() - one.sent < young);
        timer = setTimeout(followed, isYoung ? 400 : 5_000);
    });
}

function underWay() {
    return entries.all().filter((one) => isUnderWay(one) && entries.isHere(one));
}

let rest = "";

/** Why nothing is read just now: Idle without a run, Paused where it was paused; empty where photos are read. */
export function resting() { return rest; }

async function ask() {
    if (signIn.isNeeded || served.isReplaced) return;
    const isLate = underWay().some((one) => Date.now() - one.sent >= young);
    if (isLate) await look();
    else rest = "";
    await askOfMany();
    await Promise.all(underWay().slice(0, atOnce).map(async (one) => {
        try {
            hear(one, await get(path`/uploads/${one.upload.id}`));
        } catch (error) {
            // The server has the photo, and tells of it no more: it stands where all photos do.
            if (error.status === 404) entries.drop(one);
        }
    }));
}

let listed = 0;

/** Of many photos any may be read next, as where the first ones fail and are tried again. */
async function askOfMany() {
    if (underWay().length <= atOnce || Date.now() - listed < listPause) return;
    listed = Date.now();
    const uploads = await fetchUploads().catch(() => []);
    for (const one of underWay()) {
        const now = uploads.find(({ id }) => id === one.upload.id);
        if (now) hear(one, now);
    }
}

/** What keeps a photo waiting for long may be that nothing runs. */
async function look() {
    const queue = await get("/queue").catch(() => null);
    const { live, pausedByHand } = queue ?? {};
    const now = !queue ? rest : !isWorked(queue) ? "Idle" : pausedByHand || live?.pause ? "Paused" : "";
    if (now === rest) return;
    rest = now;
    entries.emit("change");
}

/** What the server says of a photo; false where it is no longer this tab's.
    @param {Entry} one @param {import("./standing.js").Upload} upload */
export async function hear(one, upload) {
    if (JSON.stringify(upload) === JSON.stringify(one.upload)) return true;
    entries.change(one, after(upload));
    const word = standing(one);
    if (word === "Done") entries.emit("read", one);
    if (word === "Error") entries.emit("failed", one);
    return await entries.save(one);
}
