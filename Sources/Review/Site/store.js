// Sessions as the server last told them; pages draw from here and hear when one is newer.
import { get, path } from "./api.js";

const sessions = new Map();
const lastPlaces = new Map();
const target = new EventTarget();

/** The session, from memory where it is known; `fresh` asks the server again. */
export async function loadSession(id, { fresh = false } = {}) {
    if (!fresh && sessions.has(id)) return sessions.get(id);
    return keep(await get(path`/sessions/${id}`));
}

/** What is known of a session without asking. */
export function knownSession(id) {
    return sessions.get(id) ?? null;
}

/** Remembers a session as it is now, and tells. */
export function keep(session) {
    sessions.set(session.id, session);
    target.dispatchEvent(new CustomEvent("change", { detail: session }));
    return session;
}

/** Forgets a session, as after a merge. */
export function forget(id) {
    sessions.delete(id);
}

/** Calls back when a session was told anew; answers what ends it. */
export function onSession(call) {
    const listener = (event) => call(event.detail);
    target.addEventListener("change", listener);
    return () => target.removeEventListener("change", listener);
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
