// Why the chosen arrow is in doubt, and the way to the next one: on a phone always within a thumb's reach.
import { button, el, set } from "../shell/dom.js";
import { confidenceText } from "../charts/confidence.js";
import { notesOf } from "../charts/chip.js";
import { t } from "../strings/language.js";

/** The bar; `draw(page)` brings it up to date, `onAction` gets what was pressed. */
export function doubtBar(onAction) {
    const reason = el("p", { class: "detail", "data-test": "reason" });
    const next = button(t("nextDoubtfulArrow"), () => onAction("nextDoubt"),
        { "data-test": "next-doubt", "aria-keyshortcuts": "J" });
    const back = button(t("unconfirm"), () => onAction("unconfirm"), { "data-test": "unconfirm" });
    const bar = el("div", { class: "doubt-bar" }, reason, back, next);
    bar.draw = (page) => {
        const { editor } = page;
        const arrow = editor.arrow(editor.selected);
        const notes = arrow && (arrow.isPlaced ? notesOf(arrow) || confidenceText(arrow.confidence, 0) : t("withoutPlace"));
        reason.textContent = arrow ? `${t("arrowNumber", { number: arrow.number })}, ${arrow.mark}: ${notes}`
            : editor.state.text;
        back.hidden = !editor.isConfirmed;
        set(next, { "aria-disabled": editor.doubtful.length || page.after() ? null : "true" });
    };
    return bar;
}
