// Steps back and forth, without end while the page lives, over all photos that were reviewed in it.

const done = [];
const undone = [];

/** Remembers a step of a photo from one whole state to the next. */
export function record(step) {
    done.push(step);
    undone.length = 0;
}

/** The step that would be taken back; null where there is none. */
export function lastDone() {
    return done.at(-1) ?? null;
}

/** The step that would be taken again; null where there is none. */
export function lastUndone() {
    return undone.at(-1) ?? null;
}

/** Takes a step back; its `before` is what to store now. */
export function undo() {
    const step = done.pop() ?? null;
    if (step) undone.push(step);
    return step;
}

/** Takes a step again; its `after` is what to store now. */
export function redo() {
    const step = undone.pop() ?? null;
    if (step) done.push(step);
    return step;
}

const revisions = new Map();

/** Notes the revision that our last step of a photo was stored as. */
export function stored(photo, revision) {
    revisions.set(photo, revision);
}

/** Where a photo has a later revision than our last step, somebody else was there: its steps are forgotten. */
export function meet(photo, revision) {
    if (revisions.has(photo) && revisions.get(photo) < revision) forget(photo);
}

/** Forgets the steps of a photo that somebody else has changed: going back would undo what they did. */
export function forget(photo) {
    for (const list of [done, undone]) {
        for (let k = list.length - 1; k >= 0; k -= 1) if (list[k].photo === photo) list.splice(k, 1);
    }
}
