// The buttons of a review: modes and steps above the stages, the way on below them.
import { button, el, replace, set } from "../shell/dom.js";
import { faceName, t } from "../strings/language.js";

/** What a narrow screen keeps behind *More*. */
const rare = new Set(["redo", "face", "manual", "skip", "help"]);
const way = [["previous", "previous", null], ["confirm", "confirm", "Enter"], ["next", "next", null]];

/** @param {string[]} _ @param {(action: string) => void} run */
function tool([action, test, key], run) {
    return button(t("tool" + action), (event) => {
        run(action);
        // The keys go on from the page, not from the button that a mouse has pressed.
        if (event.detail > 0) event.target.blur();
    }, { class: `button tool${action === "confirm" ? " main" : ""}${rare.has(action) ? " rare" : ""}`,
        "data-test": test, "aria-keyshortcuts": key });
}

/** A row of buttons, and `others` behind them; `rows` are of action, name for tests and key, `run` gets the action. */
export function toolBar(rows, run, others) {
    const open = (isOpen) => set(more, { "aria-expanded": String(bar.classList.toggle("open", isOpen)) });
    const close = (action) => { if (rare.has(action)) open(false); };
    const nodes = new Map(rows.map((row) => [row[0], tool(row, (action) => { close(action); run(action); })]));
    const more = button(t("moreTools"), () => open(), { class: "button more", "aria-expanded": "false",
        "data-test": "more-tools" });
    const bar = el("div", { class: "tools", role: "toolbar", "aria-label": t("tools") }, [...nodes.values()], more,
        others);
    return { bar, nodes };
}

/** The way back, through and on. */
export function wayButtons(run) {
    const nodes = new Map(way.map((row) => [row[0], tool(row, run)]));
    return { bar: el("div", { class: "way" }, [...nodes.values()]), nodes };
}

/** What is done with faces; `choose` gets the type that was chosen for one. */
export function faceTools(run, choose) {
    const reset = button(t("resetFace"), () => run("resetFace"), { "data-test": "reset-face" });
    const add = button(t("addFace"), () => run("addFace"), { "data-test": "add-face" });
    const type = el("select", { "aria-label": t("faceTypeTitle"), "data-test": "face-type",
        onchange: () => choose(type.value) });
    return {
        node: el("span", { class: "face-tools" }, reset, add, type),
        get type() { return type.value; },
        draw({ faces, session }, mode, face) {
            reset.hidden = mode !== "face" || !faces.some(({ isCorrected }) => isCorrected);
            add.hidden = type.hidden = faces.length > 0 && mode !== "face";
            fillTypes(type, session);
            if (faces[face]) type.value = faces[face].type;
        },
    };
}

/** Every type of face; at first the session's own is chosen. */
function fillTypes(select, session) {
    const types = Object.entries(session.faceTypes ?? session.faces);
    if (select.options.length === types.length) return;
    replace(select, types.map(([key, { name }]) => el("option", { value: key }, faceName(key, name))));
    select.value = Object.keys(session.faces)[0];
}

/** A button that cannot be used keeps the focus, so that the keys do not fall off the page. */
export function setDisabled(node, isDisabled) {
    set(node, { "aria-disabled": isDisabled ? "true" : null });
}
