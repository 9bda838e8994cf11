// The part of a photo's page for what one detector found: the stage, tools above what stands beside it, and the help.
import { button, el } from "../shell/dom.js";
import { firstOf } from "./finding-keys.js";
import { t } from "../strings/language.js";
import { zoomButtons } from "../stage/zoom-buttons.js";

/**
 * Makes the part, which draws itself at each change: `show()` brings the stage up to date, and so do `draw()` of all that
 * stands `beside` it. `keys` are asked one after the other; the `tools` may have a class of their own.
 *
 * @param {import("./kinds.js").Parts} parts
 * @param {{ findings: import("./findings.js").Findings, stage: any, show: () => void, tools: any[], toolsClass?: string,
 *     beside: any[], keys: ((event: KeyboardEvent) => boolean)[] }} own
 * @returns {import("./kinds.js").Part}
 */
export function findingReview({ editor, detector, kind }, own) {
    const { findings, stage, show, tools, toolsClass = "row", beside, keys } = own;
    const draw = () => {
        findings.settle();
        show();
        for (const one of beside) one.draw?.();
    };
    findings.draw = draw;
    editor.addEventListener("change", draw);
    draw();
    return {
        stage,
        node: el("section", { class: "box-review", "aria-label": t(kind.title, { name: detector.name }) },
            el("h2", {}, detector.name),
            el("div", { class: "finding-parts" },
                el("div", { class: "photo-side" }, stage.node, zoomButtons(stage)),
                el("div", { class: "finding-side" }, el("div", { class: toolsClass }, tools), beside, helpOf(kind)))),
        key: firstOf(keys),
        close() { stage.close(); editor.removeEventListener("change", draw); },
    };
}

/** What can be done with a kind, and its keys.
    @param {import("./kinds.js").Kind} kind */
export function helpOf({ help }) {
    return el("p", { class: "detail" }, help.map((one) =>
        el("span", { class: one.endsWith("Keys") ? "keys-help" : null }, t(one), " ")));
}

/** The button that deletes the chosen finding.
    @param {import("./kinds.js").Kind} kind @param {() => void} act */
export function deleteButton({ remove, test }, act) { return button(t(remove), act, { "data-test": "delete-" + test }); }
