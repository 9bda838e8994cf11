// What can be reviewed, by the kind of a detector's task: one file each. A new kind is a file and a line here.
import { boxReview } from "./box/review.js";
import { classReview } from "./class-review.js";
import { maskReview } from "./mask/review.js";
import { pageReview } from "./page/review.js";
import { poseReview } from "./pose/review.js";
import { codeReview, textReview } from "./reading/review.js";
import { tableReview } from "./table/review.js";

/** Each makes `{node, hasStage, key(event), close()}` for one detector of a photo; null where that has nothing. */
export const kinds = {
    detect: boxReview,
    obb: boxReview,
    classify: classReview,
    segment: maskReview,
    pose: poseReview,
    hands: poseReview,
    faces: poseReview,
    text: textReview,
    barcodes: codeReview,
    document: pageReview,
    extract: tableReview,
};
