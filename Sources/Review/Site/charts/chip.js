// A score as a coloured chip that carries its text, and a mark where it is in doubt or corrected.
import { confidenceText } from "./confidence.js";
import { el } from "../shell/dom.js";
import { isCorrected, kindOf } from "../end/scoring.js";
import { known, percent, t } from "../strings/language.js";

/** An arrow's score as a chip; `size` is `medium` in the list of the end at hand, `small` everywhere else.
    @param {any} arrow @param {{ href?: string | null, size?: "small" | "medium" }} options */
export function chip(arrow, { href = null, size = "small" } = {}) {
    const notes = notesOf(arrow);
    const kind = ["chip", size === "medium" ? size : "", kindOf(arrow), arrow.needsReview ? "doubt" : "",
        isCorrected(arrow) ? "person" : arrow.source === "person" ? "confirmed" : ""].filter(Boolean).join(" ");
    return el(href ? "a" : "span", { class: kind, title: notes || null, href }, arrow.mark,
        notes && el("span", { class: "spoken" }, ", " + notes));
}

/** The same with the arrow's number below it. */
export function numberedChip(arrow, options) {
    return el("span", { class: "shot" }, chip(arrow, options),
        el("span", { class: "no", "aria-hidden": "true" }, String(arrow.number)));
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
    return arrow.read ? t("correctedFrom", { read: arrow.read.mark, sure }) : t("manualCorrection");
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
