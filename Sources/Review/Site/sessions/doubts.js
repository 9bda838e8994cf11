// Which photo comes next: the one whose doubt is likeliest to change the total.
import { unsent } from "../outbox/outbox.js";
import { endsOf, find } from "./store.js";

/** The doubtful photos of a session, the likeliest to change the total first; those confirmed here are none, and those
    that are not read yet neither. */
export function doubtfulPhotos(session) {
    const photos = [...new Set(session.doubts.map((doubt) => doubt.photo))];
    return photos.filter((photo) => {
        const waiting = unsent(photo)?.review;
        const place = find(session, photo);
        return place && !isBeingRead(place) && !waiting?.isConfirmed && !waiting?.isSkipped;
    });
}

/** Whether a photo was sent, and nothing is read from it yet.
    @param {{ end: any, photo: any }} place */
export function isBeingRead({ end, photo }) { return end.isBeingRead === true && photo.width === 0; }

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
