// One stream of the server's events for the whole page.

import { get, served, signIn } from "./api.js";

const target = new EventTarget();
let source = null;
let isLost = false;
/** Whether what happens just now goes unheard. */
let isDeaf = true;
let timer = null;
let isOpening = false;
/** Whether something was to be heard while a page was being opened. */
let isOwed = false;

/** Opens the stream; called once, and again after signing in. */
export function listen() {
    source?.close();
    source = null;
    isDeaf = true;
    clearTimeout(timer);
    // A page that is opened out of sight begins to listen once it is seen.
    wasAway = document.visibilityState === "hidden";
    if (wasAway) return;
    source = new EventSource("/api/v1/events");
    source.addEventListener("open", () => {
        hear();
        connection(false);
    });
    source.addEventListener("error", () => {
        isDeaf = true;
        connection(true);
        // A stream that was refused does not come back by itself.
        if (source?.readyState === EventSource.CLOSED) again();
    });
    for (const kind of ["queue", "session", "message"]) {
        source.addEventListener(kind, (event) => {
            // The browser's own kind of the same name has no data that we know of.
            if (typeof event.data !== "string") return;
            let detail = {};
            try { detail = JSON.parse(event.data); } catch { return; }
            if (isOpening && kind !== "message") isOwed = true;
            target.dispatchEvent(new CustomEvent(kind, { detail }));
        });
    }
}

// A browser opens six connections to a server at most, whatever number of tabs it has: only what is seen holds one.
let wasAway = false;

function leave() {
    wasAway = wasAway || source !== null;
    source?.close();
    source = null;
    clearTimeout(timer);
}

addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else comeBack();
});
addEventListener("pageshow", comeBack);

function comeBack() {
    if (!wasAway || source) return;
    wasAway = false;
    listen();
}

/** Asks whether a signing in is all that lacks: the stream itself does not say why it was refused. */
async function again() {
    await get("/queue").catch(() => {});
    if (!signIn.isNeeded) timer = setTimeout(listen, 5000);
}

/** Calls back on each event of a kind: queue, session, message, connection; answers what ends it. */
export function on(kind, call) {
    const listener = (event) => call(event.detail);
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
}

/** Whether the stream is cut just now. */
export function isStreamLost() {
    return isLost;
}

function connection(lost) {
    if (lost === isLost) return;
    isLost = lost;
    target.dispatchEvent(new CustomEvent("connection", { detail: { isLost } }));
}

/** The stream is open: of what was asked for before, nobody has heard what it is now. */
function hear() {
    if (isDeaf && served.isAsked) missed();
    isDeaf = false;
}

/** Notes whether a page is being opened, which hears nothing until it is there, and looks again then. */
export function noteOpening(isSo) {
    isOpening = isSo;
    if (!isSo && isOwed) missed();
}

/** What happened while no stream was open was not sent: everything is worth another look. */
function missed() {
    isOwed = isOpening;
    target.dispatchEvent(new CustomEvent("session", { detail: { photo: null } }));
    target.dispatchEvent(new CustomEvent("queue", { detail: {} }));
}
