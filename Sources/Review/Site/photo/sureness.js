// How sure a finding is, and whether it is in doubt; for all kinds alike.
import { percent, t } from "../strings/language.js";

/** From this confidence on a finding is not looked at first, and has the colour of a sure one. */
const sure = 0.7;

/** Whether it should be looked at: that has not been done, and the engine is not sure. */
export function isDoubtful({ confidence }) { return confidence !== null && confidence < sure; }

/** How sure it is, as a class of the mark. */
export function sureness(one) { return one.confidence === null ? "person" : isDoubtful(one) ? "unsure" : "sure"; }

/** How sure it is, in words. */
export function confidenceOf({ confidence }) { return confidence === null ? t("manualCorrection") : percent(confidence); }

/** The same, and whether it is to be checked. */
export function surenessOf(one) { return confidenceOf(one) + (isDoubtful(one) ? " · " + t("toCheck") : ""); }
