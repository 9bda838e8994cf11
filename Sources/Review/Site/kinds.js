// What can be reviewed, by the kind of a detector's task: one file each. A new kind is a file and a line here.
import { boxReview } from "./box-review.js";
import { classReview } from "./class-review.js";

/** Each makes `{node, key(event), close()}` for one detector of a photo. */
export const kinds = {
    detect: boxReview,
    classify: classReview,
};
