// Photos that fit a query, asked of the server, and where they say or show its words: the filter that goes by what is known
// of them.
import { get } from "../shell/api.js";
import { fixed, t } from "../strings/language.js";

/** So many hits are enough. */
export const mostHits = 1000;
const most = 1000;
const nothing = { query: "", isWhole: true, jobs: new Set(), hits: new Map(), isCut: false };
let last = nothing;
/** The search that was begun last: its number and its query. */
let [turn, asked] = [0, ""];
const target = new EventTarget();

/** Calls back when more is known of what fits, or a search has failed, whatever part of the page asked; answers what ends it. */
export function onFound(call) {
    target.addEventListener("change", call);
    return () => target.removeEventListener("change", call);
}

function know(found) {
    last = found;
    target.dispatchEvent(new Event("change"));
}

/** Asks for the photos that fit a query, none for all photos; answers false where another search has begun meanwhile.
    @param {string} text @param {{ fresh?: boolean }} options */
export async function searchPhotos(text, { fresh = false } = {}) {
    const query = text.trim();
    const isKnown = query === last.query && last.isWhole && !fresh;
    // A search that asks for the same anew goes on.
    if (isKnown && query === asked) return true;
    asked = query;
    const own = ++turn;
    if (isKnown) return true;
    try {
        const found = query ? await ask(query, own) : nothing;
        if (own === turn) know(found);
    } catch (error) {
        // What was found for another query is no answer to this one; what was for this one stays.
        if (own === turn) know(last.query === query && last.isWhole ? last : nothing);
        throw error;
    }
    return own === turn;
}

async function ask(query, own) {
    const words = hitsOf(query, own);
    // Where the query is wrong, both say so, and once is enough.
    words.catch(() => {});
    const jobs = await fitting(query, own);
    return { query, isWhole: true, jobs, ...await words };
}

/** The photos, page by page: a page that read many records ends before it is full. */
async function fitting(query, own) {
    const jobs = new Set();
    for (let after = 0; after !== null && own === turn;) {
        const page = await get(`/jobs?limit=${most}&after=${after}&where=${encodeURIComponent(query)}`);
        for (const { job } of page.jobs) jobs.add(job);
        after = page.next;
        // Shown before the words are known: the first search of many photos reads all of them for these.
        if (own !== turn || (last.query === query && last.isWhole)) continue;
        know({ ...nothing, query, isWhole: false, jobs });
    }
    return jobs;
}

/** The places of words, page by page as well, until there are enough. */
async function hitsOf(query, own) {
    const hits = new Map();
    let [count, after] = [0, null];
    do {
        const page = await get(address(query) + (after === null ? "" : `&after=${encodeURIComponent(after)}`));
        for (const hit of page.hits) hits.set(hit.photo, [...(hits.get(hit.photo) ?? []), hit]);
        count += page.hits.length;
        after = page.next ?? null;
    } while (after !== null && count < mostHits && own === turn);
    return { hits, isCut: after !== null };
}

function address(query) { return `/find?q=${encodeURIComponent(query)}&limit=${mostHits}`; }

/** Whether a photo of the list fits a query, as far as that was answered: of another query nothing is known. */
export function fits(job, text) { return last.query === text.trim() && last.jobs.has(job); }

/** What the last search found in a photo of the list. */
export function hitsIn(photo) { return last.hits.get(photo) ?? []; }

/** Whether there is more than the last search answered. */
export function isCut() { return last.isCut; }

/** Where words stand in one photo, or each object that is called so: corners with the page of the file; nothing where
    nothing is searched for. */
export async function placesIn(job, text) {
    const query = text.trim();
    if (!query) return [];
    const { hits } = await get(`${address(query)}&job=${job}`);
    return hits.flatMap(({ page, places }) => places.map((place) => ({ page, place })));
}

/** A hit in a few words. */
export function hitText(hit) {
    return hit.source === "label" ? t("hitShows", { number: fixed(hit.count), kind: hit.kind })
        : t("hitSays", { text: hit.match });
}
