// How much photos are alike to one of them, by what a model says of each: an order that the server works out.
import { get, path } from "../shell/api.js";

const nothing = { like: 0, detector: "", detectors: [], ranks: new Map() };
let last = nothing;

/** Asks how all photos stand to one of them; a refusal of the code `noVector` says that there is nothing to compare.
    @param {number} like The number of the one. @param {string} detector Whose vectors count; none for the first that made one. */
export async function fetchLikeness(like, detector = "") {
    const told = await get(path`/jobs/${like}/alike` + (detector ? path`?detector=${detector}` : ""));
    last = { like, detector: told.detector, detectors: told.detectors,
        ranks: new Map(told.jobs.map((job, rank) => [job, rank])) };
    return last;
}

/** Whether it is known how photos stand to one. */
export function knowsLikeness(like) { return last.like === like && like > 0; }

/** Where a photo stands in the order, the photo itself before all; a copy stands with its original, and what has no vector last.
    @param {{ job: number, original?: number | null }} row */
export function rankOf({ job, original = null }) {
    if (job === last.like) return -1;
    return last.ranks.get(job) ?? last.ranks.get(original) ?? Number.MAX_SAFE_INTEGER;
}
