// "Export this": the command for what is shown or chosen, to copy.
import { button, el, say } from "../shell/dom.js";
import { exportCommand, formats, queryOf, queryOfJobs } from "./export-command.js";
import { filter } from "../photos/photo-filter.js";
import { get } from "../shell/api.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";

/** Longer queries are refused by Quiver. */
const longestQuery = 2000;

/** Shows the command. @param {Set<number>} chosen */
export async function showExport(chosen) {
    const { output } = await get("/queue");
    const command = el("textarea", { readonly: true, rows: 4, spellcheck: false, "data-test": "export-command",
        "aria-label": t("exportCommand"), class: "command" });
    const note = el("p", { class: "detail", role: "status" });
    const format = el("select", { "data-test": "export-format", onchange: () => draw() },
        formats.map((one) => el("option", { value: one }, one)));
    const which = el("select", { "data-test": "export-which", onchange: () => draw() },
        el("option", { value: "shown" }, t("exportShown")),
        el("option", { value: "chosen", disabled: !chosen.size, selected: chosen.size > 0 },
            t("exportChosen", { count: chosen.size })));
    const draw = () => {
        const query = which.value === "chosen" ? queryOfJobs(chosen) : queryOf(filter);
        const isLong = query.length > longestQuery;
        command.value = isLong ? "" : exportCommand(format.value, output, query);
        note.textContent = isLong ? t("exportLong") : t("exportHelp");
    };
    const copy = button(t("copy"), async () => {
        // Over plain HTTP from another machine a page has no clipboard: the text is chosen, to be copied by hand.
        command.select();
        const isCopied = await navigator.clipboard?.writeText(command.value).then(() => true, () => false);
        note.textContent = isCopied ? t("copied") : t("copyByHand");
        say(note.textContent);
    }, { class: "button main", "data-test": "export-copy" });
    showDialog(t("exportThis"), el("div", {},
        el("div", { class: "filters" }, el("label", {}, el("span", {}, t("exportFormat")), format),
            el("label", {}, el("span", {}, t("exportWhich")), which)), command, note), { buttons: [copy] });
    draw();
}
