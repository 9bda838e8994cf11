// Zooming for those who have no wheel.
import { el } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** The row of buttons that a stage has for those who have no wheel. */
export function zoomButtons(stage) {
    const make = (text, label, call, test) =>
        el("button", { type: "button", class: "zoom", "aria-label": label, title: label, "data-test": test,
            onclick: call }, text);
    return el("div", { class: "zoom-buttons" },
        make("+", t("zoomIn"), () => stage.zoomBy(1.5), "zoom-in"),
        make("−", t("zoomOut"), () => stage.zoomBy(1 / 1.5), "zoom-out"),
        make("⤢", t("zoomHome"), () => stage.goHome(), "zoom-home"));
}
