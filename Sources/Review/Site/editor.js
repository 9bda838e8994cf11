// The review of one photo: what it looks like now, and every way to change it. Each change is one whole state in the outbox.
import * as outbox from "./outbox.js";
import * as history from "./undo.js";
import { circleInMiddle, rimOf, withFace } from "./face-correction.js";
import { map } from "./homography.js";
import { arrowsOf, changedArrow, facesOf, freeNumber, reviewOf } from "./review-state.js";
import { clamped, leastMove, scoreAt, tally } from "./scoring.js";
import { find, knownSession } from "./store.js";

/** Announces `change` after each change and each step of a drag. */
export class Editor extends EventTarget {
    constructor(session, photo) {
        super();
        this.photoID = photo;
        this.preview = null;
        this.selected = null;
        this.adopt(session);
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

    /** A place in the photo on the face that it lies in, else on the given one. */
    placeOf(pixel, own) {
        const on = (k) => {
            const place = this.faces[k] && map(this.faces[k].homography, pixel.x, pixel.y);
            return place && { face: k, position: place, share: Math.hypot(place.x, place.y) / (this.drawn(k)?.outline ?? 1) };
        };
        const mine = own === null || own === undefined ? null : on(own);
        if (mine && mine.share <= 1) return mine;
        const others = this.faces.map((_, k) => on(k)).filter(Boolean).sort((a, b) => a.share - b.share);
        return mine && !(others[0]?.share <= 1) ? mine : others[0] ?? null;
    }

    /** What an arrow would be at a place. */
    valueAt(position, face) {
        const place = clamped(position);
        const drawn = this.drawn(face);
        return { ...(drawn ? scoreAt(place, drawn, this.session) : { score: 0, isX: false }), position: place, face, isRemoved: false };
    }

    /** Shows an arrow elsewhere while it is dragged. */
    drag(number, position, face) {
        this.preview = this.withValue(number, this.valueAt(position, face));
        this.refresh();
    }

    /** Ends a drag: off the face removes the arrow, next to nothing changes nothing. */
    drop(number, start, position, face) {
        this.preview = null;
        const place = clamped(position);
        const outline = this.drawn(face)?.outline ?? 1;
        if (start.face === face && Math.hypot(place.x - start.position.x, place.y - start.position.y) <= leastMove) {
            this.refresh();
            return "kept";
        }
        if (Math.hypot(place.x, place.y) > outline) {
            this.remove(number);
            return "removed";
        }
        this.commit(this.withValue(number, this.valueAt(place, face)));
        return "moved";
    }

    cancelDrag() { this.preview = null; this.refresh(); }

    /** Moves an arrow by a key; steps in the plane. */
    nudge(number, dx, dy) {
        const arrow = this.arrow(number);
        if (!arrow?.isPlaced || arrow.face === null || !this.faces[arrow.face]) return;
        const position = { x: arrow.normalizedX + dx, y: arrow.normalizedY + dy };
        this.commit(this.withValue(number, this.valueAt(position, arrow.face)), { merges: "nudge" + number });
    }

    /** A button of the scoring system: the person's score, wherever the arrow stands. */
    setValue(number, { score, isX }) {
        const arrow = this.arrow(number);
        if (!arrow) return;
        const position = arrow.manual?.position ?? null;
        this.commit(this.withValue(number, { score, isX, position, face: position ? arrow.face : null, isRemoved: false }));
    }

    remove(number) {
        const isRead = Boolean(this.arrow(number)?.read) || !this.review.arrows.some((one) => one.number === number);
        const value = { score: 0, isX: false, position: null, face: null, isRemoved: true };
        this.commit(isRead ? this.withValue(number, value) : this.withValue(number, null));
    }

    /** A new arrow at a place, or with a score alone; answers its number. */
    add({ position = null, face = null, value = null }) {
        const number = freeNumber(this.end, this.index, this.review);
        const given = position ? this.valueAt(position, face) : { ...value, position: null, face: null, isRemoved: false };
        this.commit(this.withValue(number, given));
        return number;
    }

    assign(number, archer) {
        const archers = this.review.archers.filter((one) => one.number !== number);
        if (archer !== null) archers.push({ number, archer });
        this.commit({ ...this.review, archers });
    }

    confirm() { if (!this.review.isConfirmed) this.commit({ ...this.review, isConfirmed: true }); }

    skip(isSkipped) { this.commit({ ...this.review, isSkipped }); }

    /** The four rim points of a face, in the photo and in the plane. */
    rim(face) { return rimOf(this.faces[face], this.drawn(face)); }

    /** Shows a face with its rim elsewhere; nothing where the points make no face. */
    dragFace(face, pixels, plane) {
        const review = withFace(this, face, pixels, plane);
        if (!review) return;
        this.preview = review;
        this.refresh();
    }

    dropFace(face, pixels, plane) {
        this.preview = null;
        const review = withFace(this, face, pixels, plane);
        if (review) this.commit(review);
        else this.refresh();
    }

    /** A face for a photo that has none: a circle in its middle. */
    addFace(type) {
        const homography = circleInMiddle(this.photo, this.session.faces[type]?.outline ?? 1);
        this.commit({ ...this.review, faces: [...this.review.faces, { index: this.faces.length, type, homography }] });
    }

    /** Takes a face's correction back. */
    resetFace(face) {
        this.commit({ ...this.review, faces: this.review.faces.filter((one) => one.index !== face) });
    }

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

    withValue(number, value) {
        const arrows = this.review.arrows.filter((one) => one.number !== number);
        if (value) arrows.push({ number, value });
        return { ...this.review, arrows: arrows.sort((a, b) => a.number - b.number), isConfirmed: this.review.isConfirmed };
    }

    /** Stores a state and remembers the step; steps of the same nudge within a second are one. */
    commit(review, { merges = null } = {}) {
        this.preview = null;
        const before = this.review;
        const last = history.lastDone();
        const isSame = merges && last?.merges === merges && last.photo === this.photoID && Date.now() - last.at < 1000
            && !history.lastUndone();
        if (isSame) Object.assign(last, { after: review, at: Date.now() });
        else history.record({ session: this.session.id, photo: this.photoID, before, after: review, merges, at: Date.now() });
        this.review = review;
        this.send();
    }

    send() {
        outbox.put(this.photoID, this.photo.revision, this.review);
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
