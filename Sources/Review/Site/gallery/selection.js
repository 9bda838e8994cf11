// Which photos are chosen, and which of them the keys are at. Places are those of the list that is shown; what is chosen is
// kept by number, so that another order or filter keeps it.

/** A choice among the numbers that `list` gives. */
export class Selection {
    chosen = new Set();
    /** The photo that the keys are at, and the one that a range begins at; null at first. */
    at = null;
    from = null;

    /** @param {() => number[]} list The photos' numbers in order. @param {() => void} changed */
    constructor(list, changed = () => {}) {
        this.list = list;
        this.changed = changed;
    }

    get size() { return this.chosen.size; }

    has(job) { return this.chosen.has(job); }

    /** Where the keys are; 0 where the photo is not shown. */
    get index() { return Math.max(0, this.list().indexOf(this.at)); }

    /** Chooses one photo alone. */
    only(job) {
        this.chosen = new Set([job]);
        this.begin(job);
    }

    /** Chooses a photo beside the others, or no more. */
    toggle(job) {
        if (!this.chosen.delete(job)) this.chosen.add(job);
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
        this.changed();
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
        this.changed();
    }

    /** Keeps of the choice what is shown: nothing is changed that is not in the list. */
    settle() {
        const shown = new Set(this.list());
        const kept = [...this.chosen].filter((job) => shown.has(job));
        if (kept.length !== this.chosen.size) this.chosen = new Set(kept);
        if (!shown.has(this.from)) this.from = null;
    }

    begin(job) {
        this.at = job;
        this.from = job;
        this.changed();
    }
}
