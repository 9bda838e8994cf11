// Changes of many photos in parts, and the way back from each.
import { noteReviews } from "../photos/review-rate.js";
import { noteStanding } from "../photos/photo-index.js";
import { send, served } from "../shell/api.js";

/** So many photos one request names: it is answered within a moment, and can be stopped between two. */
const part = 100;
/** Characters of former corrections that one request sends back; a body has at most a mebibyte. */
const longest = 400_000;
/** Changes that can be undone, the last first. They are of one queue, and of the page's life. */
let steps = [];

/** What the last change was, and of how many photos; null where none can be undone. */
export function lastStep() {
    return steps.find(({ queue }) => queue === served.queue) ?? null;
}

/** Changes photos as they were seen; `note(done)` hears how many were tried, and answers false to stop.
    @param {{ change: string, from?: string | null, to?: string | null, isTrial?: boolean }} wanted
    @param {any[]} rows What the list knows of the photos. @param {(done: number) => boolean | void} note */
export async function changeAll(wanted, rows, note = () => {}) {
    const all = { photos: [], findings: 0, conflicts: [], untouched: [] };
    let waiting = rows.map((row) => ({ job: row.job, revision: row.revision ?? 0, finished: row.finished ?? null }));
    try {
        while (waiting.length) {
            const own = waiting.slice(0, part);
            const told = await send("POST", "/jobs/change", { ...wanted, photos: own });
            add(all, told);
            if (!wanted.isTrial) noteStanding(standing(told.photos, wanted.change === "accept" || undefined));
            const left = new Set(told.left);
            waiting = [...own.filter(({ job }) => left.has(job)), ...waiting.slice(part)];
            if (note(rows.length - waiting.length) === false) break;
        }
    } finally {
        if (!wanted.isTrial && all.photos.length) {
            const step = { queue: served.queue, change: wanted.change, photos: all.photos };
            steps = [step, ...steps].slice(0, 20);
            if (wanted.change === "accept") noteReviews(all.photos.length);
        }
    }
    return all;
}

/** Undoes the last change: of each photo that was not changed since. What fails stays to be undone.
    @param {(done: number) => boolean | void} note */
export async function undoLast(note = () => {}) {
    const step = lastStep();
    if (!step) return null;
    const all = { photos: [], findings: 0, conflicts: [], untouched: [] };
    while (step.photos.length) {
        const own = fitting(step.photos);
        const photos = own.map(({ job, revision, former }) => ({ job, revision, review: former }));
        const told = await send("POST", "/jobs/restore", { photos });
        add(all, told);
        noteStanding(standing(told.photos, step.change === "accept" ? false : undefined));
        const left = new Set(told.left);
        step.photos = [...own.filter(({ job }) => left.has(job)), ...step.photos.slice(own.length)];
        if (note(all.photos.length) === false) break;
    }
    if (!step.photos.length) steps = steps.filter((one) => one !== step);
    if (step.change === "accept") noteReviews(-all.photos.length);
    return { ...all, change: step.change };
}

/** The first photos whose former corrections fit into one request. */
function fitting(photos) {
    let characters = 0;
    const count = photos.findIndex(({ former }, k) => {
        characters += former ? JSON.stringify(former).length : 0;
        return k === part || (k > 0 && characters > longest);
    });
    return count < 0 ? photos : photos.slice(0, count);
}

/** What the list is told of photos; what is undefined stays as it knows it. */
function standing(photos, reviewed) { return photos.map(({ job, revision }) => ({ job, revision, reviewed })); }

function add(all, told) {
    for (const key of ["photos", "conflicts", "untouched"]) all[key].push(...told[key]);
    all.findings += told.findings;
}
