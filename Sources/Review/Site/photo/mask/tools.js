// The tools that paint masks, and how wide the brush is.
import { button, el, set } from "../../shell/dom.js";
import { t } from "../../strings/language.js";

const widest = 200;
const tools = [["add", "A"], ["erase", "E"], ["new", "D"]];

/** The tools of a stage; `choose(mode)` is called with the one that was pressed. */
export function maskTools(stage, choose) {
    const buttons = tools.map(([mode, key]) => button(t("mask" + mode), () => choose(mode),
        { "data-test": "mask-" + mode, "aria-keyshortcuts": key }));
    const shown = el("output", {});
    const slider = el("input", { type: "range", min: 1, max: widest, step: 1, value: stage.brush,
        "data-test": "brush-size", oninput: () => setSize(Number(slider.value)) });
    const setSize = (size) => {
        stage.brush = Math.min(Math.max(Math.round(size), 1), widest);
        slider.value = stage.brush;
        shown.textContent = t("pixels", { count: Math.round(stage.brush * stage.pixel) });
        stage.drawBrush();
    };
    setSize(stage.brush);
    return {
        buttons,
        size: el("label", { class: "range" }, el("span", {}, t("brushSize"), " ", shown), slider),
        /** Wider or narrower by a fifth, and by one at least. */
        resize(way) {
            const step = Math.max(1, Math.round(stage.brush / 5));
            setSize(stage.brush + way * step);
        },
        draw(hasChosen) {
            buttons.forEach((node, k) => {
                const [mode] = tools[k];
                set(node, { "aria-pressed": String(stage.mode === mode),
                    "aria-disabled": mode === "new" || hasChosen ? null : "true" });
            });
        },
    };
}
