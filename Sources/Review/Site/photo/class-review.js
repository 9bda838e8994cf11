// The classes of a photo: bars, the likeliest first; a key each chooses.
import { el, replace, say } from "../shell/dom.js";
import { helpOf } from "./finding-review.js";
import { confidenceText, toneOf } from "../charts/confidence.js";
import { t } from "../strings/language.js";

/** The bars of one classifier.
    @param {import("./kinds.js").Parts} parts @returns {import("./kinds.js").Part} */
export function classReview({ editor, detector, kind }) {
    const list = el("ol", { class: "bars" });
    const labels = () => {
        const known = [...(detector[kind.list] ?? [])].sort((a, b) => b.confidence - a.confidence);
        const others = (detector.labels ?? []).filter((label) => !known.some((one) => one.label === label));
        return [...known, ...others.map((label) => ({ label, confidence: null }))];
    };
    const choose = (label) => {
        editor.put(kind, detector.name, label);
        say(`${label}, ${t("chosenClass")}`);
    };
    const draw = () => {
        const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
        const chosen = editor.review[kind.list][detector.name];
        replace(list, labels().map((one, k) => bar(one, k, one.label === chosen, choose)));
        if (focused !== null) list.querySelector(`[data-index="${focused}"]`)?.focus();
    };
    editor.addEventListener("change", draw);
    draw();
    return {
        node: el("section", { class: "class-review", "aria-label": t(kind.title, { name: detector.name }) },
            el("h2", {}, detector.name), list, helpOf(kind)),
        key(event) {
            const at = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
            const one = labels()[at];
            if (!one) return false;
            choose(one.label);
            return true;
        },
        close() { editor.removeEventListener("change", draw); },
    };
}

function bar({ label, confidence }, index, isChosen, choose) {
    const tone = confidence === null ? "none" : toneOf(confidence);
    return el("li", {},
        el("button", { type: "button", class: "bar " + tone, "aria-pressed": String(isChosen),
            "data-test": "class-" + (index + 1), "data-index": index, onclick: () => choose(label) },
        el("span", { class: "bar-key", "aria-hidden": "true" }, index < 9 ? String(index + 1) : ""),
        el("span", { class: "bar-label" }, isChosen ? "✓ " : "", label),
        el("span", { class: "bar-value" }, confidence === null ? "–" : confidenceText(confidence)),
        el("span", { class: "bar-track" },
            el("span", { class: "bar-fill", style: { width: `${Math.round((confidence ?? 0) * 1000) / 10}%` } }))));
}
