// Steps through what was read from a photo, from doubt to doubt; for texts, codes, tables and pages alike.
import { button, el, say, set } from "../shell/dom.js";
import { isDoubtful } from "./reading/mark.js";
import { t } from "../strings/language.js";

/**
 * The steps, with the button, the line about what is left, and the keys that go with them.
 *
 * `choose` chooses a finding, `open` chooses one and lets a person write into it, `accept` takes the chosen one as it stands,
 * `edit` writes into the chosen one where that can be.
 *
 * @param {any} _
 */
export function doubtSteps({ findings, order, stage, test, choose, open, accept, edit, remove }) {
    const step = (way) => {
        const index = order.beside(way);
        if (index === null) return false;
        choose(index);
        stage.reveal();
        return true;
    };
    const next = (way = 1) => {
        const index = order.beside(way, isDoubtful);
        if (index !== null) open(index);
        else {
            say(t("noneToCheck"));
            if (findings.one) stage.focusChosen();
        }
        return true;
    };
    const state = el("p", { class: "detail", "aria-live": "polite", "data-test": test });
    const nextButton = button(t("nextDoubtful"), () => next(),
        { "data-test": "next-doubtful", "aria-keyshortcuts": "N" });
    // On the photo Enter means the chosen finding as long as that is in doubt, and after that the whole photo.
    stage.node.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !findings.one || !isDoubtful(findings.one)) return;
        event.preventDefault();
        accept();
    });
    return {
        next, state, nextButton,
        draw() {
            const count = findings.list.filter(isDoubtful).length;
            state.textContent = count ? t("readingsToCheck", { count }) : t("noneToCheck");
            set(nextButton, { "aria-disabled": count ? null : "true" });
        },
        key(event) {
            const key = event.key.toLowerCase();
            if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
            if (key === "n" || key === "p") return next(key === "n" ? 1 : -1);
            if (!findings.one) return false;
            if (key === "e" && edit) edit();
            else if (key === "delete" || key === "backspace") remove();
            else return false;
            return true;
        },
    };
}

/** Deletes the chosen finding, and says so. */
export function removeReading(findings, order) {
    if (!findings.one) return say(t("chooseReading"));
    const number = findings.selected + 1;
    order.remove();
    say(t("readingRemoved", { number }));
}
