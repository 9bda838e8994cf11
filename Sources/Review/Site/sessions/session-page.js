// One session: its sums, what is to check, its sheet, its ends and how it went. Live, as the report is not.
import { archerSheets } from "./archer-sheets.js";
import { button, el, name, replace } from "../shell/dom.js";
import { captureOf } from "../capture/capture-section.js";
import { doubtfulPhotos, reviewAddress } from "./doubts.js";
import { doubtsSection } from "./doubts-section.js";
import { endCards } from "./end-cards.js";
import { loadSession, onSession } from "./store.js";
import { sessionMenu } from "./session-menu.js";
import { day, faceName, known, t } from "../strings/language.js";
import { sheetSection } from "./sheet.js";
import { summaryTiles } from "./summary.js";
import { trendSection } from "./session-trend.js";

/** Opens `#/sessions/ID`. */
export async function open({ main, parts }) {
    let session = await loadSession(parts[1], { fresh: true });
    const page = el("div", { class: "wrap session" });
    const draw = () => {
        const place = scrollY;
        const focused = document.activeElement?.dataset?.test;
        replace(page, content(session));
        if (focused) page.querySelector(`[data-test="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
        scrollTo(0, place);
    };
    replace(main, page);
    replace(page, content(session));
    const stop = onSession((now) => {
        if (now.id !== session.id) return;
        session = now;
        draw();
    });
    return { close: stop };
}

function content(session) {
    const ends = session.rounds.flatMap((round) => round.ends);
    const facts = [day(session.date), known("system", session.system),
        ...Object.entries(session.faces).map(([type, face]) => faceName(type, face.name))];
    const first = doubtfulPhotos(session)[0];
    return [
        el("div", { class: "page-head" },
            el("p", { class: "kicker" }, el("a", { href: "#/sessions" }, t("pagesessions"))),
            el("h1", {}, name(session.name)),
            el("p", { class: "facts" }, facts.map((fact) => el("span", {}, fact))),
            el("div", { class: "row" },
                first ? el("a", { class: "button main", href: reviewAddress(session.id, first),
                    "data-test": "start-review" }, t("startReview")) : null,
                sessionMenu(session), button(t("print"), () => print(), { "data-test": "print" }))),
        captureOf(session),
        ends.length ? summaryTiles(session) : el("section", { class: "empty" }, el("p", {}, t("noEnds"))),
        doubtsSection(session),
        ends.length ? sheetSection(session) : null,
        archerSheets(session),
        endCards(session),
        trendSection(session),
        skippedSection(session),
    ];
}

/** What was taken out of the session; a photo's review takes it back. */
function skippedSection(session) {
    const skipped = session.skipped ?? [];
    if (!skipped.length) return null;
    return el("section", { id: "skipped", "aria-label": t("skippedTitle") }, el("h2", {}, t("skippedTitle")),
        el("p", { class: "detail" }, t("skippedHelp")),
        el("ul", { class: "session-list" },
            skipped.map((photo) =>
                el("li", {}, el("a", { class: "tall", href: reviewAddress(session.id, photo.id) },
                    name(photo.name))))));
}
