// Steps through what was read from a photo, from doubt to doubt; for texts, codes, tables and pages alike.
import { button, el, say, set } from "../shell/dom.js";
import { isDoubtful } from "./sureness.js";
import { keyed, letter } from "./finding-keys.js";
import { t } from "../strings/language.js";

/**
 * The steps, with their buttons, the line about what is left, and the keys that go with them.
 *
 * `choose` chooses a finding, `open` chooses one so that it can be corrected, `edit` writes into the chosen one where that can
 * be. A kind may have its own ways to `accept` the chosen one as it stands and to `remove` it.
 *
 * @param {import("./findings.js").Findings} findings
 * @param {{ order: import("../review/doubt-order.js").DoubtOrder, stage: any, choose: (index: number) => void,
 *     open: (index: number) => void, accept?: () => void, edit?: () => void, remove?: () => void }} own
 */
export function doubtSteps(findings, { order, stage, choose, open, edit, ...own }) {
    const { kind } = findings;
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
    };
    /** The chosen one is right as it stands now. */
    const accept = own.accept ?? (() => {
        if (!findings.one) return say(t("chooseReading"));
        const number = findings.selected + 1;
        if (isDoubtful(findings.one)) {
            findings.change({ confidence: null });
            say(t(kind.accepted, { number }));
        }
        next();
    });
    /** Deletes the chosen one, and says so. */
    const remove = () => {
        if (!findings.one) return say(t("chooseReading"));
        const number = findings.selected + 1;
        order.remove();
        say(t("readingRemoved", { number }));
    };
    const nextButton = button(t("nextDoubtful"), () => next(),
        { "data-test": "next-doubtful", "aria-keyshortcuts": "N" });
    const acceptButton = kind.accept ? button(t(kind.accept), accept, { "data-test": "accept-" + kind.test }) : null;
    const state = el("p", { class: "detail", "aria-live": "polite", "data-test": kind.state });
    state.draw = () => {
        const count = findings.list.filter(isDoubtful).length;
        state.textContent = count ? t("readingsToCheck", { count }) : t("noneToCheck");
        set(nextButton, { "aria-disabled": count ? null : "true" });
        if (acceptButton) set(acceptButton, { "aria-disabled": findings.one && isDoubtful(findings.one) ? null : "true" });
    };
    // On the photo Enter means the chosen finding as long as that is in doubt, and after that the whole photo.
    stage.node.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !findings.one || !isDoubtful(findings.one)) return;
        event.preventDefault();
        accept();
    });
    const erase = () => (findings.one ? (own.remove ?? remove)() : false);
    return {
        next, accept, remove, state, buttons: [nextButton, acceptButton],
        key: keyed({
            ...letter("j", () => step(1)), ...letter("k", () => step(-1)),
            ...letter("n", () => next(1)), ...letter("p", () => next(-1)),
            ...letter("e", () => (findings.one && edit ? edit() : false)), Delete: erase, Backspace: erase,
        }),
    };
}
