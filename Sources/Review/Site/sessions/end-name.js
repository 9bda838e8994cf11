// What an end is called.
import { t } from "../strings/language.js";

/** `End 3`, or `Round 2, end 3` where a session has several rounds. */
export function endName(session, round, end) {
    if (end.number === null) return t("skippedPhoto");
    return session.rounds.length > 1 ? t("roundAndEnd", { round: round.number, end: end.number })
        : t("endNumber", { end: end.number });
}
