// What scoring found in a photo: shown and listed. It is reviewed with its end.
import { boxesUnder } from "../../stage/rectangle.js";
import { BoxStage } from "./stage.js";
import { findingList } from "../finding-list.js";
import { findingReview } from "../finding-review.js";
import { Findings } from "../findings.js";
import { keyed } from "../finding-keys.js";

/** Boxes that stay as they were found. */
class FixedFindings extends Findings {
    get list() { return this.found.map((one, origin) => ({ ...one, origin })); }

    put() {}
}

/** A photo with boxes that can be chosen alone: a drag moves the photo. */
class FixedStage extends BoxStage {
    constructor(job, calls) {
        super(job, calls);
        this.isFixed = true;
    }

    grab() { return null; }

    tap(point) { this.chosen(boxesUnder(this.boxes, this.view.toWorld(point))[0]?.index ?? null); }
}

/** The arrows, holes and faces of a scored photo.
    @param {import("../kinds.js").Parts} parts */
export function scoredReview({ editor, detector, kind: own }) {
    const kind = { ...own, help: ["scoredHelp"], empty: "noScored" };
    const findings = new FixedFindings({ editor, detector, kind });
    const none = () => {};
    const stage = new FixedStage(editor.job, { changed: none, drawn: none, chosen: (index) => findings.choose(index) });
    const [next, back] = [() => findings.step(1), () => findings.step(-1)];
    return findingReview({ editor, detector, kind }, {
        findings, stage, show: () => stage.show(findings.list, findings.selected), tools: [],
        beside: [findingList(findings)], keys: [keyed({ j: next, n: next, k: back, p: back })],
    });
}
