// The review's buttons: modes and steps above the stages, the way on below them.
import { el, set } from "./dom.js";
import { t } from "./strings.js";

const top = [
    ["undo", "undo", "Z"], ["redo", "redo", "Y"], ["place", "place", "A"], ["remove", "remove", "Delete"],
    ["face", "correct-face", "F"], ["manual", "manual", null], ["skip", "skip", null], ["help", "keys", "?"],
];
const bottom = [["previous", "previous", null], ["confirm", "confirm", "Enter"], ["next", "next", null]];

/** Two rows of buttons; `onAction` gets the name of what was pressed. */
export function reviewTools(onAction) {
    const make = ([action, test, key]) => el("button", {
        type: "button", class: "button tool" + (action === "confirm" ? " main" : ""), "data-test": test,
        "aria-keyshortcuts": key,
        onclick: (event) => {
            onAction(action);
            // The keys go on from the page, not from the button that a mouse has pressed.
            if (event.detail > 0) event.currentTarget.blur();
        },
    }, t("tool" + action));
    const nodes = new Map([...top, ...bottom].map((row) => [row[0], make(row)]));
    const faceTools = el("span", { class: "face-tools" },
        el("button", { type: "button", class: "button", "data-test": "reset-face",
            onclick: () => onAction("resetFace") }, t("resetFace")),
        el("button", { type: "button", class: "button", "data-test": "add-face", onclick: () => onAction("addFace") },
            t("addFace")));
    return {
        top: el("div", { class: "tools", role: "toolbar", "aria-label": t("tools") },
            top.map(([action]) => nodes.get(action)), faceTools),
        bottom: el("div", { class: "way" }, bottom.map(([action]) => nodes.get(action))),
        draw({ editor, mode, canUndo, canRedo }) {
            disable(nodes.get("undo"), !canUndo);
            disable(nodes.get("redo"), !canRedo);
            disable(nodes.get("remove"), editor.selected === null);
            for (const one of ["place", "face", "manual"]) set(nodes.get(one),
                { "aria-pressed": String(mode === one) });
            set(nodes.get("skip"), { "aria-pressed": String(editor.isSkipped) });
            nodes.get("place").hidden = editor.faces.length === 0;
            nodes.get("face").hidden = editor.faces.length === 0;
            nodes.get("confirm").textContent = t(editor.isConfirmed ? "toolconfirmed" : "toolconfirm");
            const [reset, add] = faceTools.children;
            reset.hidden = mode !== "face" || !editor.faces.some((face) => face.isCorrected);
            add.hidden = editor.faces.length > 0 && mode !== "face";
        },
    };
}

/** A button that cannot be used keeps the focus, so that the keys do not fall off the page. */
function disable(node, isDisabled) {
    set(node, { "aria-disabled": isDisabled ? "true" : null });
}
