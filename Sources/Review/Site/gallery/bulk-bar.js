// What is done with the chosen photos at once: accepted, given another class, findings deleted; and undone.
import { button, el, parted, say, set } from "../shell/dom.js";
import { dimIfEmpty, unlessEmpty } from "./empty-list.js";
import { changeAll, lastStep, undoLast } from "./bulk.js";
import { fixed, t } from "../strings/language.js";
import { get, path } from "../shell/api.js";
import { onRunning, runAlone, running, stopRunning } from "./running.js";
import { showDialog } from "../shell/dialog.js";
import { showExport } from "./export-dialog.js";
import { showTags } from "../tags/tag-dialog.js";
import { failure, tell } from "../shell/notices.js";

/** Photos up to this number are accepted without a question: they can be seen, and undone. */
const unasked = 200;
/** Of photos up to this number it is counted what would be changed. */
const counted = 2000;

/** The buttons below the grid. */
export class BulkBar {
    /** The choice whose number was told last. @type {{ chosen: Set<number>, size: number } | null} */
    choice = null;

    /** @param {{ selection: import("./selection.js").Selection, rows: () => any[], changed: () => void,
        renewed: (photos: any[]) => void, show: (job: number) => void, showTag: (name: string) => void }} parts `rows` are the chosen photos as they were seen;
        `changed` draws anew, and `renewed` takes over the revisions of what was changed here. */
    constructor({ selection, rows, changed, renewed, show, showTag }) {
        this.selection = selection;
        this.rows = rows;
        this.changed = changed;
        this.showTag = showTag;
        this.count = el("p", { class: "bulk-count", "aria-live": "polite", "data-test": "chosen-count" });
        const free = (text, key, test, run) => button(text, run,
            { "data-test": test, "aria-keyshortcuts": key, title: `${text} (${key})` });
        const act = (text, key, test, run) => free(text, key, test, () => this.guarded(run));
        this.own = {
            accept: act(t("accept"), "A", "bulk-accept", () => this.accept()),
            relabel: act(t("relabel"), "R", "bulk-relabel", () => this.ask("relabel")),
            remove: act(t("deleteFindings"), "Delete", "bulk-delete", () => this.ask("delete")),
            open: button(t("openPhoto"), () => { if (this.selection.size === 1) show([...this.selection.chosen][0]); },
                { "data-test": "bulk-open", "aria-keyshortcuts": "Enter" }),
            none: button(t("chooseNone"), () => this.selection.none(), { "data-test": "choose-none",
                "aria-keyshortcuts": "Escape" }),
        };
        this.all = button(t("chooseAll"), () => unlessEmpty(this.isEmpty, () => this.selection.all()), { "data-test": "choose-all",
            "aria-keyshortcuts": "Control+A" });
        this.undo = act(t("toolundo"), "Z", "bulk-undo", () => this.back());
        this.tags = act(t("tags"), "T", "bulk-tags", () => this.tag());
        this.export = free(t("exportThis"), "E", "bulk-export", () => this.exportThis());
        this.stop = button(t("stop"), () => stopRunning(), { "data-test": "bulk-stop", hidden: true });
        this.bar = el("progress", { hidden: true, "aria-label": t("bulkProgress"), "data-test": "bulk-progress" });
        this.node = el("div", { class: "bulk deck", role: "group", "aria-label": t("bulkActions") }, this.count,
            el("div", { class: "row" }, this.bar, this.stop, this.own.accept, this.own.relabel, this.own.remove, this.tags, this.undo,
                this.own.open, this.all, this.own.none, this.export));
        // A change goes on while another page is shown: the bar that is shown next has its progress and its end.
        this.close = onRunning((photos) => {
            renewed(photos);
            if (!running() && !this.isOwn) this.changed();
            this.draw();
        });
        this.draw();
    }

    /** Whether the list shows no photo. */
    get isEmpty() { return this.selection.list().length === 0; }

    get isBusy() { return running() !== null; }

