// The list of keys that ? shows.
import { el } from "./dom.js";
import { helpRows } from "./keys.js";
import { showDialog } from "./dialog.js";
import { t } from "./strings.js";

/** Shows what the keys of a review do. */
export function showKeys() {
    showDialog(t("keys"), el("table", { class: "keys" }, el("tbody", {},
        helpRows.map(([keys, meaning]) => el("tr", {}, el("th", { scope: "row" }, keys), el("td", {}, t(meaning)))))));
}
