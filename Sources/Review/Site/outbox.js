// Corrections on their way to the server. Each photo's newest whole state waits in the browser's storage until it is
// stored.
import * as entries from "./outbox-entries.js";
import * as pace from "./outbox-pace.js";
import { flush } from "./outbox-sender.js";

export { on } from "./outbox-entries.js";
export { flush } from "./outbox-sender.js";

/** Begins with what an earlier page could not send. */
export function start() {
    entries.takeOver();
    addEventListener("online", atLast);
    addEventListener("focus", atLast);
    flush();
}

/** Puts a photo's state in line in place of an older one that was not sent; `name` is for people. */
export function put(photo, revision, review, name) {
    const old = unsent(photo);
    entries.keep({
        photo, name, place: location.hash, revision: old ? old.revision : revision, review, at: Date.now(),
        conflict: old?.conflict ?? false, refused: null,
    });
    pace.forget(photo);
    flush();
}

/** The state that waits for a photo; null where all is stored. */
export function unsent(photo) {
    return entries.entry(photo);
}

/** How many photos wait, how many fail for now, whether the server is out of reach, and what waits for the person. */
export function status() {
    const all = entries.all();
    return {
        waiting: all.filter((entry) => !entry.refused).length,
        failing: all.filter(({ photo }) => pace.isFailing(photo)).length,
        isOffline: pace.isOffline(),
        unsettled: all.filter((entry) => entry.refused || entry.conflict),
    };
}

/** After a conflict: sends our state again, on the revision that the server has now. */
export function keepMine(photo, revision) {
    change(photo, { revision, conflict: false });
}

/** After a conflict: drops our state. */
export function takeTheirs(photo) {
    entries.drop(photo);
    pace.forget(photo);
}

/** After a refusal: sends the same state once more. */
export function tryAgain(photo) {
    change(photo, { refused: null });
}

/** After a refusal: drops our state; who shows the photo shows what the server has. */
export function takeBack(photo) {
    takeTheirs(photo);
    entries.emit("taken-back", { photo });
}

function change(photo, values) {
    const entry = unsent(photo);
    if (!entry) return;
    pace.forget(photo);
    entries.keep(Object.assign(entry, values));
    flush();
}

/** The server may be there again: all is tried at once. */
function atLast() {
    pace.hurry();
    flush();
}
