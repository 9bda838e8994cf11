// Which photo comes next: the one whose doubt is likeliest to change the total.
import { unsent } from "../outbox/outbox.js";
import { endsOf, find } from "./store.js";

/** The doubtful photos of a session, the likeliest to change the total first; those confirmed here are none. */
export function doubtfulPhotos(session) {
    const photos = [...new Set(session.doubts.map((doubt) => doubt.photo))];
    return photos.filter((photo) => {
        const waiting = unsent(photo)?.review;
        return find(session, photo) && !waiting?.isConfirmed && !waiting?.isSkipped;
    });
}

/** The next doubtful photo but this one; null where nothing is left to check. */
export function nextDoubtful(session, photo) {
    return doubtfulPhotos(session).find((one) => one !== photo) ?? null;
}

/** All photos of a session in order. */
function photosInOrder(session) {
    return endsOf(session).flatMap(({ end }) => end.photos.map((photo) => photo.id));
}

/** The photo before or after one, in the session's order; null at its ends. */
export function neighbour(session, photo, step) {
    const all = photosInOrder(session);
    return all[all.indexOf(photo) + step] ?? null;
}

/** The address of a photo's review, or of one arrow's in it. */
export function reviewAddress(session, photo, arrow = null) {
    return `#/review/${encodeURIComponent(session)}/${encodeURIComponent(photo)}` + (arrow ? `?arrow=${arrow}` : "");
}
