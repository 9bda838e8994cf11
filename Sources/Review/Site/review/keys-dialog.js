// The list of keys that ? shows.
import { el } from "../shell/dom.js";
import { helpRows, lettersWork, setLettersWork } from "./keys.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";

/** Shows what the keys of a review do. */
export function showKeys(rows = helpRows) {
    const letters = el("label", { class: "check" }, el("input", { type: "checkbox", checked: lettersWork(),
        "data-test": "letters", onchange: (event) => setLettersWork(event.target.checked) }), t("lettersWork"));
    showDialog(t("keys"), el("div", {}, letters, el("table", { class: "keys" }, el("tbody", {},
        rows.map(([keys, meaning]) => el("tr", {},
            el("th", { scope: "row" }, keys.startsWith("key") ? t(keys) : keys), el("td", {}, t(meaning))))))));
}
