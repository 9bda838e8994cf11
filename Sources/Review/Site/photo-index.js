// All photos of the queue, fetched by thousands in the background and kept for the page's life.
import { get } from "./api.js";

const page = 1000;
let jobs = [];
let total = 0;
let isComplete = false;
let fetching = null;
const target = new EventTarget();

/** The photos known so far, how many there are, and whether all are known. */
export function photoIndex() {
    return { jobs, total, isComplete };
}

/** Calls back when more are known; answers what ends it. */
export function onPhotos(call) {
    target.addEventListener("change", call);
    return () => target.removeEventListener("change", call);
}

/** Fetches the first page, and the others behind it; answers as soon as the first is there. */
export function fetchPhotos({ fresh = false } = {}) {
    if (fetching && !fresh) return fetching.first;
    const run = { isCurrent: () => fetching === run };
    fetching = run;
    const found = [];
    const one = async (after) => {
        const answer = await get(`/jobs?limit=${page}&after=${after}`);
        if (!run.isCurrent()) return null;
        found.push(...answer.jobs);
        total = answer.total;
        // While all are fetched anew, the old ones stay in sight.
        if (found.length >= jobs.length || answer.next === null) jobs = found;
        isComplete = answer.next === null;
        target.dispatchEvent(new Event("change"));
        return answer.next;
    };
    run.first = one(0).then((next) => {
        const rest = async () => { for (let after = next; after !== null && run.isCurrent();) after = await one(after);
            };
        run.all = rest().catch(() => { fetching = null; });
    }, (error) => { fetching = null; throw error; });
    return run.first;
}

/** The photos that pass a filter, in order: uncertain ones first, those without a margin last, or by number. */
export function chosenPhotos({ state, text, onlyOpen, sort }) {
    const wanted = text.trim().toLowerCase();
    const chosen = jobs.filter((job) => (!state || job.state === state)
        && (!wanted || job.photo.toLowerCase().includes(wanted))
        && (!onlyOpen || (!job.reviewed && job.state === "done")));
    if (sort !== "uncertain") return chosen;
    return chosen.sort((a, b) => Number(a.reviewed) - Number(b.reviewed)
        || (a.uncertain ?? Infinity) - (b.uncertain ?? Infinity) || a.job - b.job);
}

/** Notes that a photo was reviewed, without asking for all again. */
export function noteReviewed(job, isReviewed) {
    const one = jobs.find((other) => other.job === job);
    if (one) one.reviewed = isReviewed;
}

/** The filter as the list has it now; the review of a photo goes on along it. */
export const filter = { state: "", text: "", onlyOpen: false, sort: "uncertain" };
