// The kinds of findings: one row says all that the page needs to know of a kind. A new kind is a file with its review, and a
// row here.
import { boxReview } from "./box/review.js";
import { classReview } from "./class-review.js";
import { maskReview } from "./mask/review.js";
import { pageReview } from "./page/review.js";
import { poseReview } from "./pose/review.js";
import { readingReview } from "./reading/review.js";
import { tableReview } from "./table/review.js";

/**
 * @typedef {object} Row
 * @property {string[]} tasks The tasks of the detectors that find it.
 * @property {string[]} says What a review says of one, beside its confidence and where it comes from.
 * @property {(found: any[], isOwn: boolean) => any} [begins] What a review has of a detector before anything was changed,
 *     `isOwn` where the detector looks for this kind; undefined for nothing: it is right as found.
 * @property {boolean} isCounted Whether they count as findings in the choice between two reviews.
 * @property {string} test What one is called in the names for tests.
 * @property {string} title The text above the part of the page, with the detector's name in it.
 * @property {string[]} help The texts of what can be done, and of the keys.
 * @property {string} [empty] The text where none is left.
 * @property {string} [remove] The text of the button that deletes one.
 * @property {string} [classes] The text that stands for the buttons of the chosen one's class.
 * @property {string} [state] The name for tests of the line that says how many are in doubt.
 * @property {string} [accept] The text of the button that accepts the chosen one.
 * @property {string} [accepted] The text that tells so.
 * @property {boolean} [isLine] Whether what was read is one line of text.
 * @property {(parts: Parts) => Part | null} review Makes the part of the page for one detector; null where that has nothing.
 */

/** @typedef {Row & { list: string }} Kind A row, and the name of the list in a job's detectors and in a review. */
/** @typedef {{ editor: import("./job-editor.js").JobEditor,
    detector: import("./job-editor.js").Detector, kind: Kind }} Parts What a review is made of. */

/**
 * The part of the page for one detector; only a part with a stage shows the photo.
 *
 * @typedef {object} Part
 * @property {HTMLElement} node
 * @property {import("./job-stage.js").JobStage} [stage]
 * @property {(event: KeyboardEvent) => boolean} key Takes a key; false where that means nothing here.
 * @property {() => void} close
 */

/** The rows, by the name of the list in a job's detectors and in a review.
    @type {Record<string, Row>} */
const rows = {
    classes: {
        tasks: ["classify"], says: ["label"], isCounted: false, test: "class", review: classReview,
        begins: (found) => [...found].sort((a, b) => b.confidence - a.confidence)[0]?.label,
        title: "classesOf", help: ["classKeys"],
    },
    detections: {
        tasks: ["detect", "obb"], says: ["label", "box"], isCounted: true, test: "box", review: boxReview,
        begins: (found, isOwn) => (found.length || isOwn ? found : undefined),
        title: "boxesOf", help: ["boxHelp", "boxKeys"], empty: "noBoxes", remove: "deleteBox", classes: "classOfBox",
    },
    masks: {
        tasks: ["segment", "people", "subject"], says: ["label", "mask"], isCounted: true, test: "mask", review: maskReview,
        title: "masksOf", help: ["maskHelp", "maskKeys"], empty: "noMasks", remove: "deleteMask",
        classes: "classOfMask",
    },
    poses: {
        tasks: ["pose", "hands", "faces"], says: ["label", "box", "keypoints"], isCounted: true, test: "pose",
        review: poseReview,
        title: "posesOf", help: ["poseHelp", "poseKeys"], empty: "noPoses", remove: "deletePose",
        classes: "classOfPose",
    },
    texts: {
        tasks: ["text"], says: ["text", "corners"], isCounted: true, test: "line", review: readingReview, isLine: true,
        title: "linesOf", help: ["readingHelp", "readingKeys"], empty: "noReadings", remove: "deleteLine",
        state: "readings-state",
    },
    codes: {
        tasks: ["barcodes"], says: ["text", "corners", "symbology"], isCounted: true, test: "code",
        review: readingReview, isLine: false,
        title: "codesOf", help: ["readingHelp", "readingKeys"], empty: "noReadings", remove: "deleteCode",
        state: "readings-state",
    },
    tables: {
        tasks: ["extract"], says: ["corners", "isRuled", "rows", "columns", "cells"], isCounted: true, test: "table",
        review: tableReview,
        title: "tablesOf", help: ["tableHelp", "tableKeys"], empty: "noTables", remove: "deleteTable",
        state: "tables-state", accept: "acceptTable", accepted: "tableAccepted",
    },
    pages: {
        tasks: ["document"], says: ["corners"], isCounted: true, test: "page", review: pageReview,
        title: "pagesOf", help: ["pageHelp", "pageKeys"], empty: "noPages", remove: "deletePage",
        state: "pages-state", accept: "acceptPage", accepted: "pageAccepted",
    },
};

/** All kinds, in the order that they have in a review.
    @type {Kind[]} */
export const kinds = Object.entries(rows).map(([list, row]) => ({ list, ...row }));

/** The kind that a detector looks for; null where the page knows none.
    @param {{ task: string }} detector */
export function kindOf({ task }) { return kinds.find(({ tasks }) => tasks.includes(task)) ?? null; }
