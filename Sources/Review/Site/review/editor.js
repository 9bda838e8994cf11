// The review of one photo, whatever is reviewed in it: its whole state, steps back and forth, and the way to the server.
import * as outbox from "../outbox/outbox.js";
import { ofEachKind } from "../shell/abstract.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/**
 * Announces `change` after each change, each step of a drag and each word of the server. What a kind has of its own stands
 * below: the members that the base leaves to it.
 *
 * @template Answer What the server sends of a photo.
 * @template {Record<string, any>} Review The whole state of a photo's review.
 */
export class Editor extends EventTarget {
    /** The name under which the photo waits in the outbox. */
    key = "";
    /** The member of a state that says that the reviewer is through with it. */
    flag = "";
    /** The steps over all photos of a kind.
        @type {import("./undo.js").History<Review>} */
    history = null;
    /** @type {Review} */
    review = null;
    /** What is shown while something is dragged.
        @type {Review | null} */
    preview = null;
    /** @type {number | null} */
    selected = null;
    /** What came from elsewhere.
        @type {"conflict" | "changed" | null} */
    foreign = null;
    /** The server's side of a conflict.
        @type {Answer | null} */
    theirs = null;
    /** @type {ReturnType<typeof setTimeout>} */
    asking = undefined;

    /** What the photo is called.
        @returns {string} */
    get title() { return ofEachKind("title"); }

    /** The revision that the server sent last.
        @returns {number} */
    get revision() { return ofEachKind("revision"); }

    /** The state that the server sent last.
        @returns {Review} */
    get stored() { return ofEachKind("stored"); }

    /** The findings that a review is of, where they may be others after another run.
        @returns {string | null} */
    get basis() { return null; }

    /** Where the photo's page is, beside its key.
        @returns {string | number} */
    get place() { return ofEachKind("place"); }

    /** The address that is left to go to where the photo is gone.
        @returns {string} */
    get home() { return ofEachKind("home"); }

    /** The review in one phrase.
        @returns {string} */
    get sum() { return ofEachKind("sum"); }

    /** How the review stands, in words.
        @returns {string} */
    get standing() { return ofEachKind("standing"); }

    /** What two that clash are, in words.
        @returns {{ mine: string, theirs: string }} */
    get sides() { return ofEachKind("sides"); }

    /** The address of the photo of a step.
        @param {import("./undo.js").Step<Review>} step @returns {string} */
    address(step) { return ofEachKind("address"); }

    /** Takes over what the server sent; false where the photo is not in that.
        @param {Answer} sent @returns {boolean} */
    adopt(sent) { return ofEachKind("adopt"); }

    /** Asks the server.
        @returns {Promise<Answer>} */
    fetch() { return ofEachKind("fetch"); }

    /** Calls back with what the server sends unasked; answers what ends it.
        @param {(sent: Answer) => void} call @returns {() => void} */
    follow(call) { return ofEachKind("follow"); }

    /** The photo's revision in what the server sent.
        @param {Answer} sent @returns {number | undefined} */
    revisionIn(sent) { return ofEachKind("revisionIn"); }

    /** @param {Answer} sent */
    begin(sent) {
        this.reset(sent);
        if (!this.unsent) this.history.meet(this.key, this.revision);
    }

    /** Takes over the server's state, as after a change elsewhere; an unsent one of ours stays.
        @param {Answer} sent */
    reset(sent) {
        if (!this.adopt(sent)) return false;
        this.review = this.unsent?.review ?? this.stored;
        this.refresh();
        return true;
    }

    /** Tells that something changed; a kind computes first what it shows. */
    refresh() { this.dispatchEvent(new Event("change")); }

    get unsent() { return outbox.unsent(this.key); }
    get isConfirmed() { return (this.preview ?? this.review)[this.flag]; }

    /** How the review stands: a sentence and its kind. */
    get state() {
        const { unsent } = this;
        if (!unsent) return { text: this.standing, kind: this.isConfirmed ? "confirmed" : "open" };
        const word = unsent.refused ? "stateRefused" : outbox.status().isOffline ? "stateOffline" : "stateWaiting";
        return { text: t(word), kind: "waiting" };
    }

    /** @param {number | null} one */
    select(one) {
        if (this.selected === one) return;
        this.selected = one;
        this.dispatchEvent(new Event("change"));
    }

    confirm() { if (!this.review[this.flag]) this.commit({ ...this.review, [this.flag]: true }); }

