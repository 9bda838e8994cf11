// What photos say and show, searched by the server: the filter that goes by their content.
import { get } from "../shell/api.js";
import { fixed, t } from "../strings/language.js";

/** At most so many hits are asked for. */
export const mostHits = 1000;
const nothing = { query: "", hits: new Map(), isCut: false };
let last = nothing;
let turn = 0;

/** Searches for words, none for all photos; answers false where another search has begun meanwhile.
    @param {string} text @param {{ fresh?: boolean }} options */
export async function searchPhotos(text, { fresh = false } = {}) {
    const query = text.trim();
    const own = ++turn;
    if (query === last.query && !fresh) return true;
    try {
        const found = query ? await ask(query) : nothing;
        if (own === turn) last = found;
    } catch (error) {
        // What was found for other words is no answer to these.
        if (own === turn) last = nothing;
        throw error;
    }
    return own === turn;
}

async function ask(query) {
    const { hits, isCut } = await get(address(query));
    const byPhoto = new Map();
    for (const hit of hits) byPhoto.set(hit.photo, [...(byPhoto.get(hit.photo) ?? []), hit]);
    return { query, hits: byPhoto, isCut };
}

function address(query) { return `/find?q=${encodeURIComponent(query)}&limit=${mostHits}`; }

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
