// One session: its head with what can be done, and below it the report's own drawings, live.
import { button, el, name, replace } from "../shell/dom.js";
import { captureOf } from "../capture/capture-section.js";
import { doubtfulPhotos, reviewAddress } from "./doubts.js";
import { drawnParts, loadDrawings } from "./drawings.js";
import { loadSession, onSession } from "./store.js";
import { Problem } from "../shell/api.js";
import { sessionMenu } from "./session-menu.js";
import { day, faceName, known, t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** How long after a failure the drawings are asked for again. */
const patience = 3000;

/** Opens `#/sessions/ID`. */
export async function open({ main, parts: [, id], isCurrent }) {
    let session = await loadSession(id, { fresh: true });
    let parts = null;
    let turn = 0;
    let timer = null;
    const page = el("div", { class: "wrap session" });
    const draw = () => {
        const place = scrollY;
        const focused = page.contains(document.activeElement) ? document.activeElement : null;
        const ways = focused ? waysTo(focused, page) : [];
        replace(page, head(session), captureOf(session), drawnParts(parts, page), skippedSection(session));
        // Photos on their way stay the elements that they are.
        const now = page.contains(focused) ? focused : ways.map((way) => page.querySelector(way)).find(Boolean);
        now?.focus({ preventScroll: true });
        scrollTo(0, place);
    };
    /** Fetches the drawings of the session as it is now; true where they are the newest that were asked for. */
    const load = async () => {
        const mine = ++turn;
        clearTimeout(timer);
        const drawn = await loadDrawings(session.id);
        if (mine !== turn) return false;
        parts = drawn;
        return true;
    };
    const renew = async () => {
        const mine = turn + 1;
        try {
            if (await load()) draw();
        } catch (error) {
            // A newer try, or the page's end, came in between.
            if (mine !== turn) return;
            // What is refused for now, as where there are too many requests, is taken later.
            const isFinal = error instanceof Problem && error.status < 500 && ![408, 429].includes(error.status);
            if (isFinal) tell(error.message);
            else timer = setTimeout(renew, patience);
        }
    };
    const stop = onSession((now) => {
        if (now.id !== session.id) return;
        session = now;
        renew();
    });
    const close = () => {
        turn += 1;
        clearTimeout(timer);
        stop();
        removeEventListener("beforeprint", unfold);
    };
    try {
        await load();
    } catch (error) {
        close();
        throw error;
    }
    if (isCurrent()) {
        replace(main, page);
        if (parts) draw();
        addEventListener("beforeprint", unfold);
    }
    return { close };
}

/** On paper nothing is folded away. */
function unfold() {
    for (const one of document.querySelectorAll(".session details")) /** @type {HTMLDetailsElement} */ (one).open = true;
}

/** What finds an element once the page is drawn anew, the surest first; a name that others have too finds none. */
function waysTo(focused, page) {
    const quoted = (name, value) => (value ? `[${name}="${CSS.escape(value)}"]` : "");
    const byName = quoted("data-test", focused.dataset.test);
    const byAddress = quoted("href", focused.getAttribute("href"));
    const part = quoted("id", focused.closest("section[id]")?.id);
    const more = quoted("data-more", focused.closest("summary")?.parentElement.dataset.more);
    const isOnly = byName && page.querySelectorAll(byName).length === 1;
    return [quoted("id", focused.id), isOnly && byName, byAddress && `${part} ${byName}${byAddress}`,
        more && more + " > summary"].filter(Boolean);
}

function head(session) {
    const facts = [day(session.date), known("system", session.system),
        ...Object.entries(session.faces).map(([type, face]) => faceName(type, face.name))];
    const first = doubtfulPhotos(session)[0];
    return el("div", { class: "page-head" },
        el("p", { class: "kicker" }, el("a", { href: "#/sessions" }, t("pagesessions"))),
        el("h1", {}, name(session.name)),
        el("p", { class: "facts" }, facts.map((fact) => el("span", {}, fact))),
        el("div", { class: "row", "data-test": "session-actions" },
            first ? el("a", { class: "button main", href: reviewAddress(session.id, first),
                "data-test": "start-review" }, t("startReview")) : null,
            sessionMenu(session), button(t("print"), () => print(), { "data-test": "print" })));
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
