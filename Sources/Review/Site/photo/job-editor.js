// The review of one photo of the queue: what its detectors found.
import { Editor } from "../review/editor.js";
import { get, path } from "../shell/api.js";
import { History } from "../review/undo.js";
import { on } from "../shell/events.js";
import { photosAddress } from "../photos/photo-filter.js";
import { progress } from "../photos/photo-index.js";
import { t } from "../strings/language.js";

/** The kinds of findings, with what a person may say of one. */
const kinds = {
    detections: ["label", "box"], masks: ["label", "mask"], poses: ["label", "box", "keypoints"],
    texts: ["text", "corners"], codes: ["text", "corners", "symbology"],
    tables: ["corners", "isRuled", "rows", "columns", "cells"], pages: ["corners"],
};
/** The steps over all photos of the queue. */
export const jobSteps = new History();

/** The name under which a photo of the queue waits. */
export function jobKey(job) { return "job:" + job; }

/** What the server tells is a job. */
export class JobEditor extends Editor {
    flag = "isAccepted";
    history = jobSteps;

    constructor(job) {
        super();
        this.key = jobKey(job.job);
        this.begin(job);
    }

    adopt(job) {
        this.job = job;
        return true;
    }

    get title() { return this.job.photo; }
    get revision() { return this.job.revision; }
    get stored() { return this.job.review ?? this.asRead(); }
    get basis() { return this.job.basis; }
    get place() { return this.job.job; }
    get home() { return photosAddress(); }
    get sum() { return this.standing; }
    get standing() { return t(this.isConfirmed ? "reviewed" : "notReviewed") + " · " + t("progress", progress()); }
    get sides() { return { mine: this.sideOf(this.review), theirs: this.sideOf(this.theirs.review) }; }

    address({ place }) { return photosAddress(place); }

    revisionIn(job) { return job.revision; }

    fetch() { return get(path`/jobs/${this.job.job}`); }

    /** A review of findings is told without its photo, and every photo that is worked is told, too. */
    follow(call) {
        let [timer, isOver] = [null, false];
        const ask = () => {
            timer = null;
            this.fetch().then((told) => { if (!isOver) call(told); }, () => {});
        };
        const stop = on("session", () => { timer ??= setTimeout(ask, 300); });
        return () => {
            isOver = true;
            stop();
            clearTimeout(timer);
        };
    }

    /** A photo that is as it was is not drawn anew: a brush or a box may be on its way. */
    hear(job) { if (!this.unsent && job.revision !== this.revision) super.hear(job); }

    /** The findings of one kind of a detector; one that the review does not name is right as found. */
    list(kind, detector) { return this.review[kind]?.[detector] ?? this.found(kind, detector); }

    /** What a detector found, and where in its list each comes from. */
    found(kind, detector) {
        const found = this.job.detectors.find(({ name }) => name === detector)?.[kind] ?? [];
        return found.map((item, origin) => ({
            ...Object.fromEntries(kinds[kind].filter((name) => (item[name] ?? null) !== null)
                .map((name) => [name, item[name]])),
            confidence: item.confidence, origin,
        }));
    }

    put(kind, detector, list) {
        this.commit({ ...this.review, [kind]: { ...this.review[kind], [detector]: list } });
    }

    setClass(detector, label) {
        this.commit({ ...this.review, classes: { ...this.review.classes, [detector]: label } });
    }

    /** What counts where nobody has said anything: every box, and each detector's first class. Masks and poses are large,
        so that only those of a changed detector go into the review. */
    asRead() {
        const review = { isAccepted: false, classes: {} };
        for (const kind of Object.keys(kinds)) review[kind] = {};
        for (const { name, task, detections, classes } of this.job.detectors) {
            if (detections?.length || task === "detect" || task === "obb") {
                review.detections[name] = this.found("detections", name);
            }
            const best = [...(classes ?? [])].sort((a, b) => b.confidence - a.confidence)[0];
            if (best) review.classes[name] = best.label;
        }
        return review;
    }

    /** What a review says in numbers, for the choice between two. */
    sideOf(review) {
        let [count, changed] = [0, 0];
        for (const { name } of this.job.detectors) {
            for (const kind of Object.keys(kinds)) {
                const found = this.found(kind, name);
                const list = review?.[kind]?.[name];
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
