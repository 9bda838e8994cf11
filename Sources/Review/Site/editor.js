// The review of one photo: what it looks like now, and every way to change it. Each change is one whole state in the
// outbox.
import * as outbox from "./outbox.js";
import * as history from "./undo.js";
import { arrowEdits } from "./arrow-edits.js";
import { arrowsOf, changedArrow, facesOf, reviewOf } from "./review-state.js";
import { faceEdits } from "./face-edits.js";
import { tally } from "./scoring.js";
import { find, knownSession } from "./store.js";

/** Announces `change` after each change and each step of a drag. */
export class Editor extends EventTarget {
    constructor(session, photo) {
        super();
        this.photoID = photo;
        this.preview = null;
        this.selected = null;
        this.adopt(session);
        if (!outbox.unsent(photo)) history.meet(photo, this.photo?.revision ?? 0);
        this.review = outbox.unsent(photo)?.review ?? reviewOf(this.end, this.index);
        this.refresh();
    }

    /** Draws on what the server last told; our own unsent state stays. */
    adopt(session) {
        const place = find(session, this.photoID);
        if (!place) return false;
        Object.assign(this, { session, ...place });
        return true;
    }

    /** Takes over the server's state, as after a change elsewhere. */
    reset(session) {
        if (!this.adopt(session)) return;
        this.review = outbox.unsent(this.photoID)?.review ?? reviewOf(this.end, this.index);
        this.refresh();
    }

    /** Computes the view: the stored state, and over it what is being dragged just now. */
    refresh() {
        const review = this.preview ?? this.review;
        this.faces = facesOf(this.photo, review);
        this.arrows = arrowsOf(this.end, this.index, review, this.session);
        const others = this.end.arrows.filter((arrow) => arrow.photo !== this.index);
        this.others = others;
        this.total = review.isSkipped ? tally([], this.perEnd) : tally([...this.arrows, ...others], this.perEnd);
        this.sessionTotal = this.session.total.score - this.end.total.score + this.total.score;
        if (!this.arrows.some((arrow) => arrow.number === this.selected)) this.selected = null;
        this.dispatchEvent(new Event("change"));
    }

    get perEnd() { return this.round.arrowsPerEnd ?? this.session.arrowsPerEnd; }
    get isConfirmed() { return (this.preview ?? this.review).isConfirmed; }
    get isSkipped() { return (this.preview ?? this.review).isSkipped; }
    get doubtful() { return this.arrows.filter((arrow) => arrow.needsReview); }

    arrow(number) { return this.arrows.find((arrow) => arrow.number === number) ?? null; }

    /** How a face is drawn and counts. */
    drawn(face) { return this.session.faces[this.faces[face]?.type] ?? null; }

    select(number) {
        if (this.selected === number) return;
        this.selected = number;
        this.dispatchEvent(new Event("change"));
    }

    confirm() { if (!this.review.isConfirmed) this.commit({ ...this.review, isConfirmed: true }); }

    skip(isSkipped) { this.commit({ ...this.review, isSkipped }); }

    undo() { return this.step(history.lastDone(), history.undo, "before"); }

    redo() { return this.step(history.lastUndone(), history.redo, "after"); }

    /** Goes one step; where it is about another photo, answers that photo and goes nowhere yet. */
    step(next, take, side) {
        if (!next) return null;
        if (next.photo !== this.photoID) return next;
        const step = take();
        const changed = changedArrow(step.before, step.after);
        this.review = step[side];
        if (changed !== null) this.selected = changed;
        this.send();
        return step;
    }

    /** Stores a state and remembers the step; steps of the same nudge within a second are one. */
    commit(review, { merges = null } = {}) {
        this.preview = null;
        const before = this.review;
        const last = history.lastDone();
        const isSame = merges && last?.merges === merges && last.photo === this.photoID && Date.now() - last.at < 1000
            && !history.lastUndone();
        if (isSame) Object.assign(last, { after: review, at: Date.now() });
        else history.record(
            { session: this.session.id, photo: this.photoID, before, after: review, merges, at: Date.now() });
        this.review = review;
        this.send();
    }

    send() {
        outbox.put(this.photoID, this.photo.revision, this.review, this.photo.name);
        this.refresh();
        this.dispatchEvent(new Event("commit"));
    }

    /** What the server stored; while newer states wait, only its numbers are taken. */
    stored({ session, isLatest }) {
        const now = knownSession(session.id) ?? session;
        if (!this.adopt(now)) return;
        if (isLatest) this.review = reviewOf(this.end, this.index);
        this.refresh();
    }
}

Object.assign(Editor.prototype, arrowEdits, faceEdits);
