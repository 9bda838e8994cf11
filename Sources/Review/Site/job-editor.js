// The review of one photo of the queue: its findings, undo and redo, and the way to the server.
import * as outbox from "./outbox.js";
import { jobName } from "./outbox-request.js";

/** Announces `change` after each change. */
export class JobEditor extends EventTarget {
    constructor(job) {
        super();
        this.done = [];
        this.undone = [];
        this.take(job);
    }

    /** Draws on what the server told; an unsent state of ours stays. */
    take(job) {
        this.job = job;
        this.name = jobName(job.job);
        this.review = outbox.unsent(this.name)?.review ?? job.review ?? asRead(job);
        this.dispatchEvent(new Event("change"));
    }

    get isAccepted() { return this.review.isAccepted; }

    /** The boxes of a detector as they are under the review. */
    boxes(detector) { return this.review.detections[detector] ?? asRead(this.job).detections[detector] ?? []; }

    setBoxes(detector, boxes) { this.put("detections", detector, boxes); }

    /** The masks of a detector; one that the review does not name is right as found. */
    masks(detector) {
        return this.review.masks?.[detector] ?? this.found("masks", detector, ({ label, mask }) => ({ label, mask }));
    }

    setMasks(detector, masks) { this.put("masks", detector, masks); }

    /** The poses of a detector; as above. */
    poses(detector) {
        return this.review.poses?.[detector]
            ?? this.found("poses", detector, ({ label, box, keypoints }) => ({ label, box, keypoints }));
    }

    setPoses(detector, poses) { this.put("poses", detector, poses); }

    /** The lines or the codes of a detector, `texts` or `codes`; as above. */
    readings(kind, detector) {
        return this.review[kind]?.[detector] ?? this.found(kind, detector,
            ({ text, corners, symbology }) => ({ text, corners, ...(symbology ? { symbology } : {}) }));
    }

    setReadings(kind, detector, readings) { this.put(kind, detector, readings); }

    /** The tables of a detector; as above. */
    tables(detector) {
        return this.review.tables?.[detector] ?? this.found("tables", detector,
            ({ corners, isRuled, rows, columns, cells }) => ({ corners, isRuled, rows, columns, cells }));
    }

    setTables(detector, tables) { this.put("tables", detector, tables); }

    /** The pages of a detector; as above. */
    pages(detector) {
        return this.review.pages?.[detector] ?? this.found("pages", detector, ({ corners }) => ({ corners }));
    }

    setPages(detector, pages) { this.put("pages", detector, pages); }

    /** What a detector found, and where in its list each comes from. */
    found(kind, detector, valueOf) {
        const one = this.job.detectors.find(({ name }) => name === detector);
        return (one?.[kind] ?? []).map((item, origin) => ({ ...valueOf(item), confidence: item.confidence, origin }));
    }

    put(kind, detector, list) {
        this.commit({ ...this.review, [kind]: { ...this.review[kind], [detector]: list } });
    }

    setClass(detector, label) {
        this.commit({ ...this.review, classes: { ...this.review.classes, [detector]: label } });
    }

    accept() { if (!this.review.isAccepted) this.commit({ ...this.review, isAccepted: true }); }

    undo() { return this.step(this.done, this.undone); }

    redo() { return this.step(this.undone, this.done); }

    step(from, to) {
        const review = from.pop();
        if (!review) return false;
        to.push(this.review);
        this.send(review);
        return true;
    }

    commit(review) {
        this.done.push(this.review);
        this.undone.length = 0;
        this.send(review);
    }

    send(review) {
        this.review = review;
        outbox.put(this.name, this.job.revision, review, this.job.photo);
        this.dispatchEvent(new Event("change"));
    }
}

/** What counts where nobody has said anything: every box, and each detector's first class. Masks and poses are large,
    so that only those of a changed detector go into the review. */
function asRead(job) {
    const detections = {};
    const classes = {};
    for (const detector of job.detectors) {
        if (detector.detections?.length || detector.task === "detect" || detector.task === "obb") {
            detections[detector.name] = (detector.detections ?? [])
                .map(({ label, box, confidence }, origin) => ({ label, box, confidence, origin }));
        }
        const best = [...(detector.classes ?? [])].sort((a, b) => b.confidence - a.confidence)[0];
        if (best) classes[detector.name] = best.label;
    }
    return { isAccepted: false, detections, classes, poses: {}, masks: {}, texts: {}, codes: {}, tables: {},
        pages: {} };
}
