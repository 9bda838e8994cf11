// The review of one photo of a session: the arrows and the faces of an end.
import { arrowEdits } from "./arrow-edits.js";
import { arrowsOf, changedArrow, facesOf, removedOf, reviewOf } from "./review-state.js";
import { drawnFace, tally } from "./scoring.js";
import { Editor } from "../review/editor.js";
import { faceEdits } from "./face-edits.js";
import { find, loadSession, onSession } from "../sessions/store.js";
import { History } from "../review/undo.js";
import { isBeingRead, reviewAddress } from "../sessions/doubts.js";
import { t } from "../strings/language.js";

/** The steps over all ends. */
export const endSteps = new History();

/** @typedef {EndEditor & typeof arrowEdits & typeof faceEdits} EditedEnd The editor with all that can be done to an end. */

/** What the server tells is a session.
    @extends {Editor<import("../sessions/store.js").Session, import("./review-state.js").EndReview>} */
export class EndEditor extends Editor {
    flag = "isConfirmed";
    history = endSteps;

    constructor(session, photo) {
        super();
        this.key = photo;
        this.begin(session);
    }

    adopt(session) {
        const place = find(session, this.key);
        if (!place) return false;
        this.session = session;
        this.round = place.round;
        this.end = place.end;
        this.index = place.index;
        this.photo = place.photo;
        return true;
    }

    get title() { return this.photo.name; }
    get revision() { return this.photo.revision; }
    get stored() { return reviewOf(this.end, this.index); }
    get place() { return this.session.id; }
    get home() { return "#/sessions/" + encodeURIComponent(this.session.id); }
    get sum() { return `${t("endTotal")} ${this.total.score}`; }
    get sides() {
        return { mine: this.sum, theirs: `${t("endTotal")} ${find(this.theirs, this.key)?.end.total.score ?? "–"}` };
    }

    address({ key, place }) { return reviewAddress(place, key); }

    revisionIn(session) { return find(session, this.key)?.photo.revision; }

    fetch() { return loadSession(this.session.id, { fresh: true }); }

    follow(call) { return onSession(call); }

    get standing() {
        if (this.isSkipped) return t("stateSkipped");
        if (this.isConfirmed) return t("stateConfirmed");
        const count = this.doubtful.length;
        if (count) return t("stateDoubtful", { count });
        const { needsReview, trouble, review } = this.end;
        return t(needsReview && (trouble || review.length) ? "stateToCheck" : "stateStored");
    }

    /** Computes the view: the stored state, and over it what is being dragged just now. */
    refresh() {
        const review = this.preview ?? this.review;
        this.faces = facesOf(this.photo, review);
        this.arrows = arrowsOf(this.end, this.index, review, this.session);
        this.removed = removedOf(this.end, this.index, review);
        this.others = this.end.arrows.filter((arrow) => arrow.photo !== this.index);
        this.total = tally(review.isSkipped ? [] : [...this.arrows, ...this.others], this.perEnd);
        this.sessionTotal = this.session.total.score - this.end.total.score + this.total.score;
        if (!this.arrow(this.selected)) this.selected = null;
        super.refresh();
    }

    get perEnd() { return this.round.arrowsPerEnd ?? this.session.arrowsPerEnd; }
    get isSkipped() { return (this.preview ?? this.review).isSkipped; }
    get isBeingRead() { return isBeingRead(this); }
    get doubtful() { return this.arrows.filter((arrow) => arrow.needsReview); }

    arrow(number) { return this.arrows.find((arrow) => arrow.number === number) ?? null; }

    /** How a face is drawn and counts. */
    drawn(face) { return drawnFace(this.session, this.faces[face]?.type); }

    /** The one arrow that a step was about is chosen. */
    step(way) {
        const step = super.step(way);
        const changed = step?.key === this.key ? changedArrow(step.before, step.after) : null;
        if (changed !== null) this.select(this.arrow(changed) ? changed : null);
        return step;
    }

    /** Takes the confirmation back: what was only confirmed is as the model read it again, and corrections stay. */
    unconfirm() {
        const arrows = this.review.arrows.filter(({ value }) => !value.isOnlyConfirmed);
        if (this.review.isConfirmed) this.commit({ ...this.review, arrows, isConfirmed: false });
    }

    skip(isSkipped) { this.commit({ ...this.review, isSkipped }); }
}

Object.assign(EndEditor.prototype, arrowEdits, faceEdits);
