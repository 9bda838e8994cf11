// All photos of the queue, fetched by thousands in the background and kept for the page's life. Of what is asked for
// again only the pages that changed are transferred.
import { getNewer } from "../shell/api.js";
import { fixed } from "../strings/language.js";
import { fits } from "./photo-search.js";
import { rankOf } from "./likeness.js";
import { noteReviews } from "./review-rate.js";

const most = 1000;
/** The first page is a small one: it is what is waited for. */
const few = 200;
/** What was fetched, page by page, each under its tag. */
let pages = [];
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

function addressOf(after) { return `/jobs?limit=${after ? most : few}&after=${after}`; }

/** Fetches the pages anew of which photos were reviewed here: these have other revisions than the list knows. */
export async function fetchReviewed() {
    const old = pages.filter(({ tag }) => tag === null);
    for (const page of old) {
        const newer = await getNewer(addressOf(page.after));
        const place = pages.indexOf(page);
        if (place >= 0) pages[place] = { after: page.after, tag: newer.tag, ...newer.body };
    }
    if (!old.length) return;
    jobs = pages.flatMap((page) => page.jobs);
    target.dispatchEvent(new Event("change"));
}

/** Fetches the first page, and the others behind it; answers as soon as the first is there. */
export function fetchPhotos({ fresh = false } = {}) {
    if (fetching && !fresh) return fetching.first;
    const run = { isCurrent: () => fetching === run };
    fetching = run;
    let place = 0;
    const one = async (after) => {
        const old = pages[place]?.after === after ? pages[place] : null;
        const newer = await getNewer(addressOf(after), old?.tag);
        if (!run.isCurrent()) return null;
        if (newer) pages[place] = { after, tag: newer.tag, ...newer.body };
        const { next } = pages[place];
        place += 1;
        const isNews = newer || (next === null && (pages.length > place || !isComplete));
        if (next === null) {
            pages.length = place;
            isComplete = true;
        } else if (!pages[place]) isComplete = false;
        if (isNews) {
            jobs = pages.flatMap((page) => page.jobs);
            total = pages[0].total;
            target.dispatchEvent(new Event("change"));
        }
        return next;
    };
    run.first = one(0).then((next) => {
        const rest = async () => { for (let after = next; after !== null && run.isCurrent();) after = await one(after);
            };
        run.all = rest().catch(() => { fetching = null; });
    }, (error) => { fetching = null; throw error; });
    return run.first;
}

const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
/** How photos stand in each order, which is that of their numbers where it is none of these. */
const orders = {
    uncertain: (a, b) => Number(a.reviewed) - Number(b.reviewed)
        || (a.uncertain ?? Infinity) - (b.uncertain ?? Infinity) || a.job - b.job,
    newest: (a, b) => (b.finished ?? 0) - (a.finished ?? 0) || b.job - a.job,
    name: (a, b) => before(a.photo, b.photo) || a.job - b.job,
    similar: (a, b) => rankOf(a) - rankOf(b) || a.job - b.job,
};

/** The photos that pass a filter, in order: by their margin (of photos without findings the threshold), by when they were read,
    by name, by likeness, or by number. */
export function chosenPhotos({ state, where, onlyOpen, sort }) {
    const chosen = jobs.filter((job) => (!state || job.state === state)
        && (!where.trim() || fits(job.job, where))
        && (!onlyOpen || isOpen(job)));
    return orders[sort] ? chosen.sort(orders[sort]) : chosen;
}

/** Notes that a photo was reviewed, without asking for all again. */
export function noteReviewed(job, isReviewed) {
    const one = photoRow(job);
    if (!one || one.reviewed === isReviewed) return;
    one.reviewed = isReviewed;
    if (isReviewed) noteReviews(1);
    // What the server says of it counts, whatever became of the review.
    pages.find((page) => page.jobs.includes(one)).tag = null;
}

/** Notes photos that were accepted together, or of which that was taken back, before the list is asked for anew.
    @param {number[]} jobs @param {boolean} isReviewed */
export function noteAccepted(jobs, isReviewed) {
    noteStanding(jobs.map((job) => ({ job, reviewed: isReviewed })));
    target.dispatchEvent(new Event("change"));
}

/** Takes over what is known anew of photos: whether each is reviewed, and its revision.
    @param {{ job: number, reviewed?: boolean, revision?: number }[]} news */
export function noteStanding(news) {
    const known = new Map(news.map((one) => [one.job, one]));
    const numbers = [...known.keys()].sort((a, b) => a - b);
    for (const page of pages) {
        const [first, last] = [page.jobs[0]?.job, page.jobs.at(-1)?.job];
        if (!numbers.some((job) => job >= first && job <= last)) continue;
        for (const row of page.jobs) {
            const now = known.get(row.job);
            if (!now) continue;
            row.revision = now.revision ?? row.revision;
            row.reviewed = now.reviewed ?? row.reviewed;
            // What the server says of it counts, where its revision is another one by now.
            if (now.revision === undefined) page.tag = null;
        }
    }
}

/** Whether a photo was reviewed, as far as the list knows. */
export function isReviewed(job) { return Boolean(photoRow(job)?.reviewed); }

/** Whether a photo is still to be reviewed here; the photo of a scored end is reviewed as an end. */
function isOpen(job) { return job.state === "done" && !job.reviewed && !job.scored; }

/** How many of the photos that can be reviewed here are; null where none can be. */
export function progress() {
    const all = jobs.filter((job) => job.state === "done" && !job.scored);
    return all.length === 0 ? null : { reviewed: fixed(all.filter((job) => job.reviewed).length), total: fixed(all.length) };
}

/** What the list knows of a photo; null where it does not know it. */
export function photoRow(job) { return jobs.find((one) => one.job === job) ?? null; }
