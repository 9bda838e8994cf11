// What photos wait for by the settings: the hours in which they begin, or less load of other programs.
import { moment, said, t } from "../strings/language.js";

/** The wait in the user's language; in the server's words where it knows of no end.
    @param {{ cause: string, why: string, until: number | null }} wait */
export function waitText({ cause, why, until }) {
    if (cause === "hours" && until !== null) return t("waitsHours", { time: moment(until) });
    return cause === "load" ? t("waitsLoad") : said(why);
}
