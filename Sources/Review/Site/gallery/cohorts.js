// Suggested labels, a group of photos at a time: those of one label, most of whose likes have the same other one.
import { button, el, say, set } from "../shell/dom.js";
import { get, path } from "../shell/api.js";
import { onRunning, running } from "./running.js";
import { percent, t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** The groups, one of which is shown in the place of all photos. */
export class Cohorts {
    /** The groups that are left, the one that is shown first. */
    left = [];

    /** @param {{ photos: import("../photos/list-filter.js").ListFilter, selection: import("./selection.js").Selection,
        accept: (wanted: any) => Promise<{ sentence: string } | null> }} parts `accept` changes what is chosen, and answers what was
        done in a sentence; null where nothing was. */
    constructor({ photos, selection, accept }) {
        this.photos = photos;
        this.selection = selection;
        this.change = accept;
        this.told = el("p", { "aria-live": "polite", "data-test": "cohort" });
        const act = (text, key, test, run, look = "button small") => button(text, run, { class: look, "data-test": test,
            "aria-keyshortcuts": key, title: `${text} (${key})` });
        this.yes = act(t("cohortAccept"), "Y", "cohort-accept", () => this.accept(), "button small main");
        this.node = el("div", { class: "banner note", hidden: true }, this.told, el("div", { class: "row" }, this.yes,
            act(t("cohortNext"), "N", "cohort-next", () => this.next()),
            button(t("cohortEnd"), () => this.end(), { class: "button small", "data-test": "cohort-end" })));
        // One change at a time.
        const draw = () => set(this.yes, { "aria-disabled": running() ? "true" : null });
        this.close = onRunning(draw);
        draw();
    }

    get isShown() { return !this.node.hidden; }

    /** Asks for the groups, and shows the first; throws where there is nothing to compare.
        @param {string} detector Whose vectors count; none for the one that made most. */
    async begin(detector = "") {
        say(t("searching"));
        const { cohorts } = await get("/suggestions" + (detector ? path`?detector=${detector}` : ""));
        // Another page is shown by now.
        if (this.photos.isClosed) return;
        this.left = cohorts;
        this.show();
        if (!this.isShown) tell(t("cohortNoneOf"));
    }

    /** Shows the first group that is left; `done` is what was done with the one before, which stays in sight beside it. */
    show(done = "") {
        // The filter may be another one by now: what it does not pass is in no group.
        const passing = new Set(this.photos.passing.map(({ job }) => job));
        this.left = this.left.map((one) => ({ ...one, jobs: one.jobs.filter((job) => passing.has(job)) }))
            .filter(({ jobs }) => jobs.length);
        const [group] = this.left;
        if (!group) {
            this.end();
            return done ? tell(`${done} ${t("cohortNone")}`) : say(t("cohortNone"));
        }
        this.node.hidden = false;
        this.photos.only = new Set(group.jobs);
        this.photos.top();
        this.photos.draw();
        this.selection.choose(group.jobs);
        const { jobs, detector, label, suggested, share } = group;
        this.told.textContent = [done, t("cohortTold", { count: jobs.length, detector, label, suggested, share: percent(share, 0) }),
            this.left.length > 1 ? t("cohortLeft", { count: this.left.length - 1 }) : ""].filter(Boolean).join(" ");
    }

    /** Gives what is chosen of the group the label that is suggested, and shows the next group. */
    async accept() {
        const [group] = this.left;
        if (!group || !this.isShown) return;
        if (!this.selection.size) return say(t("chosenNone"));
        const { detector, label, suggested } = group;
        const done = await this.change({ change: "relabel", detector, from: label, to: suggested });
        if (done) this.next(group, done.sentence);
    }

    /** Leaves a group, where it is still the one that is shown. */
    next(group = this.left[0], done = "") {
        if (this.left[0] !== group || !this.isShown) return;
        this.left.shift();
        this.show(done);
    }

    end() {
        const wasShown = this.isShown;
        Object.assign(this, { left: [] });
        this.node.hidden = true;
        this.photos.only = null;
        if (wasShown) this.selection.none();
        if (wasShown) this.photos.draw();
    }
}
