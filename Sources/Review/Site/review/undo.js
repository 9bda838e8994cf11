// Steps back and forth, without end while the page lives, over all photos of one kind that were reviewed in it.
import { on } from "../outbox/outbox.js";

/** Steps are `{key, place, before, after}`: a photo, where its page is, and its whole state before and after. */
export class History {
    constructor() {
        this.undo = [];
        this.redo = [];
        this.awaited = null;
        this.revisions = new Map();
        // The revision that our last step of a photo was stored as.
        on("stored", ({ photo, revision }) => this.revisions.set(photo, revision));
    }

    /** The step that would be taken back, `undo`, or again, `redo`; null where there is none. */
    last(way) { return this[way].at(-1) ?? null; }

    record(step) {
        this.undo.push(step);
        this.redo.length = 0;
    }

    /** Takes the last step of a way, which can be gone the other way from now on. */
    take(way) { this[way === "undo" ? "redo" : "undo"].push(this[way].pop()); }

    /** Where a photo has a later revision than our last step, somebody else was there. */
    meet(key, revision) { if (this.revisions.get(key) < revision) this.forget(key); }

    /** Forgets the steps of a photo that somebody else has changed: going back would undo what they did. */
    forget(key) {
        for (const way of ["undo", "redo"]) this[way] = this[way].filter((step) => step.key !== key);
    }

    /** The way of the step that led to a photo's page; null where none did, or where it is forgotten. */
    arrival(key) {
        const { awaited } = this;
        this.awaited = null;
        return awaited?.key === key && this.last(awaited.way)?.key === key ? awaited.way : null;
    }
}
