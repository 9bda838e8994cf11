// When what could not be sent is tried again: a photo that fails waits for itself, a lost connection holds all.

const first = 500;
const failures = new Map();
let pause = first;
let heldUntil = 0;
let isLost = false;

/** The server answered. */
export function reached() {
    isLost = false;
    pause = first;
    heldUntil = 0;
}

/** The server did not answer. */
export function lost() {
    isLost = true;
    heldUntil = Date.now() + pause;
    pause = Math.min(pause * 2, 15_000);
}

/** Whether the server did not answer the last time. */
export function isOffline() { return isLost; }

/** The server answered that it could not store a photo's state just now. */
export function failed(photo) {
    const count = (failures.get(photo)?.count ?? 0) + 1;
    failures.set(photo, { count, until: Date.now() + Math.min(first * 2 ** count, 60_000) });
}

/** A photo begins afresh. */
export function forget(photo) { failures.delete(photo); }

/** All begin afresh, as when the device is in a network again. */
export function hurry() {
    failures.clear();
    pause = first;
    heldUntil = 0;
}

/** Whether a photo has failed so often that a person should know. */
export function isFailing(photo) { return failures.get(photo)?.count >= 3; }

/** From when on a photo may be sent. */
export function startOf(photo) { return Math.max(heldUntil, failures.get(photo)?.until ?? 0); }
