// What the server takes: whether photos can be sent at all, how large, in which pieces.
import { get } from "../shell/api.js";
import { on } from "../shell/events.js";
import { t, uploadRefusal } from "../strings/language.js";

/** @typedef {{ isOn: boolean, most: number, free: number, pieceSize: number, code?: string | null,
 *     why?: string | null }} Limits */

/** @type {Limits | null} */
let known = null;
let asked = 0;
/** @type {Set<() => void>} */
const calls = new Set();

/** What the server last said; null before it was asked.
    @returns {Limits | null} */
export function knownLimits() { return known; }

/** Why no photos are taken, as a sentence.
    @param {Limits} limits */
export function whyOff({ code, why }) { return why ? uploadRefusal(code ?? "", why) : t("uploadsOff"); }

/** Asks the server. One that knows nothing of photos takes none.
    @returns {Promise<Limits>} */
export async function fetchLimits() {
    await fetchUploads();
    return known;
}

/** Asks the server; answers what it has of the photos that were sent last, too.
    @returns {Promise<import("./standing.js").Upload[]>} */
export async function fetchUploads() {
    asked = Date.now();
    try {
        const { uploads, ...limits } = await get("/uploads");
        note(limits);
        return uploads;
    } catch (error) {
        if (error.status !== 404) throw error;
        note({ isOn: false, most: 0, free: 0, pieceSize: 0 });
        return [];
    }
}

/** Calls back when photos are taken from now on, or are not; answers what ends it. A run that begins to watch takes them,
    and none does where it has ended.
    @param {() => void} call */
export function followLimits(call) {
    const look = () => {
        if (Date.now() - asked < (known?.isOn ? 15_000 : 2_000)) return;
        fetchUploads().catch(() => { /* The page itself tells of a lost connection. */ });
    };
    const ends = [on("queue", look), on("connection", look), () => calls.delete(call)];
    calls.add(call);
    look();
    return () => { for (const end of ends) end(); };
}

/** @param {Limits} limits */
function note(limits) {
    const before = known;
    known = limits;
    if (before?.isOn !== limits.isOn || before.why !== limits.why) for (const call of [...calls]) call();
}
