// Who shoots in a session, and how the arrows are distinguished.
import { archerRows } from "./archer-rows.js";
import { button, el, name } from "../shell/dom.js";
import { change } from "./session-change.js";
import { path, send } from "../shell/api.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";

const ways = ["hand", "place", "end", "colour"];

/** Names the archers of a session once, for all its ends. */
export function archersDialog(session) {
    if (session.archers.by === "folder") return showFolders(session);
    let by = session.archers.by;
    const rows = archerRows(session.archers);
    const help = el("p", { class: "detail" }, t("colourHelp"));
    const choose = (way) => {
        by = way;
        rows.showColours(way === "colour");
        help.hidden = way !== "colour";
    };
    const choice = el("fieldset", { class: "checks" }, el("legend", {}, t("toldApart")),
        ways.map((way) => el("label", { class: "check" },
        el("input", { type: "radio", name: "by", value: way, checked: way === by, "data-test": "by-" + way,
            onchange: () => choose(way) }),
        el("span", {}, t("by" + way)))), help);
    choose(by);
    const dialog = showDialog(t("archers"),
        [rows, button(t("addArcher"), () => rows.add(), { "data-test": "add-archer" }), choice],
        {
        buttons: [button(t("save"), () => change(dialog, session,
            () => send("PUT", path`/sessions/${session.id}`, { archers: { ...rows.given(), by } })),
            { class: "button main", "data-test": "dialog-ok" })],
        closes: t("cancel"),
    });
}

/** The folders name the archers: they are looked at here, and changed by moving photos. */
function showFolders(session) {
    showDialog(t("archers"), [
        el("p", { "data-test": "by-folder" }, t("byfolder")),
        el("ol", { class: "archer-names" }, session.archers.names.map((one) => el("li", {}, name(one)))),
    ]);
}
