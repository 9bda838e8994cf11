// The scoring system's buttons. X and 10 are different things: a 10 that is chosen is no X.
import { el, replace } from "../shell/dom.js";
import { kindOf, valueOf } from "./scoring.js";
import { t } from "../strings/language.js";

/** The buttons of a session's marks; `onMark` gets the mark that was chosen. */
export function scoreButtons(onMark) {
    const group = el("div", { class: "score-buttons", role: "group" });
    group.draw = (marks, current, isAdding) => {
        group.setAttribute("aria-label", isAdding ? t("addByScore") : t("setScore"));
        const key = marks.join();
        if (group.dataset.marks !== key) {
            group.dataset.marks = key;
            replace(group, marks.map((mark) => el("button", {
                type: "button", class: `score ${kindOf(valueOf(mark, marks))}`, "data-test": "score-" + mark,
                "data-mark": mark,
                "aria-label": mark === "M" ? t("miss") : mark, onclick: () => onMark(mark),
            }, mark)));
        }
        for (const node of group.children) node.setAttribute("aria-pressed", String(node.dataset.mark === current));
    };
    return group;
}
