// The list of one detector under review and the chosen one of it: the same for all kinds.

/** `all()` and `put(list)` are the editor's, `draw()` shows what changed here alone. */
export class Findings {
    constructor({ all, put, known, draw }) {
        Object.assign(this, { all, put, known, draw, selected: null });
    }

    get list() { return this.all(); }

    /** The chosen one; null where none is. */
    get one() { return this.list[this.selected] ?? null; }

    /** The detector's classes, and those that are there beside them. */
    get labels() { return [...new Set([...(this.known ?? []), ...this.list.map((one) => one.label)])]; }

    /** A step back may have taken the chosen one away. */
    settle() { if (!this.one) this.selected = null; }

    choose(index) {
        this.selected = index;
        this.draw();
    }

    change(values, index = this.selected) {
        this.put(this.list.map((one, k) => (k === index ? { ...one, ...values } : one)));
    }

    add(one) {
        const list = [...this.list, { confidence: null, origin: null, ...one }];
        this.selected = list.length - 1;
        this.put(list);
    }

    remove() {
        if (!this.one) return;
        const list = this.list.filter((_, k) => k !== this.selected);
        this.selected = list.length ? Math.min(this.selected, list.length - 1) : null;
        this.put(list);
    }

    step(way) {
        const count = this.list.length;
        if (count) this.choose(((this.selected ?? (way > 0 ? -1 : 0)) + way + count) % count);
        return count > 0;
    }

    /** The keys that all kinds share; false where one means nothing here. */
    key({ key }) {
        if (key === "j" || key === "n") return this.step(1);
        if (key === "k" || key === "p") return this.step(-1);
        if (!this.one) return false;
        if (key === "Delete" || key === "Backspace") {
            this.remove();
            return true;
        }
        const label = /^[1-9]$/.test(key) ? this.labels[Number(key) - 1] : undefined;
        if (label === undefined) return false;
        this.change({ label });
        return true;
    }
}