    /** What the keys do here; null for a key that means nothing. */
    action(key) {
        const name = key.length === 1 ? key.toLowerCase() : key;
        if (name === "e") return () => this.exportThis();
        const act = { a: () => this.accept(), r: () => this.ask("relabel"), Delete: () => this.ask("delete"),
            t: () => this.tag(), z: () => this.back() }[name];
        return act ? () => this.guarded(act) : null;
    }

    draw() {
        const { size, chosen } = this.selection;
        const now = running();
        this.stop.hidden = this.bar.hidden = !now || now.total <= 100;
        if (now) Object.assign(this.bar, { max: now.total, value: now.done });
        // What was done with a choice stays in sight until there is another one.
        if (this.choice?.chosen !== chosen || this.choice.size !== size) {
            this.choice = { chosen, size };
            this.count.textContent = size ? t("chosenCount", { count: size }) : t("chosenNone");
        }
        const dim = (one, isOff) => set(one, { "aria-disabled": isOff ? "true" : null });
        for (const one of [this.own.accept, this.own.relabel, this.own.remove, this.own.none]) dim(one, !size || this.isBusy);
        dim(this.own.open, size !== 1);
        dim(this.tags, this.isBusy);
        dim(this.undo, this.isBusy || !lastStep());
        for (const one of [this.all, this.export]) dimIfEmpty(one, this.isEmpty);
    }

    /** One change at a time; what goes wrong is told. */
    async guarded(run) { if (!this.isBusy) await this.told(run); }

    async told(run) {
        try {
            await run();
        } catch (error) {
            tell(failure(error));
        }
    }

    /** Shows the command that exports what is chosen, or all that the list shows: it changes nothing, and waits for no change. */
    exportThis() { return this.told(() => unlessEmpty(this.isEmpty, () => showExport(this.selection.chosen))); }

    /** Shows the tags; the chosen photos get one or lose one. */
    tag() {
        return showTags({ jobs: [...this.selection.chosen], show: this.showTag, changed: () => this.changed(),
            run: (total, run) => this.busy(total, run) });
    }

    /** Runs a change with its progress in sight; null where another runs. */
    async busy(total, run) {
        this.isOwn = true;
        try {
            return await runAlone(total, run);
        } finally {
            this.isOwn = false;
            this.changed();
        }
    }

    async accept() {
        const rows = this.rows();
        if (!rows.length) return say(t("chosenNone"));
        if (rows.length <= unasked) return this.carryOut({ change: "accept" }, rows);
        const yes = button(t("accept"), () => {
            dialog.close();
            this.guarded(() => this.carryOut({ change: "accept" }, rows));
        }, { class: "button main", "data-test": "bulk-yes" });
        const dialog = showDialog(t("acceptChosen"), el("p", {}, t("acceptsCount", { count: rows.length })
            + " " + t("bulkPages")),
            { buttons: [yes] });
    }

    /** Makes a change in the chosen photos; answers what was done, with a sentence of it, null where that went wrong. */
    async changeChosen(wanted) {
        let done = null;
        await this.guarded(async () => { done = await this.carryOut(wanted, this.rows()); });
        return done;
    }

    async carryOut(wanted, rows) {
        const done = await this.busy(rows.length, (note) => changeAll(wanted, rows, note));
        if (!done) return null;
        const sentence = { accept: "accepted", relabel: "relabelled", delete: "findingsDeleted" }[wanted.change];
        const told = this.said([t(sentence, { count: wanted.change === "accept" ? done.photos.length : done.findings }),
            wanted.change === "accept" ? null : t("inPhotos", { count: done.photos.length }), untouched(done),
            done.forgotten ? t("bulkForgotten", { count: done.forgotten }) : null], done, rows);
        return { ...done, sentence: told };
    }

    async back() {
        const step = lastStep();
        if (!step) return say(t("nothingToUndo"));
        const rows = this.rows();
        const done = await this.busy(step.photos.length, (note) => undoLast(note));
        if (!done) return;
        this.said([t("bulkUndone", { count: done.photos.length })], done, rows);
    }

