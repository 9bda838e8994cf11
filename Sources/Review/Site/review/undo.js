// Steps back and forth, without end while the page lives, over all photos of one kind that were reviewed in it.
import { on } from "../outbox/outbox.js";

/** @typedef {"undo" | "redo"} Way */

/**
 * A photo, where its page is, and its whole state before and after.
 *
 * @template Review
 * @typedef {{ key: string, place: string | number, before: Review, after: Review, merges: string | null, at: number }} Step
 */

/** The steps of one kind of review.
    @template Review */
export class History {
    constructor() {
        /** @type {Step<Review>[]} */
        this.undo = [];
        /** @type {Step<Review>[]} */
        this.redo = [];
        /** @type {{ key: string, way: Way } | null} */
        this.awaited = null;
        /** @type {Map<string, number>} */
        this.revisions = new Map();
        // The revision that our last step of a photo was stored as.
        on("stored", ({ photo, revision }) => this.revisions.set(photo, revision));
    }

    /** The step that would be taken back, `undo`, or again, `redo`; null where there is none.
        @param {Way} way */
    last(way) { return this[way].at(-1) ?? null; }

    /** @param {Step<Review>} step */
    record(step) {
        this.undo.push(step);
        this.redo.length = 0;
    }

    /** Takes the last step of a way, which can be gone the other way from now on.
        @param {Way} way */
    take(way) { this[way === "undo" ? "redo" : "undo"].push(this[way].pop()); }

    /** Where a photo has a later revision than our last step, it was changed elsewhere.
        @param {string} key @param {number} revision */
    meet(key, revision) { if (this.revisions.get(key) < revision) this.forget(key); }

    /** Forgets the steps of a photo that was changed elsewhere: going back would undo that.
        @param {string} key */
    forget(key) {
        this.undo = this.undo.filter((step) => step.key !== key);
        this.redo = this.redo.filter((step) => step.key !== key);
    }

    /** The way of the step that led to a photo's page; null where none did, or where it is forgotten.
        @param {string} key */
    arrival(key) {
        const { awaited } = this;
        this.awaited = null;
        return awaited?.key === key && this.last(awaited.way)?.key === key ? awaited.way : null;
    }
}
