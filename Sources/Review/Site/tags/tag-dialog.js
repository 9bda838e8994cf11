// The tags: given to photos, taken away and undone; and the list of all, each shown, renamed and deleted.
import { button, el, name as foreign, replace, say } from "../shell/dom.js";
import { changeTag, deleteTag, listTags, renameTag } from "./tag-list.js";
import { failure } from "../shell/notices.js";
import { lastStep, undoLast } from "../gallery/bulk.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";

/** Shows the tags. `jobs` are the photos that get one or lose one, `show(name)` shows the photos of a tag, `changed` hears that
    tags are others, and `run(total, change)` runs a change with its progress in sight, and answers null where another runs.
    @param {{ jobs: number[], show: (name: string) => void, changed: () => void,
        run?: (total: number, change: (note: (done: number) => boolean | void) => Promise<any>) => Promise<any> }} parts */
export async function showTags({ jobs, show, changed, run = (_, change) => change(() => true) }) {
    let tags = await listTags();
    const names = "tags-" + Math.random().toString(36).slice(2);
    const known = el("datalist", { id: names });
    const field = el("input", { list: names, maxlength: 200, autocapitalize: "off", spellcheck: false, "data-test": "tag-name" });
    const told = el("p", { role: "status", "data-test": "tag-told" });
    const list = el("ul", { class: "tag-list" });
    const undo = button(t("toolundo"), () => guarded(async () => {
        const done = await run(lastStep().photos.length, (note) => undoLast(note));
        if (done) tellHere(t("bulkUndone", { count: done.photos.length }));
    }), { "data-test": "tag-undo" });

    const tellHere = (text) => { told.textContent = text; say(text); };
    const draw = () => {
        undo.hidden = lastStep()?.change !== "tag";
        replace(known, tags.map(({ name }) => el("option", { value: name })));
        replace(list, tags.length ? tags.map(row) : el("li", { class: "detail" }, t("noTags")));
    };
    /** One change at a time; what goes wrong is said where it was begun. */
    const guarded = async (act) => {
        if (dialog.dataset.busy) return;
        dialog.dataset.busy = "yes";
        try {
            await act();
        } catch (error) {
            tellHere(failure(error));
        }
        delete dialog.dataset.busy;
        tags = await listTags().catch(() => tags);
        draw();
        changed();
    };
    const row = ({ name, photos }) => el("li", {},
        button(foreign(name), () => { dialog.close(); show(name); }, { class: "link", "data-test": "tag-show", title: t("tagShow") }),
        el("span", { class: "detail" }, t("tagPhotos", { count: photos })),
        button(t("tagRename"), () => askName(name), { class: "button small", "data-test": "tag-rename" }),
        button(t("tagDelete"), () => askDelete(name, photos), { class: "button small", "data-test": "tag-delete" }));
    /** @param {"add" | "remove"} change */
    const give = (change) => guarded(async () => {
        const set = field.value.trim();
        if (!set) return field.focus();
        const wasThere = tags.some(({ name }) => name.normalize() === set.normalize());
        const done = await run(jobs.length, (note) => changeTag({ set, change }, jobs, note));
        if (!done) return;
        tellHere([t(change === "add" ? "tagGiven" : "tagTaken", { count: done.jobs.length, name: done.name }),
            done.untouched ? t("bulkUntouched", { number: done.untouched }) : null,
            wasThere && done.isNew && change === "add" ? t("tagAnew") : null].filter(Boolean).join(" "));
    });
    const askName = (name) => {
        const other = el("input", { value: name, maxlength: 200, autocapitalize: "off", spellcheck: false, "data-test": "tag-new-name" });
        const save = () => {
            if (!other.value.trim()) return other.focus();
            asked.close();
            guarded(async () => {
                const now = await renameTag(name, other.value.trim());
                tellHere(t("tagRenamed", { name, other: now.name }));
            });
        };
        const asked = showDialog(t("tagRename"), el("label", { class: "field" }, el("span", {}, t("tagNewName", { name })), other),
            { buttons: [button(t("save"), save, { class: "button main", "data-test": "tag-save" })], closes: t("cancel") });
    };
    const askDelete = (name, photos) => {
        const yes = button(t("tagDelete"), () => {
            asked.close();
            guarded(async () => tellHere(t("tagDeleted", { name, count: await deleteTag(name) })));
        }, { class: "button main", "data-test": "tag-yes" });
        const asked = showDialog(t("tagDelete"), el("p", {}, t("tagDeletes", { name, count: photos })),
            { buttons: [yes], closes: t("cancel") });
    };

    const giving = el("form", { class: "tag-form", onsubmit: (event) => { event.preventDefault(); give("add"); } },
        el("label", { class: "field" }, el("span", {}, t("tagOf", { count: jobs.length })), field, known),
        el("div", { class: "row" }, button(t("tagGive"), () => give("add"), { class: "button main", "data-test": "tag-give" }),
            button(t("tagTake"), () => give("remove"), { "data-test": "tag-take" }), undo));
    const dialog = showDialog(t("tags"), el("div", { class: "tags-dialog" }, jobs.length ? giving : el("p", { class: "detail" }, t("tagNone")),
        told, list, el("p", { class: "detail" }, t("tagHelp"))));
    draw();
    return dialog;
}
