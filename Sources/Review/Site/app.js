// The page's beginning: routes by the part of the address after #, the head, and what every page shares.
import * as outbox from "./outbox.js";
import * as steps from "./undo.js";
import { replace } from "./dom.js";
import { parents, showHead } from "./head.js";
import { noteSignedOut, onSignedIn } from "./signed-in.js";
import { listen, on } from "./events.js";
import { find, keep, knownSession, loadSession } from "./store.js";
import { language, t } from "./strings.js";
import { showProblem, watchConnection } from "./notices.js";
import { signIn } from "./api.js";

const routes = [
    ["", "queue", () => import("./queue-page.js")],
    ["sessions", "sessions", () => import("./sessions-page.js")],
    ["sessions/:", "session", () => import("./session-page.js")],
    ["review/:/:", "review", () => import("./review-page.js")],
    ["photos", "photos", () => import("./photos-page.js")],
    ["photos/:", "job", () => import("./job-page.js")],
    ["trend", "trend", () => import("./trend-page.js")],
    ["signin", "signin", () => import("./signin-page.js")],
];

let turn = 0;
let close = null;
let here = "";

/** Shows the page that the address names. */
async function show() {
    const mine = ++turn;
    const [address, query] = location.hash.replace(/^#\/?/, "").split("?");
    const parts = address.split("/").filter(Boolean).map(decoded);
    const route = routes.find(([pattern]) => matches(pattern, parts)) ?? routes[0];
    const [, name, load] = route;
    const main = document.getElementById("page");
    delete document.documentElement.dataset.ready;
    close?.();
    close = null;
    here = name;
    showHead(name);
    document.title = `${t("page" + (parents[name] ?? name))} · ${t("title")}`;
    document.body.dataset.page = name;
    main.setAttribute("aria-busy", "true");
    try {
        const page = await load();
        if (mine !== turn) return;
        const opened = await page.open({
            main, parts, query: new URLSearchParams(query), isCurrent: () => mine === turn,
            ready: () => { if (mine === turn) document.documentElement.dataset.ready = name; },
        });
        if (mine !== turn) return opened?.close?.();
        close = () => opened?.close?.();
        // Who goes on by keyboard or by ear begins at the top of what is new.
        if (turn > 1 && document.activeElement === document.body) main.focus({ preventScroll: true });
        document.documentElement.dataset.ready = name;
    } catch (error) {
        if (mine !== turn) return;
        console.error(error);
        showProblem(main, error, show);
        document.documentElement.dataset.ready = name;
    } finally {
        if (mine === turn) main.removeAttribute("aria-busy");
    }
}

function matches(pattern, parts) {
    const wanted = pattern.split("/").filter(Boolean);
    return wanted.length === parts.length && wanted.every((one, k) => one === ":" || one === parts[k]);
}

function decoded(text) {
    try { return decodeURIComponent(text); } catch { return text; }
}

/** A session that a page may have in memory is asked for again when it changed. */
function follow({ id }) {
    if (id && knownSession(id)) loadSession(id, { fresh: true }).catch(() => {});
}

signIn.needed = () => {
    noteSignedOut();
    if (!location.hash.startsWith("#/signin")) {
        location.hash = "#/signin?to=" + encodeURIComponent(location.hash.slice(1) || "/");
    }
};

document.documentElement.lang = language();
addEventListener("hashchange", () => { scrollTo(0, 0); show(); });
addEventListener("quiver-language", show);
addEventListener("quiver-signed-in", () => { listen(); outbox.flush(); });
onSignedIn(() => showHead(here));
outbox.on("stored", ({ session, photo }) => {
    const now = find(session, photo)?.photo;
    if (now) steps.stored(photo, now.revision);
    keep(session);
});
on("session", follow);
watchConnection();
listen();
outbox.start();
replace(document.getElementById("page"));
show();
// The other pages' files are fetched while nothing else is to do, so that they open at once, and without a connection
// too.
setTimeout(() => { for (const [, , load] of routes) load().catch(() => {}); }, 1500);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
