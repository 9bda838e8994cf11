// What can be done with a whole session: name, date, archers, round, split, merge, skipped ends.
import { archersDialog } from "./archers-dialog.js";
import { button, el, name } from "../shell/dom.js";
import { change } from "./session-change.js";
import { endName } from "./end-name.js";
import { endsOf } from "./store.js";
import { get, path, send } from "../shell/api.js";
import { roundDialog } from "./round-dialog.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** The buttons of a session. */
export function sessionMenu(session) {
    return [
        button(t("archers"), () => archersDialog(session), { "data-test": "archers" }),
        button(t("roundTitle"), () => roundDialog(session), { "data-test": "round-of-session" }),
        button(t("renameAndDate"), () => rename(session), { "data-test": "rename" }),
        button(t("split"), () => split(session), { "data-test": "split" }),
        button(t("merge"), () => merge(session), { "data-test": "merge" }),
    ];
}

function form(title, fields, label, submit) {
    let dialog = null;
    const onsubmit = (event) => {
        event.preventDefault();
        submit(dialog, new FormData(node));
    };
    const node = el("form", { id: "form", onsubmit }, fields);
    dialog = showDialog(title, node, {
        buttons: [el("button", { type: "submit", form: "form", class: "button main", "data-test": "dialog-ok" },
            label)], closes: t("cancel"),
    });
}

function field(label, attributes) {
    return el("label", { class: "field" }, el("span", {}, label), el("input", attributes));
}

function rename(session) {
    form(t("renameAndDate"), [
        field(t("name"), { name: "name", value: session.name, required: true, maxlength: 200,
            "data-test": "session-name" }),
        field(t("date"), { name: "date", type: "date", value: session.date ?? "", "data-test": "session-date" }),
    ], t("save"), (dialog, data) => change(dialog, session, () =>
        send("PUT", path`/sessions/${session.id}`, { name: data.get("name").trim(), date: data.get("date") || null })));
}

function split(session) {
    const photos = endsOf(session)
        .flatMap(({ round, end }) => end.photos.map((photo) => ({ photo, title: endName(session, round, end) })));
    form(t("split"), [
        el("p", {}, t("splitHelp")),
        field(t("nameOfNew"), { name: "name", value: session.name + " 2", required: true, maxlength: 200 }),
        el("fieldset", { class: "checks" }, el("legend", {}, t("photosTitle")),
            photos.map(({ photo, title }) => el("label", { class: "check" },
            el("input", { type: "checkbox", name: "photo", value: photo.id }),
            el("span", {}, title, " · ", name(photo.name))))),
    ], t("split"), (dialog, data) => {
        const chosen = data.getAll("photo");
        if (!chosen.length) return;
        change(dialog, session,
            () => send("POST", path`/sessions/${session.id}/split`, { photos: chosen, name: data.get("name").trim() }));
    });
}

async function merge(session) {
    const { sessions } = await get("/sessions").catch((error) => { tell(error.message); return { sessions: [] }; });
    const others = sessions.filter((one) => one.id !== session.id);
    if (!others.length) return tell(t("noOtherSession"));
    form(t("merge"), [
        el("p", {}, t("mergeHelp")),
        el("label", { class: "field" }, el("span", {}, t("into")),
            el("select", { name: "into", "data-test": "merge-into" },
            others.map((one) =>
                el("option", { value: one.id },
                    one.name + (one.date && one.date !== one.name ? " · " + one.date : ""))))),
    ], t("merge"), (dialog, data) => change(dialog, session, () =>
        send("POST", path`/sessions/${session.id}/merge`, { into: data.get("into") })));
}
