// One stream of the server's events for the whole page.

import { get, signIn } from "./api.js";

const target = new EventTarget();
let source = null;
let isLost = false;
let timer = null;
// A browser opens six connections to a server at most, whatever number of tabs it has: only what is seen holds one.
let wasAway = false;

/** Opens the stream; called once, and again after signing in. */
export function listen() {
    source?.close();
    source = null;
    clearTimeout(timer);
    // A page that is opened out of sight begins to listen once it is seen.
    wasAway = document.visibilityState === "hidden";
    if (wasAway) return;
    source = new EventSource("/api/v1/events");
    source.addEventListener("open", () => connection(false));
    source.addEventListener("error", () => {
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
            target.dispatchEvent(new CustomEvent(kind, { detail }));
        });
    }
}

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
    missed();
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
    if (!lost) missed();
}

/** What happened while the connection was lost was not sent: everything is worth another look. */
function missed() {
    target.dispatchEvent(new CustomEvent("session", { detail: { photo: null } }));
    target.dispatchEvent(new CustomEvent("queue", { detail: {} }));
}
