// Who shoots in a session, and how the arrows are told apart.
import { button, el, replace } from "./dom.js";
import { change } from "./session-menu.js";
import { path, send } from "./api.js";
import { showDialog } from "./dialog.js";
import { t } from "./strings.js";

const ways = ["hand", "place", "end"];

/** Names the archers of a session once, for all its ends. */
export function archersDialog(session) {
    const names = session.archers.names.length ? [...session.archers.names] : [""];
    let by = session.archers.by;
    const rows = el("ol", { class: "archer-rows" });
    const draw = (focus = -1) => {
        replace(rows, names.map((one, k) => el("li", {},
            el("input", {
                value: one, maxlength: 100, "aria-label": t("archerNumber", { number: k + 1 }),
                "data-test": "archer-name-" + (k + 1), autocomplete: "off",
                oninput: (event) => { names[k] = event.target.value; },
                onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } },
            }),
            button("×", () => { names.splice(k, 1); draw(Math.max(0, k - 1)); },
                { class: "button small", "aria-label": t("removeArcher", { number: k + 1 }) }))));
        if (focus >= 0) rows.querySelectorAll("input")[focus]?.focus();
    };
    const add = () => { names.push(""); draw(names.length - 1); };
    const choice = el("fieldset", { class: "checks" }, el("legend", {}, t("toldApart")),
        ways.map((way) => el("label", { class: "check" },
        el("input", { type: "radio", name: "by", value: way, checked: way === by, "data-test": "by-" + way,
            onchange: () => { by = way; } }),
        el("span", {}, t("by" + way)))));
    draw();
    const dialog = showDialog(t("archers"), [rows, button(t("addArcher"), add, { "data-test": "add-archer" }), choice],
        {
        buttons: [button(t("save"), () => {
            const given = [...new Set(names.map((one) => one.trim()).filter(Boolean))];
            change(dialog, session,
                () => send("PUT", path`/sessions/${session.id}`, { archers: { names: given, by } }));
        }, { class: "button main", "data-test": "dialog-ok" })],
        closes: t("cancel"),
    });
}
