// Changes of many photos in parts, and the way back from each.
import { get, newKey, Problem, send, served, Unreachable } from "../shell/api.js";
import { noteReviews } from "../photos/review-rate.js";
import { noteStanding } from "../photos/photo-index.js";

/** So many photos one request names: it is answered within a moment, and can be stopped between two. */
const part = 100;
/** Characters of former corrections that one request sends back; a body has at most a mebibyte. */
const longest = 400_000;
/** So many changes can be undone, and as many as have so many characters of former corrections; the last one always. */
const bounds = { steps: 20, characters: 64_000_000 };
/** Changes that can be undone, the last first. They are of one queue, and of the page's life. */
let steps = [];

/** What the last change was, and of how many photos; null where none can be undone. */
export function lastStep() {
    return steps.find(({ queue }) => queue === served.queue) ?? null;
}

function nothing() { return { photos: [], findings: 0, conflicts: [], untouched: [], refused: [], forgotten: 0 }; }

/** Changes photos as they were seen; `note(done)` hears how many were tried, and answers false to stop. `forgotten` is how many
    earlier changes can no longer be undone.
    @param {{ change: string, from?: string | null, to?: string | null, detector?: string, isTrial?: boolean }} wanted
    @param {any[]} rows What the user has seen of the photos.
    @param {(done: number, photos: any[]) => boolean | void} note It hears the photos of the part, too.
    @param {{ steps: number, characters: number }} most */
export async function changeAll(wanted, rows, note = () => {}, most = bounds) {
    const all = nothing();
    let waiting = rows.map((row) => ({ job: row.job, revision: row.revision ?? 0, finished: row.finished ?? null }));
    try {
        while (waiting.length) {
            const own = waiting.slice(0, part);
            const told = await sent("/jobs/change", { ...wanted, photos: own }, wanted.isTrial ? [] : own);
            const seen = new Map(own.map(({ job, revision }) => [job, revision]));
            // With the revision that a change was made on: that is what undoing it leads back to.
            add(all, { ...told, photos: told.photos.map((one) => ({ ...one, from: seen.get(one.job) })) });
            if (!wanted.isTrial) noteStanding(standing(told.photos, wanted.change === "accept" || undefined));
            const left = new Set(told.left);
            waiting = [...own.filter(({ job }) => left.has(job)), ...waiting.slice(part)];
            if (note(rows.length - waiting.length, told.photos) === false) break;
        }
    } finally {
        if (!wanted.isTrial && all.photos.length) {
            all.forgotten = keep({ queue: served.queue, change: wanted.change, photos: [...all.photos] }, most);
            if (wanted.change === "accept") noteReviews(all.photos.length);
        }
    }
    return all;
}

/** Keeps a change of another kind to be undone before those that were made earlier; `undo(jobs, note)` answers the
    photos that it has led back, and those that were left as the user stopped it.
    @param {string} change @param {number[]} jobs
    @param {(jobs: number[], note: (done: number) => boolean | void) => Promise<{ jobs: number[], left: number[] }>} undo */
export function keepUndo(change, jobs, undo) {
    keep({ queue: served.queue, change, photos: jobs.map((job) => ({ job })), undo }, bounds);
}

/** Undoes the last change: of each photo that was not changed since. What fails stays to be undone, but not a photo that
    cannot show what it had.
    @param {(done: number, photos: any[]) => boolean | void} note */
export async function undoLast(note = () => {}) {
    const step = lastStep();
    if (!step) return null;
    const all = nothing();
    if (step.undo) {
        const done = await step.undo(step.photos.map(({ job }) => job), note);
        all.photos = done.jobs.map((job) => ({ job }));
        step.photos = done.left.map((job) => ({ job }));
        if (!step.photos.length) steps = steps.filter((one) => one !== step);
        return { ...all, change: step.change };
    }
    while (step.photos.length) {
        const own = fitting(step.photos);
        const photos = own.map(({ job, revision, former }) => ({ job, revision, review: former }));
        const told = await sent("/jobs/restore", { photos }, own).catch((error) => {
            // One photo that no request can take must not keep the others.
            if (!(error instanceof Problem && error.status === 413 && own.length === 1)) throw error;
            return { ...nothing(), left: [], refused: [{ job: own[0].job, reason: error.message }] };
        });
        add(all, told);
        lead(step, told.photos);
        noteStanding(standing(told.photos, step.change === "accept" ? false : undefined));
        const left = new Set(told.left);
        step.photos = [...own.filter(({ job }) => left.has(job)), ...step.photos.slice(own.length)];
        if (note(all.photos.length, told.photos) === false) break;
    }
    if (!step.photos.length) steps = steps.filter((one) => one !== step);
    if (step.change === "accept") noteReviews(-all.photos.length);
    return { ...all, change: step.change };
}

/** Sends a change under a word of its own, and once more where no answer comes: the answer alone may be lost, and with it the way
    back, and the server answers the same change as it did.
    @param {string} address @param {any} body @param {string} key */
export function sendTwice(address, body, key = newKey()) {
    return send("POST", address, body, { key }).catch((error) => {
        if (!(error instanceof Unreachable)) throw error;
        return send("POST", address, body, { key });
    });
}

/** Sends a change. Where no answer comes, the error's `unsure` are the numbers of photos that it may have reached all the same. */
async function sent(address, body, photos) {
    try {
        return await (photos.length ? sendTwice(address, body) : send("POST", address, body));
    } catch (error) {
        if (error instanceof Unreachable && photos.length) {
            const tiles = await get("/tiles?jobs=" + photos.map(({ job }) => job).join(","))
                .then((told) => told.tiles, () => null);
            const now = new Map((tiles ?? []).map(({ job, revision }) => [job, revision]));
            if (tiles) noteStanding(tiles);
            Object.assign(error, { unsure: photos.filter(({ job, revision }) => !tiles || (now.get(job) ?? revision) !== revision)
                .map(({ job }) => job) });
        }
        throw error;
    }
}

/** A photo that was led back is again what an earlier change has made of it, under another revision. One that another user has
    changed between the two is not. */
function lead(step, photos) {
    const from = new Map(step.photos.map((one) => [one.job, one.from]));
    const back = new Map(photos.map(({ job, revision }) => [job, revision]));
    for (const earlier of steps.slice(steps.indexOf(step) + 1)) {
        if (earlier.queue !== step.queue) continue;
        for (const one of earlier.photos) {
            if (!back.has(one.job) || one.revision !== from.get(one.job)) continue;
            one.revision = back.get(one.job);
            // One change alone has made that revision.
            from.delete(one.job);
        }
    }
}

/** Keeps a change to be undone; answers how many earlier ones are given up for their size. */
function keep(step, most) {
    const own = { ...step, characters: step.photos.reduce((sum, one) => sum + (one.former ? JSON.stringify(one.former).length : 0), 0) };
    const all = [own, ...steps].slice(0, most.steps);
    let characters = 0;
    const end = all.findIndex((one, k) => (characters += one.characters) > most.characters && k > 0);
    steps = end < 0 ? all : all.slice(0, end);
    return all.length - steps.length;
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
    for (const key of ["photos", "conflicts", "untouched", "refused"]) all[key].push(...(told[key] ?? []));
    all.findings += told.findings;
}