    /** Says what was done, and answers that; of photos that another user had changed, and that were refused, the names are told. */
    said(parts, done, rows) {
        const sentence = parts.filter(Boolean).join(" ");
        if (!done.conflicts.length && !done.refused.length) {
            this.count.textContent = sentence;
            say(sentence);
            return sentence;
        }
        const known = new Map(rows.map((row) => [row.job, parted(row.photo).file]));
        const names = (jobs) => jobs.slice(0, 3).map((job) => known.get(job) ?? String(job)).join(", ") + (jobs.length > 3 ? ", …" : "");
        const refused = done.refused.map(({ job }) => job);
        tell([sentence,
            done.conflicts.length ? t("bulkConflicts", { count: done.conflicts.length, names: names(done.conflicts) }) : null,
            refused.length ? t("bulkRefused", { count: refused.length, names: names(refused), reason: done.refused[0].reason }) : null,
        ].filter(Boolean).join(" "));
        return sentence;
    }

    /** Asks for classes, and says what that changes before it is done. @param {"relabel" | "delete"} change */
    async ask(change) {
        const rows = this.rows();
        if (!rows.length) return say(t("chosenNone"));
        const labels = await labelsOf(rows);
        const from = el("select", { "data-test": "bulk-from", onchange: () => count() },
            el("option", { value: "" }, t("everyClass")), labels.map((one) => el("option", { value: one }, one)));
        const names = "labels-" + Math.random().toString(36).slice(2);
        const to = el("input", { list: names, maxlength: 200, autocapitalize: "off", spellcheck: false,
            "data-test": "bulk-to", oninput: () => count() });
        const told = el("p", { role: "status", "data-test": "bulk-question" });
        const wanted = () => ({ change, from: from.value || null, to: change === "relabel" ? to.value.trim() : null });
        const isWhole = () => change === "delete" || to.value.trim() !== "";
        let turn = 0;
        const count = async () => {
            const own = ++turn;
            set(yes, { "aria-disabled": isWhole() ? null : "true" });
            told.textContent = t("chosenCount", { count: rows.length });
            if (!isWhole() || rows.length > counted) return;
            await new Promise((resolve) => { setTimeout(resolve, 200); });
            if (own !== turn) return;
            const trial = await changeAll({ ...wanted(), isTrial: true }, rows, () => own === turn).catch(() => null);
            if (own !== turn || !trial) return;
            told.textContent = t(change === "relabel" ? "relabels" : "deletes", { count: trial.findings }) + " "
                + t("inPhotos", { count: trial.photos.length })
                + (trial.conflicts.length ? " " + t("bulkStale", { count: trial.conflicts.length }) : "");
        };
        const yes = button(t(change === "relabel" ? "relabel" : "deleteFindings"), () => {
            if (!isWhole()) return to.focus();
            dialog.close();
            this.guarded(() => this.carryOut(wanted(), rows));
        }, { class: "button main", "data-test": "bulk-yes" });
        const dialog = showDialog(t(change === "relabel" ? "relabelChosen" : "deleteChosen"), el("div", {},
            el("label", { class: "field" }, el("span", {}, t("fromClass")), from),
            change === "relabel" ? el("label", { class: "field" }, el("span", {}, t("toClass")), to,
                el("datalist", { id: names }, labels.map((one) => el("option", { value: one })))) : null,
            told, el("p", { class: "detail" }, t("bulkPages"))), { buttons: [yes], closes: t("cancel") });
        count();
    }
}

/** What else is to be known of a change. */
function untouched(done) {
    return done.untouched.length ? t("bulkUntouched", { number: fixed(done.untouched.length) }) : null;
}

/** The classes of the detectors that looked at the first chosen photo with a result. */
async function labelsOf(rows) {
    const one = rows.find((row) => row.state === "done");
    const job = one ? await get(path`/jobs/${one.job}`).catch(() => null) : null;
    return [...new Set((job?.detectors ?? []).flatMap((detector) => detector.labels ?? []))].sort();
}
