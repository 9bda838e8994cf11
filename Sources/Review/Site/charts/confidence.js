// How sure a model was, in words and colours: where each begins is a setting, which the server sends with what it tells.
import { percent, t } from "../strings/language.js";

/** From which confidence on a finding is called very high, high and moderate. */
let bounds = [0.9, 0.7, 0.5];
const words = ["veryHigh", "high", "moderate"];

/** Takes over what the server sent with a session or a photo.
    @param {{ confidenceLevels?: number[] }} sent */
export function useLevels({ confidenceLevels }) { if (confidenceLevels?.length === 3) bounds = confidenceLevels; }

/** What a confidence is called: `veryHigh`, `high`, `moderate` or `low`. */
export function levelOf(confidence) { return words[bounds.findIndex((bound) => confidence >= bound)] ?? "low"; }

/** Whether it has the colour of a sure finding; one that has not is looked at first. */
export function isSure(confidence) { return confidence >= bounds[1]; }

/** The name of its colour: sure, likely, unsure. */
export function toneOf(confidence) {
    return isSure(confidence) ? "sure" : confidence >= bounds[2] ? "likely" : "unsure";
}

/** Per cent and word together, as in `87.3%, high`. */
export function confidenceText(confidence, decimals = 1) {
    return t("confidenceText", { share: percent(confidence, decimals), word: t("level" + levelOf(confidence)) });
}
