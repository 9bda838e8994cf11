// The photo without marks and rings, while a button or H is held: what lies below them is what has to be judged.
import { el } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** The button, and `listen` for the key; `cover` names what the marks lie in. */
export function marksHiding() {
    let root = null;
    const show = (isShown) => {
        root?.classList.toggle("bare", !isShown);
        button.setAttribute("aria-pressed", String(!isShown));
    };
    const button = el("button", {
        type: "button", class: "zoom", "aria-label": t("hideMarks"), title: t("hideMarks"), "aria-pressed": "false",
        "aria-keyshortcuts": "H", "data-test": "hide-marks",
        onpointerdown: (event) => { event.currentTarget.setPointerCapture(event.pointerId); show(false); },
        onpointerup: () => show(true),
        onpointercancel: () => show(true),
        // A press of a key cannot be held for a screen reader's user: it switches.
        onclick: (event) => { if (event.detail === 0) show(root.classList.contains("bare")); },
        oncontextmenu: (event) => event.preventDefault(),
    }, "◌");
    return {
        button, show,
        cover(node) { root = node; },
        listen() {
            const up = (event) => { if (event.key.toLowerCase() === "h") show(true); };
            const away = () => show(true);
            addEventListener("keyup", up);
            addEventListener("blur", away);
            return () => { removeEventListener("keyup", up); removeEventListener("blur", away); };
        },
    };
}
