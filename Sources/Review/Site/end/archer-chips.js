// The archers of a session as buttons that say who shot the chosen arrow.
import { el, name, replace } from "../shell/dom.js";
import { t } from "../strings/language.js";

/** The buttons; nothing is shown where no archer was named. */
export function archerChips(onArcher) {
    const group = el("div",
        { class: "archer-chips", role: "group", "aria-label": t("whoShot"), "data-test": "archers" });
    group.draw = (names, arrow) => {
        group.hidden = names.length === 0;
        const key = JSON.stringify(names);
        if (group.dataset.names !== key) {
            group.dataset.names = key;
            replace(group, names.map((one, k) => el("button", {
                type: "button", class: "button small", "data-test": "archer-" + (k + 1),
                "aria-keyshortcuts": k < 9 ? `Alt+${k + 1}` : null,
                onclick: () => onArcher(k + 1),
            }, name(one))));
        }
        [...group.children].forEach((node, k) => node.setAttribute("aria-pressed", String(arrow?.archer === names[k])));
    };
    return group;
}
