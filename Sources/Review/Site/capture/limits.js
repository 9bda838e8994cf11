// What the server takes: whether photos can be sent at all, how large, in which pieces.
import { get } from "../shell/api.js";

/** @typedef {{ isOn: boolean, most: number, free: number, pieceSize: number, why?: string }} Limits */

/** @type {Limits | null} */
let known = null;

/** What the server last said; null before it was asked.
    @returns {Limits | null} */
export function knownLimits() { return known; }

/** Asks the server. One that knows nothing of photos takes none.
    @returns {Promise<Limits>} */
export async function fetchLimits() {
    await fetchUploads();
    return known;
}

/** Asks the server; answers what it has of the photos that were sent last, too.
    @returns {Promise<import("./standing.js").Upload[]>} */
export async function fetchUploads() {
    try {
        const { uploads, ...limits } = await get("/uploads");
        known = limits;
        return uploads;
    } catch (error) {
        if (error.status !== 404) throw error;
        known = { isOn: false, most: 0, free: 0, pieceSize: 0 };
        return [];
    }
}
