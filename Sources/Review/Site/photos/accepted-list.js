// The photos that were accepted together last; they outlive a reload, and belong to one queue.
import { served } from "../shell/api.js";

const key = "quiver.accepted";

/** Remembers what was accepted, for the way back. */
export function rememberAccepted(jobs) {
    try { sessionStorage.setItem(key, JSON.stringify({ queue: served.queue, jobs })); } catch { /* No way back then. */ }
}

/** What can be taken back in the queue that is served. */
export function lastAccepted() {
    try {
        const kept = JSON.parse(sessionStorage.getItem(key));
        return kept?.queue === served.queue && Array.isArray(kept?.jobs) ? kept.jobs : [];
    } catch { return []; }
}
