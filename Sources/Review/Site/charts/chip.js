// A score that changes under the finger, as a chip of the report's look.
import { confidenceText } from "./confidence.js";
import { el } from "../shell/dom.js";
import { isCorrected, kindOf } from "../end/scoring.js";
import { known, percent, t } from "../strings/language.js";

/** An arrow's score as a chip; `size` is `medium` in the list of the end at hand, `small` everywhere else.
    @param {any} arrow @param {{ size?: "small" | "medium" }} options */
export function chip(arrow, { size = "small" } = {}) {
    const notes = notesOf(arrow);
    const kind = ["chip", size === "medium" ? size : "", kindOf(arrow), arrow.needsReview ? "doubt" : "",
        isCorrected(arrow) ? "person" : arrow.source === "person" ? "confirmed" : ""].filter(Boolean).join(" ");
    return el("span", { class: kind, title: notes || null }, arrow.mark,
        notes && el("span", { class: "spoken" }, ", " + notes));
}

/** A place of an end that no arrow was found for. */
export function missingChip({ size = "small" } = {}) {
    return el("span", { class: "chip missing" + (size === "medium" ? " medium" : ""), title: t("notFound") }, "–",
        el("span", { class: "spoken" }, " " + t("notFound")));
}

/** Why an arrow should be looked at, or that it was corrected. */
export function notesOf(arrow) {
    if (arrow.needsReview) return t("toReviewBecause", { reasons: reasonsOf(arrow).join("; ") });
    if (arrow.source !== "person") return "";
    const sure = arrow.read ? confidenceText(arrow.read.confidence, 0) : "";
    if (!isCorrected(arrow)) return sure ? t("confirmedSure", { sure }) : t("onlyConfirmed");
    return arrow.read ? t("correctedSure", { read: arrow.read.mark, sure }) : t("manualCorrection");
}

/** The reasons of an arrow's doubt in words. */
export function reasonsOf(arrow) {
    return (arrow.reviewReasons ?? []).map((reason) =>
        reason === "lowConfidence" ? t("onlySure", { share: percent(arrow.confidence, 0) }) : known("doubt", reason));
}

/** What a screen reader says of an arrow. */
export function arrowLabel(arrow) {
    const parts = [t("arrowNumber", { number: arrow.number }), arrow.mark === "M" ? t("miss") : arrow.mark];
    if (arrow.archer) parts.push(arrow.archer);
    const text = parts.join(", ");
    if (arrow.needsReview) return `${text}, ${t("toCheck")}: ${reasonsOf(arrow).join("; ")}`;
    if (arrow.source !== "person") return text;
    return `${text}, ${t(isCorrected(arrow) ? "manualCorrection" : "onlyConfirmed")}`;
}
