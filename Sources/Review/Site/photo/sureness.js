// How sure a finding is, and whether it is in doubt; for all kinds alike.
import { confidenceText, isSure } from "../charts/confidence.js";
import { t } from "../strings/language.js";

/** Whether it should be looked at: that has not been done, and the engine is not sure. */
export function isDoubtful({ confidence }) { return confidence !== null && !isSure(confidence); }

/** How sure it is, as a class of the mark. */
export function sureness(one) { return one.confidence === null ? "person" : isDoubtful(one) ? "unsure" : "sure"; }

/** How sure it is, in words. */
export function confidenceOf({ confidence }) {
    return confidence === null ? t("manualCorrection") : confidenceText(confidence);
}

/** The same, and whether it is to be checked. */
export function surenessOf(one) { return confidenceOf(one) + (isDoubtful(one) ? " · " + t("toCheck") : ""); }