    /** Goes a step; one of another photo is answered only, and waits for that photo's page.
        @param {import("./undo.js").Way} way */
    step(way) {
        const step = this.history.last(way);
        if (step?.key === this.key) {
            this.history.take(way);
            this.send(way === "undo" ? step.before : step.after);
        } else if (step) this.history.awaited = { key: step.key, way };
        return step;
    }

    /** Stores a state and remembers the step; steps of the same nudge within a second are one.
        @param {Review} review @param {{ merges?: string | null }} options */
    commit(review, { merges = null } = {}) {
        this.preview = null;
        const { history, key, place } = this;
        const last = history.last("undo");
        const isSame = merges && last?.merges === merges && last.key === key && Date.now() - last.at < 1000
            && !history.last("redo");
        if (isSame) Object.assign(last, { after: review, at: Date.now() });
        else history.record({ key, place, before: this.review, after: review, merges, at: Date.now() });
        this.send(review);
    }

    /** @param {Review} review */
    send(review) {
        // A review is of the findings that were shown, also when it is sent after another run.
        this.review = this.basis ? { ...review, basis: this.basis } : review;
        outbox.put(this.key, this.revision, this.review, this.title);
        this.refresh();
    }

    /** Hears what becomes of the photo, here and elsewhere; answers what ends it. */
    listen() {
        /** @type {(call: (detail: any) => void) => (detail: any) => void} */
        const isHere = (call) => (detail) => { if (detail.photo === this.key) call(detail); };
        if (this.unsent?.conflict) this.clash();
        const ends = [
            this.follow((sent) => this.hear(sent)),
            outbox.on("stored", isHere((detail) => this.take(detail))),
            outbox.on("conflict", isHere(({ answer }) => this.clash(answer.session ?? answer.job))),
            outbox.on("refused", isHere(() => this.refresh())),
            outbox.on("taken-over", isHere(() => {
                this.review = this.unsent.review;
                this.refresh();
            })),
            outbox.on("taken-back", isHere(() => this.giveWay())),
            () => clearTimeout(this.asking),
        ];
        return () => { for (const end of ends) end(); };
    }

    /** What the server sent unasked. Our own answer may be on its way: only what it does not explain is foreign.
        @param {Answer} sent */
    hear(sent) {
        const isNews = () => !this.unsent && this.revisionIn(sent) > this.revision;
        if (!isNews()) {
            if (this.adopt(sent)) this.refresh();
            return;
        }
        clearTimeout(this.asking);
        this.asking = setTimeout(() => {
            if (!isNews()) return;
            this.history.forget(this.key);
            this.foreign = "changed";
            this.reset(sent);
        }, 120);
    }

    /** What the server stored; while newer states wait, only its numbers are taken.
        @param {{ answer: any, isLatest: boolean }} detail */
    take({ answer, isLatest }) {
        if (!this.adopt(answer.session ?? answer)) return;
        if (isLatest) this.review = this.stored;
        this.refresh();
    }

    /** @param {Answer | null} sent */
    async clash(sent = null) {
        this.theirs = sent ?? await this.fetch().catch(() => null);
        this.foreign = "conflict";
        this.refresh();
    }

    /** After a conflict: ours again on what is there now, or theirs.
        @param {boolean} isMine */
    async settle(isMine) {
        // Ours goes out on what was shown: had that changed since, the server refuses it once more.
        const sent = isMine && this.theirs ? this.theirs : await this.ask() ?? this.theirs;
        if (!sent) return;
        Object.assign(this, { foreign: null, theirs: null });
        if (!isMine) {
            outbox.takeTheirs(this.key);
            this.yieldTo(sent);
        } else if (this.adopt(sent)) {
            outbox.keepMine(this.key, this.revision);
            this.refresh();
        }
    }

    /** After a refusal that the reviewer took back: the server's state, or the way home where the photo is gone. */
    async giveWay() {
        let [sent, trouble] = [null, ""];
        try {
            sent = await this.fetch();
        } catch (error) {
            // Only a photo that is gone has no page to stay on.
            if (error.status !== 404) return tell(error.message);
            trouble = error.message;
        }
        if (!sent || !this.yieldTo(sent)) location.hash = this.home;
        if (trouble) tell(trouble);
    }

    /** The server's state in place of ours, whose steps lead nowhere any more.
        @param {Answer} sent */
    yieldTo(sent) {
        this.history.forget(this.key);
        return this.reset(sent);
    }

    /** What the server has now; null, with a note, where it has nothing to tell. */
    async ask() {
        try { return await this.fetch(); } catch (error) { tell(error.message); return null; }
    }
}
