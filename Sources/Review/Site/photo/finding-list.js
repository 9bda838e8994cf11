// The findings of a detector as a list, and its classes as buttons, beside the photo.
import { button, el, replace } from "../shell/dom.js";
import { confidenceOf } from "./sureness.js";
import { confidenceText } from "../charts/confidence.js";
import { t } from "../strings/language.js";

/** @type {(label: string, finding?: any) => string} */
const asIs = (label) => label;

/** What a finding was before it was changed, in words. */
const foundAs = (found, nameOf) => `${nameOf(found.label, found)}, ${confidenceText(found.confidence)}`;

/** The list; `mark(index)` is what leads from an entry to the photo, `nameOf` and `wordOf` say what a finding is and how
    sure it is.
    @param {import("./findings.js").Findings} findings
    @param {{ mark?: (index: number) => any, nameOf?: typeof asIs, wordOf?: (finding: any) => string }} _ */
export function findingList(findings, { mark = () => null, nameOf = asIs, wordOf = confidenceOf } = {}) {
    const { test, empty } = findings.kind;
    const list = el("ul", { class: "arrow-list" });
    list.draw = () => {
        const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
        const { selected } = findings;
        replace(list, findings.list.map((one, k) => el("li", {}, el("button", {
            type: "button", class: "arrow-item" + (k === selected ? " selected" : ""),
            "aria-pressed": String(k === selected), "data-index": k, "data-test": `list-${test}-${k + 1}`,
            onclick: () => findings.choose(k),
        }, el("span", { class: "no" }, String(k + 1)), mark(k), el("span", {}, nameOf(one.label, one)),
            el("span", { class: "detail", "data-test": findings.was(one) ? `changed-${test}-${k + 1}` : null },
                findings.was(one) ? t("changedFrom", { found: foundAs(findings.was(one), nameOf) }) : wordOf(one))))),
            findings.removed.map((found) => el("li", { class: "detail removed", "data-test": `removed-${test}` },
                t("removedFinding", { found: foundAs(found, nameOf) }))),
            findings.list.length ? null : el("li", { class: "detail" }, t(empty)));
        if (focused !== null) list.querySelector(`[data-index="${focused}"]`)?.focus();
    };
    return list;
}

/** The classes of the chosen finding.
    @param {import("./findings.js").Findings} findings @param {{ nameOf?: typeof asIs }} _ */
export function classButtons(findings, { nameOf = asIs } = {}) {
    const { test, classes } = findings.kind;
    const group = el("div", { class: "row finding-classes", role: "group", "aria-label": t(classes) });
    group.draw = () => {
        const focused = group.contains(document.activeElement) ? document.activeElement.dataset.test : null;
        replace(group, findings.labels.map((label, k) =>
            button(`${k < 9 ? k + 1 + " " : ""}${nameOf(label)}`,
                () => findings.one && findings.change({ label }),
                { class: "button small", "aria-pressed": String(findings.one?.label === label),
                    "data-test": `${test}-class-${k + 1}` })));
        if (focused) group.querySelector(`[data-test="${focused}"]`)?.focus();
    };
    return group;
}
