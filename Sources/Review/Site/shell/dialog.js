// A window over the page.
import { button, el } from "./dom.js";
import { t } from "../strings/language.js";

/** Shows a dialog with a heading; `buttons` stand beside Close. Answers the dialog. */
export function showDialog(heading, content, { buttons = [], closes = t("close") } = {}) {
    const id = "dialog-" + Math.random().toString(36).slice(2);
    const dialog = el("dialog", { "aria-labelledby": id },
        el("h2", { id }, heading), content,
        el("div", { class: "row end" }, buttons,
            button(closes, () => dialog.close(), { "data-test": "dialog-close" })));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
