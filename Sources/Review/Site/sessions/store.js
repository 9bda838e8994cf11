// Sessions as the server last sent them; pages draw from here and hear when one is newer.
import * as outbox from "../outbox/outbox.js";
import { get, path } from "../shell/api.js";
import { on } from "../shell/events.js";
import { useLevels } from "../charts/confidence.js";

/** @typedef {Record<string, any>} Session A session as the server tells it: see the API's description. */

/** @type {Map<string, Session>} */
const sessions = new Map();
const lastPlaces = new Map();
const target = new EventTarget();

/** The session, from memory where it is known; `fresh` asks the server again, and once more where what it answers was overtaken
    by a newer session while it was on its way. */
export async function loadSession(id, { fresh = false } = {}) {
    if (!fresh && sessions.has(id)) return sessions.get(id);
    let known = null;
    let sent = null;
    do {
        known = sessions.get(id);
        sent = await get(path`/sessions/${id}`);
    } while (sessions.get(id) !== known && isOlder(sent));
    return keep(sent);
}

/** Whether a session was sent before what is known of one of its photos: a photo's revision only grows. */
function isOlder(session) {
    const revisions = new Map(photosOf(sessions.get(session.id)).map(({ id, revision }) => [id, revision]));
    return photosOf(session).some(({ id, revision }) => revision < revisions.get(id));
}

/** The photos of a session's ends, and those that are in none. */
function photosOf(session) {
    return session ? [...endsOf(session).flatMap(({ end }) => end.photos), ...session.skipped ?? []] : [];
}

/** Remembers a session as it is now, and tells where it is another than before. */
export function keep(session) {
    useLevels(session);
    if (JSON.stringify(sessions.get(session.id)) === JSON.stringify(session)) return sessions.get(session.id);
    sessions.set(session.id, session);
    target.dispatchEvent(new CustomEvent("change", { detail: session }));
    return session;
}

/** Forgets a session, as after a merge. */
export function forget(id) {
    sessions.delete(id);
}

/** Calls back when a session was sent anew; answers what ends it. */
export function onSession(call) {
    const listener = (event) => call(event.detail);
    target.addEventListener("change", listener);
    return () => target.removeEventListener("change", listener);
}

/** A photo, and the session that it is in now, after its own was renamed, merged or split; null where it is in none. */
export async function sessionOf(isIt) {
    const { sessions: all } = await get("/sessions");
    for (const { id } of all) {
        const session = await loadSession(id, { fresh: true }).catch(() => null);
        const photo = photosOf(session).find(isIt);
        if (photo) return { session, photo };
    }
    return null;
}

/** Every end of a session with its round, in order. */
export function endsOf(session) {
    return session.rounds.flatMap((round) => round.ends.map((end) => ({ round, end })));
}

/** Where a photo is in a session: its round, its end and its index there; null where it is not. */
export function find(session, photo) {
    for (const { round, end } of endsOf(session)) {
        const index = end.photos.findIndex((one) => one.id === photo);
        if (index < 0) continue;
        const place = { round, end, index, photo: end.photos[index] };
        lastPlaces.set(photo, place);
        return place;
    }
    const skipped = (session.skipped ?? []).find((one) => one.id === photo);
    return skipped ? outside(session, skipped) : null;
}

/** A skipped photo is in no end; what was known of its arrows before is kept for taking it back. */
function outside(session, photo) {
    const last = lastPlaces.get(photo.id);
    const nothing = { score: 0, arrows: 0, tens: 0, xs: 0, average: null };
    const arrows = (last?.end.arrows ?? []).filter((arrow) => arrow.photo === last.index)
        .map((arrow) => ({ ...arrow, photo: 0 }));
    const end = { number: null, total: nothing, running: 0, missing: 0, needsReview: false, trouble: null, review: [],
        photos: [photo], arrows };
    const round = last?.round ?? session.rounds[0]
        ?? { number: 1, arrowsPerEnd: session.arrowsPerEnd, highestScore: 10, countsX: true, ends: [] };
    return { round, end, index: 0, photo };
}

const stale = new Set();
let refreshing = null;

/** Sessions in memory are asked for again when they may have changed; what is the same costs no bytes. */
on("session", ({ photo }) => {
    for (const session of sessions.values()) if (!photo || find(session, photo)) stale.add(session.id);
    refreshing ??= setTimeout(() => {
        refreshing = null;
        for (const one of stale) refresh(one);
        stale.clear();
    }, 300);
});

function refresh(id) {
    loadSession(id, { fresh: true }).catch((error) => { if (error.status === 404) forget(id); });
}

for (const kind of ["stored", "conflict"]) {
    outbox.on(kind, ({ answer: { session } }) => {
        if (!session) return;
        // Two photos are stored at once, and the first answer may come last.
        if (isOlder(session)) refresh(session.id);
        else keep(session);
    });
}
