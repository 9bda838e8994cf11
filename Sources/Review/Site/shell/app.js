// The page's beginning: routes by the part of the address after #, the head, and what every page shares.
import * as outbox from "../outbox/outbox.js";
import { language, t } from "../strings/language.js";
import { listen } from "./events.js";
import { load, noteSignedOut, onSignedIn, served, signIn } from "./api.js";
import { parents, showHead } from "./head.js";
import { replace } from "./dom.js";
import { showProblem, tell, watchConnection } from "./notices.js";

/** @type {[pattern: string, name: string, part: () => Promise<any>][]} */
const routes = [
    ["", "queue", () => import("../queue/queue-page.js")],
    ["sessions", "sessions", () => import("../sessions/sessions-page.js")],
    ["capture", "capture", () => import("../capture/capture-page.js")],
    ["sessions/:", "session", () => import("../sessions/session-page.js")],
    ["review/:/:", "review", () => import("../end/review-page.js")],
    ["photos", "photos", () => import("../photos/photos-page.js")],
    ["photos/:", "job", () => import("../photo/job-page.js")],
    ["gallery", "gallery", () => import("../gallery/gallery-page.js")],
    ["trend", "trend", () => import("../trend/trend-page.js")],
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
    const [, name, part] = route;
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
        const page = await load(part);
        if (mine !== turn) return;
        const opened = await page.open({
            main, parts, query: new URLSearchParams(query), isCurrent: () => mine === turn,
            again: () => { if (mine === turn) show(); },
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

/** Whether a key writes into the field that has the focus. */
function isTyping({ key, shiftKey, target }) {
    if (target.matches?.("textarea, [contenteditable]")) return key === " " || shiftKey;
    return key === " " && Boolean(target.matches?.("input:not([type=range], [type=checkbox])"));
}

// A key that is held confirms, accepts and places nothing: each photo wants a look and a key press of its own. Before
// anything else hears it: a browser also presses the button that has the focus again and again.
addEventListener("keydown", (event) => {
    if (!event.repeat || (event.key !== "Enter" && event.key !== " ") || isTyping(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
}, { capture: true });

// Nothing of the results that were served before may stay, in memory or on the page.
served.replaced = () => {
    try { sessionStorage.setItem("quiver.replaced", "1"); } catch { /* Without storage no notice is shown. */ }
    location.hash = "";
    location.reload();
};

served.isKept = outbox.isKept;

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
watchConnection();
if (sessionStorage.getItem("quiver.replaced")) {
    sessionStorage.removeItem("quiver.replaced");
    tell(t("replaced"), { stays: true });
}
listen();
outbox.start();
replace(document.getElementById("page"));
// Photos that an earlier page could not send go on by themselves, once this page is there.
const resume = () => load(() => import("../capture/arrival.js"))
    .then(({ watchArrivals }) => watchArrivals(), () => setTimeout(resume, 15_000));
show().then(() => setTimeout(resume, 1500));
// So that the other pages open at once, and without a connection too: a service worker keeps all files. Without one, as
// over plain HTTP from another machine, they are fetched while nothing else is to do.
const ahead = () => setTimeout(() => { for (const [, , part] of routes) part().catch(() => {}); }, 1500);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(ahead);
else ahead();
