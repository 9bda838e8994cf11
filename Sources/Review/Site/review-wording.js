// How a photo's review stands, in words.
import * as outbox from "./outbox.js";
import { t } from "./strings.js";

/** A sentence and its kind: waiting, confirmed or open. */
export function stateOf(editor) {
    const waiting = outbox.unsent(editor.photoID);
    if (waiting) return { text: t(waiting.refused ? "stateRefused" : "stateWaiting"), kind: "waiting" };
    const kind = editor.isConfirmed ? "confirmed" : "open";
    if (editor.isSkipped) return { text: t("stateSkipped"), kind };
    if (editor.isConfirmed) return { text: t("stateConfirmed"), kind };
    const count = editor.doubtful.length;
    if (count) return { text: t("stateDoubtful", { count }), kind };
    const { needsReview, trouble, review } = editor.end;
    return { text: t(needsReview && (trouble || review.length) ? "stateToCheck" : "stateStored"), kind };
}
