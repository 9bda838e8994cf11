// The findings of a detector as a list, and its classes as buttons, beside the photo.
import { button, el, replace } from "../shell/dom.js";
import { percent, t } from "../strings/language.js";
import { zoomButtons } from "../stage/zoom-buttons.js";

/** The review of what one detector found, as a photo's page wants it: `row` stands above the `parts` beside the stage,
    `help` are the keys of what is said below them.
    @param {any} _ */
export function findingReview({ editor, detector, stage, draw, title, row, parts, help, key }) {
    editor.addEventListener("change", draw);
    draw();
    return {
        hasStage: true,
        stage,
        node: el("section", { class: "box-review", "aria-label": t(title, { name: detector.name }) },
            el("h2", {}, detector.name),
            el("div", { class: "finding-parts" },
                el("div", { class: "photo-side" }, stage.node, zoomButtons(stage)),
                el("div", { class: "finding-side" }, row, parts,
                    el("p", { class: "detail" }, help.map((one) => t(one)).join(" "))))),
        key,
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}

/** @type {(label: string, finding?: any) => string} */
const asIs = (label) => label;
const confidenceOf = ({ confidence }) => (confidence === null ? t("personsWord") : percent(confidence));

/** What a finding was before it was changed, in words. */
const foundAs = (found, nameOf) => `${nameOf(found.label, found)}, ${percent(found.confidence)}`;

/** The list; `test` is in the names for tests, `mark(index)` is what leads from an entry to the photo,
    `nameOf` and `wordOf` say what a finding is and how sure it is.
    @param {any} _ */
export function findingList({ findings, test, empty, mark = () => null, nameOf = asIs, wordOf = confidenceOf }) {
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

/** The classes of the chosen finding. */
export function classButtons({ findings, test, label: title, nameOf = asIs }) {
    const group = el("div", { class: "row finding-classes", role: "group", "aria-label": t(title) });
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
