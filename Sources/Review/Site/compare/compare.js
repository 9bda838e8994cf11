// Two detectors on one photo: in two colours over it, with a list of what only one found. It stays on from photo to photo.
import { button, el, replace, say, set } from "../shell/dom.js";
import { CompareStage } from "./compare-stage.js";
import { chosenPair, counts, marksOf, sides } from "./differences.js";
import { get, path } from "../shell/api.js";
import { kindOf } from "../photo/kinds.js";
import { percent, t } from "../strings/language.js";
import { zoomButtons } from "../stage/zoom-buttons.js";

/** Whether photos are compared, by which detectors, and what is shown. */
const last = { isOn: false, first: null, second: null, side: "both", onlyDifferences: false };
const compared = new Set(["detections", "masks", "poses"]);

/** Whether two detectors looked at a photo whose findings have boxes.
    @param {import("../photo/job-editor.js").Job} job @param {number} page */
export function isComparable({ detectors }, page) {
    return page === 1 && detectors.filter((one) => (one.page ?? 1) === 1 && compared.has(kindOf(one)?.list)).length > 1;
}

/** The comparison in the place of `parts`, what the page shows else; null where there is nothing to compare. `turned` hears that it
    has begun or ended.
    @param {import("../photo/job-editor.js").Job} job @param {number} page @param {HTMLElement[]} parts @param {() => void} turned */
export function comparison(job, page, parts, turned) {
    return isComparable(job, page) ? new Comparison(job, parts, turned) : null;
}

class Comparison {
    /** @type {{ detectors: string[], first: string, second: string, objects: import("./differences.js").Compared[] } | null} */
    told = null;
    selected = null;
    turn = 0;

    constructor(job, parts, turned) {
        this.job = job;
        this.parts = parts;
        this.turned = turned;
        this.stage = new CompareStage(job, (object) => this.choose(object));
        this.button = button(t("compare"), () => this.toggle(), { "data-test": "compare", "aria-keyshortcuts": "C",
            title: `${t("compare")} (C)` });
        this.choices = /** @type {const} */ (["first", "second"]).map((side) => el("select", { class: `compared-name ${side}`,
            "data-test": "compare-" + side, "aria-label": t("compareDetector" + side),
            onchange: ({ target }) => { Object.assign(last, chosenPair(this.told, side, target.value)); this.ask(); } }));
        this.switches = sides.map((side, k) => button(t("compareShow" + side), () => this.change({ side }),
            { "data-test": "compare-show-" + side, "aria-keyshortcuts": String(k + 1) }));
        this.differences = button(t("compareDifferences"), () => this.change({ onlyDifferences: !last.onlyDifferences }),
            { "data-test": "compare-differences", "aria-keyshortcuts": "D" });
        this.line = el("p", { role: "status", "data-test": "compare-counts" });
        this.list = el("ul", { class: "arrow-list" });
        this.node = el("section", { class: "box-review compare", "aria-label": t("compare"), hidden: true },
            el("h2", {}, t("compare")),
            el("div", { class: "finding-parts" }, el("div", { class: "photo-side" }, this.stage.node, zoomButtons(this.stage)),
                el("div", { class: "finding-side" }, el("div", { class: "row" }, this.choices),
                    el("div", { class: "row" }, this.switches, this.differences), this.line, this.list,
                    el("p", { class: "detail" }, t("compareHelp"), " ", el("span", { class: "keys-help" }, t("compareKeys"))))));
        this.draw();
        if (last.isOn) this.ask();
    }

    get isOn() { return last.isOn; }

    close() { this.turn += 1; this.stage.close(); }

    toggle() {
        last.isOn = !last.isOn;
        this.draw();
        if (last.isOn && !this.told) this.ask();
        this.turned();
    }

    /** Shows what the page shows else. */
    leave() { if (last.isOn) this.toggle(); }

    /** @param {{ side?: string, onlyDifferences?: boolean }} what */
    change(what) {
        Object.assign(last, what);
        this.draw();
    }

    /** @param {number | null} object */
    choose(object) {
        this.selected = object;
        this.draw();
    }

    async ask() {
        const own = ++this.turn;
        const names = new Set(this.job.detectors.map(({ name }) => name));
        const query = new URLSearchParams();
        for (const side of ["first", "second"]) if (names.has(last[side]) && last.first !== last.second) query.set(side, last[side]);
        try {
            const told = await get(path`/jobs/${this.job.job}/comparison` + (query.size ? "?" + query : ""));
            if (own !== this.turn) return;
            this.told = told;
            this.selected = null;
            this.draw();
            say(this.line.textContent);
        } catch (error) {
            if (own === this.turn) this.line.textContent = error.message;
        }
    }

    draw() {
        set(this.button, { "aria-pressed": String(last.isOn) });
        this.node.hidden = !last.isOn;
        for (const one of this.parts) one.hidden = last.isOn;
        this.switches.forEach((one, k) => set(one, { "aria-pressed": String(last.side === sides[k]) }));
        set(this.differences, { "aria-pressed": String(last.onlyDifferences) });
        if (!this.told) return;
        const { detectors, first, second, objects } = this.told;
        for (const [k, own] of [first, second].entries()) {
            replace(this.choices[k], detectors.map((name) => el("option", { value: name, selected: name === own }, name)));
        }
        const all = counts(objects);
        this.line.textContent = [t("compareOnly", { count: all.first, name: first }), t("compareOnly", { count: all.second, name: second }),
            t("compareOther", { count: all.other }), t("compareAgreed", { count: all.agreed })].join(" ");
        this.stage.show(marksOf(objects, last), this.selected);
        replace(this.list, objects.map((one, k) => (last.onlyDifferences && one.agreed ? null : el("li", {}, button(this.words(one), () => {
            this.choose(k === this.selected ? null : k);
            this.stage.reveal();
        }, { class: "arrow-item" + (k === this.selected ? " selected" : ""), "aria-pressed": String(k === this.selected),
            "data-test": "compared-" + (k + 1) })))));
    }

    /** An object in words. @param {import("./differences.js").Compared} _ */
    words({ first, second, agreed }) {
        const text = (one) => `${one.label} ${percent(one.confidence)}`;
        if (agreed) return t("compareBoth", { first: text(first), second: text(second) });
        if (first && second) return t("compareUnlike", { first: text(first), second: text(second) });
        return t("compareAlone", { name: first ? this.told.first : this.told.second, what: text(first ?? second) });
    }

    /** Takes a key: C at any time, the others while photos are compared. @param {KeyboardEvent} event */
    key({ key }) {
        if (key.toLowerCase() === "c") this.toggle();
        else if (!last.isOn) return false;
        else if (sides[Number(key) - 1]) this.change({ side: sides[Number(key) - 1] });
        else if (key.toLowerCase() === "d") this.change({ onlyDifferences: !last.onlyDifferences });
        else return false;
        return true;
    }
}
