// The findings of a detector as a list, and its classes as buttons, beside the photo.
import { button, el, replace } from "./dom.js";
import { percent } from "./numbers.js";
import { t } from "./strings.js";
import { zoomButtons } from "./zoom-buttons.js";

/** A stage, and beside or below it what belongs to it. */
export function findingParts(stage, ...side) {
    return el("div", { class: "finding-parts" },
        el("div", { class: "photo-side" }, stage.node, zoomButtons(stage)), el("div", { class: "finding-side" }, side));
}

const asIs = (label) => label;
const confidenceOf = ({ confidence }) => (confidence === null ? t("personsWord") : percent(confidence));

/** The list; `test` is in the names for tests, `mark(index)` is what leads from an entry to the photo,
    `nameOf` and `wordOf` say what a finding is and how sure it is. */
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
            el("span", { class: "detail" }, wordOf(one))))),
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
