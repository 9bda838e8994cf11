// The list of one detector under review and the chosen one of it: the same for all kinds.
import { beside, DoubtOrder } from "../review/doubt-order.js";
import { firstOf, keyed } from "./finding-keys.js";
import { isDoubtful } from "./sureness.js";

/** The most characters of a text that a review may hold. */
export const longestText = 16_384;

/** What changed is found by comparison with `found`; who shows the findings sets `draw`, which shows what changed here alone. */
export class Findings {
    /** @param {import("./kinds.js").Parts} parts @param {any[]} found */
    constructor({ editor, detector, kind }, found = detector[kind.list] ?? []) {
        this.editor = editor;
        this.detector = detector;
        this.kind = kind;
        this.draw = () => {};
        /** Brings the chosen one into sight. */
        this.reveal = () => {};
        this.found = found;
        /** @type {number | null} */
        this.selected = null;
        /** The keys that all kinds share. */
        this.key = firstOf([keyed({
            j: () => this.step(1), k: () => this.step(-1), n: () => this.stepDoubt(1), p: () => this.stepDoubt(-1),
            Delete: () => this.erase(), Backspace: () => this.erase(),
        }), ({ key }) => this.setClass(key)]);
    }

    get list() { return this.editor.list(this.kind, this.detector.name); }

    put(list) { this.editor.put(this.kind, this.detector.name, list); }

    /** The chosen one; null where none is. */
    get one() { return this.list[this.selected] ?? null; }

    /** The detector's classes, and those that are there beside them. */
    get labels() { return [...new Set([...(this.detector.labels ?? []), ...this.list.map((one) => one.label)])]; }

    /** A step back may have taken the chosen one away. */
    settle() { if (!this.one) this.selected = null; }

    choose(index) {
        this.selected = index;
        this.draw();
    }

    /** Changes one; the model was sure of what it found, not of what that was changed to. */
    change(values, index = this.selected) {
        const old = this.list[index];
        const isSame = Object.entries(values).every(([key, value]) =>
            JSON.stringify(old?.[key]) === JSON.stringify(value));
        if (isSame) return this.draw();
        this.put(this.list.map((one, k) => (k === index ? { ...one, confidence: null, ...values } : one)));
    }

    /** What a changed one was found as; null where it is as it was found, or was added. */
    was(one) {
        const found = this.found[one.origin ?? -1];
        return found && (one.confidence === null || one.label !== found.label) ? found : null;
    }

    /** What was found and is not there any more. */
    get removed() {
        const left = new Set(this.list.map(({ origin }) => origin));
        return this.found.filter((_, origin) => !left.has(origin));
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
        const next = beside([...this.list.keys()], this.selected, way);
        if (next === null) return false;
        this.choose(next);
        this.reveal();
        return true;
    }

    /** Chooses the next one in doubt, the least sure first; where none is in doubt, the next one. */
    stepDoubt(way) {
        const next = new DoubtOrder(this, this.found).beside(way, isDoubtful);
        if (next === null) return this.step(way);
        this.choose(next);
        this.reveal();
        return true;
    }

    /** Deletes the chosen one; false where none is. */
    erase() { return this.one ? this.remove() : false; }

    /** Sets the chosen one's class by a digit; false where there is none. */
    setClass(digit) {
        const label = this.one && /^[1-9]$/.test(digit) ? this.labels[Number(digit) - 1] : undefined;
        if (label === undefined) return false;
        this.change({ label });
        return true;
    }
}
