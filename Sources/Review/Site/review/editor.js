// @ts-nocheck Its members are those of the classes that are made of it.
// The review of one photo, whatever is reviewed in it: its whole state, steps back and forth, and the way to the server.
import * as outbox from "../outbox/outbox.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/**
 * Announces `change` after each change, each step of a drag and each word of the server.
 *
 * A kind has the `key` under which a photo waits in the outbox, a `title` for people, the `history` of its steps, the
 * `flag` of a state that says that a person is through with it, and addresses: its `home`, and `address(step)`. It takes
 * over what the server told with `adopt(told)`, false where the photo is not in that, and says what that was: the
 * `revision`, the `stored` state, the `basis` if there is one, in words how it stands (`standing`), its `sum`, and of two
 * that clash the `sides`. It asks with `fetch()`, hears what is told unasked with `follow(call)`, and finds the photo's
 * revision in that with `revisionIn(told)`.
 */
export class Editor extends EventTarget {
    preview = null;
    selected = null;
    /** What came from elsewhere, `conflict` or `changed`, and the server's side of a conflict. */
    foreign = null;
    theirs = null;

    begin(told) {
        this.reset(told);
        if (!this.unsent) this.history.meet(this.key, this.revision);
    }

    /** Takes over the server's state, as after a change elsewhere; an unsent one of ours stays. */
    reset(told) {
        if (!this.adopt(told)) return false;
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

    select(one) {
        if (this.selected === one) return;
        this.selected = one;
        this.dispatchEvent(new Event("change"));
    }

    confirm() { if (!this.review[this.flag]) this.commit({ ...this.review, [this.flag]: true }); }

    /** Goes a step, `undo` or `redo`; one of another photo is answered only, and waits for that photo's page. */
    step(way) {
        const step = this.history.last(way);
        if (step?.key === this.key) {
            this.history.take(way);
            this.send(way === "undo" ? step.before : step.after);
        } else if (step) this.history.awaited = { key: step.key, way };
        return step;
    }

    /** Stores a state and remembers the step; steps of the same nudge within a second are one. */
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

    send(review) {
        // What is said is said of the findings that were shown, also when it is sent after another run.
        this.review = this.basis ? { ...review, basis: this.basis } : review;
        outbox.put(this.key, this.revision, this.review, this.title);
        this.refresh();
    }

    /** Hears what becomes of the photo, here and elsewhere; answers what ends it. */
    listen() {
        const isHere = (call) => (detail) => { if (detail.photo === this.key) call(detail); };
        if (this.unsent?.conflict) this.clash();
        const ends = [
            this.follow((told) => this.hear(told)),
            outbox.on("stored", isHere((detail) => this.take(detail))),
            outbox.on("conflict", isHere(({ answer }) => this.clash(answer.session ?? answer.job))),
            outbox.on("refused", isHere(() => this.refresh())),
            outbox.on("taken-back", isHere(() => this.giveWay())),
            () => clearTimeout(this.asking),
        ];
        return () => { for (const end of ends) end(); };
    }

    /** What the server told unasked. Our own answer may be on its way: only what it does not explain is foreign. */
    hear(told) {
        const isNews = () => !this.unsent && this.revisionIn(told) > this.revision;
        if (!isNews()) {
            if (this.adopt(told)) this.refresh();
            return;
        }
        clearTimeout(this.asking);
        this.asking = setTimeout(() => {
            if (!isNews()) return;
            this.history.forget(this.key);
            this.foreign = "changed";
            this.reset(told);
        }, 120);
    }

    /** What the server stored; while newer states wait, only its numbers are taken. */
    take({ answer, isLatest }) {
        if (!this.adopt(answer.session ?? answer)) return;
        if (isLatest) this.review = this.stored;
        this.refresh();
    }

    async clash(told = null) {
        this.theirs = told ?? await this.fetch().catch(() => null);
        this.foreign = "conflict";
        this.refresh();
    }

    /** After a conflict: ours again on what is there now, or theirs. */
    async settle(isMine) {
        // Ours goes out on what was shown: had that changed since, the server refuses it once more.
        const told = isMine && this.theirs ? this.theirs : await this.ask() ?? this.theirs;
        if (!told) return;
        Object.assign(this, { foreign: null, theirs: null });
        if (!isMine) {
            outbox.takeTheirs(this.key);
            this.yieldTo(told);
        } else if (this.adopt(told)) {
            outbox.keepMine(this.key, this.revision);
            this.refresh();
        }
    }

    /** After a refusal that the person took back: the server's state, or the way home where the photo is gone. */
    async giveWay() {
        let told = null;
        try {
            told = await this.fetch();
        } catch (error) {
            tell(error.message);
            // Only a photo that is gone has no page to stay on.
            if (error.status !== 404) return;
        }
        if (!told || !this.yieldTo(told)) location.hash = this.home;
    }

    /** The server's state in place of ours, whose steps lead nowhere any more. */
    yieldTo(told) {
        this.history.forget(this.key);
        return this.reset(told);
    }

    /** What the server has now; null, and said, where it has nothing to tell. */
    async ask() {
        try { return await this.fetch(); } catch (error) { tell(error.message); return null; }
    }
}
