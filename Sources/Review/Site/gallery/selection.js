// Which photos are chosen, and which of them the keys are at. Places are those of the list that is shown; what is chosen is
// kept by number, so that another order or filter keeps it.

/** A choice among the numbers that `list` gives. */
export class Selection {
    chosen = new Set();
    /** What was seen of each chosen photo when it was chosen: what is found or said later is not what the user meant. */
    seen = new Map();
    /** The photo that the keys are at, and the one that a range begins at; null at first. */
    at = null;
    from = null;

    /** @param {() => number[]} list The photos' numbers in order. @param {() => void} changed
        @param {(job: number) => { job: number, revision: number, finished: number | null }} look */
    constructor(list, changed = () => {}, look = (job) => ({ job, revision: 0, finished: null })) {
        this.list = list;
        this.look = look;
        this.changed = () => { this.note(); changed(); };
    }

    get size() { return this.chosen.size; }

    has(job) { return this.chosen.has(job); }

    /** Where the keys are; 0 where the photo is not shown. */
    get index() { return Math.max(0, this.list().indexOf(this.at)); }

    /** Chooses one photo alone. */
    only(job) {
        this.chosen = new Set([job]);
        this.seen.delete(job);
        this.begin(job);
    }

    /** Chooses a photo beside the others, or no more. */
    toggle(job) {
        if (!this.chosen.delete(job)) this.chosen.add(job);
        this.seen.delete(job);
        this.begin(job);
    }

    /** Chooses all from where the range began to a photo; `adds` keeps the others. */
    range(job, adds = false) {
        const list = this.list();
        const ends = [Math.max(0, list.indexOf(this.from ?? this.at ?? job)), list.indexOf(job)];
        if (ends[1] < 0) return;
        const [first, last] = ends.sort((a, b) => a - b);
        this.chosen = new Set([...(adds ? this.chosen : []), ...list.slice(first, last + 1)]);
        this.from ??= list[first];
        this.at = job;
        this.changed();
    }

    all() {
        this.chosen = new Set(this.list());
        this.seen.clear();
        this.changed();
    }

    /** Chooses some photos, at the first of which the keys are then; `adds` keeps the others. */
    choose(jobs, adds = false) {
        this.chosen = new Set([...(adds ? this.chosen : []), ...jobs]);
        for (const job of jobs) this.seen.delete(job);
        this.begin(jobs[0] ?? this.at);
    }

    none() {
        this.chosen = new Set();
        this.from = null;
        this.changed();
    }

    /** Leads the keys to a place of the list; with `reaches` the range with them. */
    go(index, reaches = false) {
        const list = this.list();
        if (!list.length) return;
        const job = list[Math.min(Math.max(0, index), list.length - 1)];
        if (reaches) return this.range(job);
        this.at = job;
        this.from = job;
        this.changed();
    }

    /** Keeps of the choice what is shown: nothing is changed that is not in the list. */
    settle() {
        const shown = new Set(this.list());
        const kept = [...this.chosen].filter((job) => shown.has(job));
        if (kept.length !== this.chosen.size) this.chosen = new Set(kept);
        if (!shown.has(this.from)) this.from = null;
    }

    /** Takes over what the user's own changes have made of photos. @param {{ job: number, revision: number }[]} photos */
    renew(photos) {
        for (const { job, revision } of photos) {
            const one = this.seen.get(job);
            if (one) this.seen.set(job, { ...one, revision });
        }
    }

    /** Looks at every chosen photo anew, as the user does who comes back. */
    lookAgain() {
        this.seen.clear();
        this.note();
    }

    /** Notes what is seen of photos that are chosen now. */
    note() {
        for (const job of this.seen.keys()) if (!this.chosen.has(job)) this.seen.delete(job);
        for (const job of this.chosen) if (!this.seen.has(job)) this.seen.set(job, this.look(job));
    }

    begin(job) {
        this.at = job;
        this.from = job;
        this.changed();
    }
}
