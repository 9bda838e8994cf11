// The review of one photo of the queue: what its detectors found.
import { Editor } from "../review/editor.js";
import { get, path } from "../shell/api.js";
import { History } from "../review/undo.js";
import { kindOf, kinds } from "./kinds.js";
import { on } from "../shell/events.js";
import { photosAddress } from "../photos/photo-filter.js";
import { progress } from "../photos/photo-index.js";
import { t } from "../strings/language.js";
import { useLevels } from "../charts/confidence.js";

/**
 * What a detector found, under the name of each kind; what is scored is reviewed with its end.
 *
 * @typedef {{ name: string, task: string, labels?: string[], skeleton?: number[][], scored?: boolean,
 *     page?: number, noInputFrom?: string | null }
 *     & Record<string, any>} Detector
 */

/** @typedef {{ page: number, width: number, height: number, reason?: string | null }} FilePage */

/**
 * A photo of the queue as the server tells it.
 *
 * @typedef {object} Job
 * @property {number} job
 * @property {string} photo Its path.
 * @property {string} state
 * @property {string | null} [reason]
 * @property {number} width Of the page that is shown.
 * @property {number} height
 * @property {number} [page] The page of the file that is shown; missing where it has one alone.
 * @property {FilePage[]} [pages] The pages of a file that has several.
 * @property {number} revision
 * @property {Detector[]} detectors Of all pages.
 * @property {number[]} [confidenceLevels]
 * @property {any} basis What was found, for the server alone.
 * @property {Record<string, any> | null} review
 * @property {string[]} [sets] The tags of the photo.
 */

/** @typedef {import("./kinds.js").Kind} Kind */

/** The steps over all photos of the queue. */
export const jobSteps = new History();

/** The name under which a photo of the queue waits. */
export function jobKey(job) { return "job:" + job; }

/** A job with the size of one page of its file, in whose pixels that page's findings are.
    @param {Job} job @param {number} number @returns {Job} */
export function atPage(job, number) {
    const page = job.pages?.find(({ page }) => page === number);
    return page ? { ...job, page: number, width: page.width, height: page.height } : job;
}

/** What the server tells is a job.
    @extends {Editor<Job, Record<string, any>>} */
export class JobEditor extends Editor {
    flag = "isAccepted";
    history = jobSteps;

    /** @param {Job} job @param {number} page The page of the file that is shown. */
    constructor(job, page = 1) {
        super();
        this.page = page;
        this.key = jobKey(job.job);
        this.begin(job);
    }

    /** @param {Job} job */
    adopt(job) {
        useLevels(job);
        this.job = atPage(job, this.page);
        return true;
    }

    get title() { return this.job.photo; }
    get revision() { return this.job.revision; }
    get stored() { return this.job.review ?? this.asRead(); }
    get basis() { return this.job.basis; }
    get place() { return this.job.job; }
    get home() { return photosAddress(); }
    get sum() { return this.standing; }
    /** Whether the photo is reviewed as an end, with what was scored in it. */
    get isScored() { return this.job.detectors.some(({ scored }) => scored); }
    get standing() {
        if (this.isScored) return t("scoredEnd");
        const all = progress();
        return [t(this.isConfirmed ? "reviewed" : "notReviewed"), all && t("progress", all)].filter(Boolean).join(" · ");
    }
    get sides() { return { mine: this.sideOf(this.review), theirs: this.sideOf(this.theirs.review) }; }

    address({ place }) { return photosAddress(place); }

    /** @param {Job} job */
    revisionIn(job) { return job.revision; }

    fetch() { return get(path`/jobs/${this.job.job}`); }

    /** A review of findings is sent without its photo, and every photo that is worked is sent, too. */
    follow(call) {
        let [timer, isOver] = [null, false];
        const ask = () => {
            timer = null;
            const { revision } = this;
            // What was on its way while a change was stored is from before that, perhaps.
            this.fetch().then((sent) => {
                if (isOver) return;
                if (this.revision === revision) call(sent);
                else ask();
            }, () => {});
        };
        const stop = on("session", () => { timer ??= setTimeout(ask, 300); });
        return () => {
            isOver = true;
            stop();
            clearTimeout(timer);
        };
    }

    /** A photo that is as it was is not drawn anew: a brush or a box may be on its way.
        @param {Job} job */
    hear(job) { if (!this.unsent && job.revision !== this.revision) super.hear(job); }

    /** The findings of one kind of a detector; one that the review does not name is right as found.
        @param {Kind} kind @param {string} detector @returns {any[]} */
    list(kind, detector) { return this.review[kind.list]?.[detector] ?? this.found(kind, detector); }

    /** What a detector found, and where in its list each comes from.
        @param {Kind} kind @param {string} detector @returns {any[]} */
    found({ list, says }, detector) {
        const found = this.job.detectors.find(({ name }) => name === detector)?.[list] ?? [];
        return found.map((item, origin) => ({
            ...Object.fromEntries(says.filter((name) => (item[name] ?? null) !== null)
                .map((name) => [name, item[name]])),
            confidence: item.confidence, origin,
        }));
    }

    /** Stores what the review has of a detector: its findings of a kind, or its class.
        @param {Kind} kind @param {string} detector @param {any} value */
    put({ list }, detector, value) {
        this.commit({ ...this.review, [list]: { ...this.review[list], [detector]: value } });
    }

    /** What counts before anything was changed: every box, and each detector's first class. Masks and poses are large, so that
        only those of a changed detector go into the review. */
    asRead() {
        const review = { isAccepted: false };
        for (const kind of kinds) {
            const { list } = kind;
            review[list] = {};
            for (const detector of this.job.detectors.filter(({ scored }) => !scored)) {
                const value = kind.begins?.(this.found(kind, detector.name), kindOf(detector) === kind);
                if (value !== undefined) review[list][detector.name] = value;
            }
        }
        return review;
    }

    /** Takes over that the whole review was taken back; a step of undo brings it again.
        @param {Job} job */
    withdrawn(job) {
        const before = this.review;
        this.reset(job);
        const { history, key, place, review } = this;
        history.revisions.set(key, this.revision);
        history.record({ key, place, before, after: review, merges: null, at: Date.now() });
        this.refresh();
    }

    /** What a review says in numbers, for the choice between two. */
    sideOf(review) {
        let [count, changed] = [0, 0];
        for (const { name } of this.job.detectors) {
            for (const kind of kinds.filter(({ isCounted }) => isCounted)) {
                const found = this.found(kind, name);
                const list = review?.[kind.list]?.[name];
                count += (list ?? found).length;
                if (!list) continue;
                const origins = new Set(list.map(({ origin }) => origin));
                changed += found.filter(({ origin }) => !origins.has(origin)).length;
                changed += list.filter((one) => (one.origin ?? null) === null || one.confidence === null).length;
            }
        }
        return t("sideOf", { count, changed, word: t(review?.isAccepted ? "reviewed" : "notReviewed") });
    }
}
