// Which round a session is.
import { button, el } from "../shell/dom.js";
import { change } from "./session-change.js";
import { get, path, send } from "../shell/api.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** Chooses the round that a session is shot as; what is chosen stays with the session, on every device. */
export async function roundDialog(session) {
    const rounds = await get("/rounds").then((answer) => answer.rounds)
        .catch((error) => { tell(error.message); return null; });
    if (!rounds) return;
    const facts = el("p", { class: "detail", "data-test": "round-facts" });
    const select = el("select", { name: "round", "data-test": "round", onchange: () => say() },
        el("option", { value: "none" }, t("noRound")), el("option", { value: "usual" }, t("roundOfSettings")),
        rounds.map((round) => el("option", { value: round.id }, round.name)));
    const say = () => {
        const round = rounds.find((one) => one.id === select.value);
        facts.textContent = round
            ? t("roundFacts", { ends: t("ends", { count: round.ends }),
                arrows: t("arrows", { count: round.arrowsPerEnd }), maximum: round.maximum }) : "";
    };
    // A round of former settings may be none of those that can be named now.
    if (session.round && !rounds.some((one) => one.id === session.round.id)) {
        select.append(el("option", { value: session.round.id, disabled: true }, session.round.name));
    }
    select.value = session.round?.id ?? "none";
    const before = select.value;
    say();
    const dialog = showDialog(t("roundTitle"),
        [el("p", {}, t("roundHelp")), el("label", { class: "field" }, el("span", {}, t("roundTitle")), select), facts], {
        buttons: [button(t("save"), () => {
            // A session that was only looked at stays by the settings.
            if (select.value === before) dialog.close();
            else change(dialog, session, () => send("PUT", path`/sessions/${session.id}`, { round: select.value }));
        }, { class: "button main", "data-test": "dialog-ok" })],
        closes: t("cancel"),
    });
}
