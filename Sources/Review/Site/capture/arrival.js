// What happens when a photo has been read: its review opens where nothing else is being done, else a line says so.
import * as outbox from "./photo-outbox.js";
import { banner, button, el, isTyping, replace, say } from "../shell/dom.js";
import { endName } from "../sessions/end-name.js";
import { find, loadSession } from "../sessions/store.js";
import { failureOf, watchPhotos } from "./photo-notices.js";
import { placeOf } from "./upload-list.js";
import { t } from "../strings/language.js";

/** @typedef {import("./standing.js").Entry} Entry */

/** Who took a photo longer ago is likely to do something else by now. */
const longest = 10 * 60_000;
/** The photos that were read and not looked at, the oldest first.
    @type {{ entry: Entry, name: string }[]} */
let unseen = [];
const place = el("div", {});

let isWatching = false;
/** Whether the address has changed, and the page has not heard of it yet. */
let isGoing = false;

/** Has what arrives told from now on; begins what an earlier page could not send. */
export function watchArrivals() {
    if (isWatching) return;
    isWatching = true;
    outbox.start();
    document.getElementById("notices").append(place);
    outbox.on("read", arrive);
    outbox.on("failed", (entry) => say(failureOf(entry)));
    watchPhotos();
    outbox.on("change", () => {
        const left = unseen.filter(({ entry }) => outbox.entry(entry.id));
        if (left.length === unseen.length) return;
        unseen = left;
        draw();
    });
    addEventListener("hashchange", () => { isGoing = false; look(); });
    document.addEventListener("visibilitychange", () => {
        // What was read while the screen was locked.
        const next = unseen.find(({ entry }) => isFree(entry));
        if (next) location.hash = placeOf(next.entry);
    });
    look();
}

/** @param {Entry} entry */
async function arrive(entry) {
    const { session, photo } = entry.upload;
    // The page has the session as it was before this photo.
    const now = session ? await loadSession(session, { fresh: true }).catch(() => null) : null;
    const spot = now && find(now, photo);
    const address = placeOf(entry);
    if (!address) return;
    // It is looked at already; its own day may have put it into another session.
    if (photo && here().startsWith("#/review/") && here().endsWith("/" + encodeURIComponent(photo))) {
        if (address !== here()) location.replace(address);
        return outbox.discard(entry);
    }
    if (isFree(entry)) {
        isGoing = true;
        location.hash = address;
        return;
    }
    unseen.push({ entry, name: spot ? endName(now, spot.round, spot.end) : entry.name });
    draw();
    say(t("isRead", unseen.at(-1)));
}

/** Whether the user waits for a photo, and is in the middle of nothing.
    @param {Entry} entry */
function isFree({ taken, session, upload }) {
    if (document.visibilityState === "hidden" || Date.now() - taken > longest) return false;
    // Another one is about to be shown.
    if (isGoing || document.getElementById("page").getAttribute("aria-busy")) return false;
    if (document.querySelector("dialog[open]")) return false;
    if (isTyping(document.activeElement)) return false;
    const { page } = document.body.dataset;
    if (page === "capture") return true;
    const isAt = (id) => here() === "#/sessions/" + encodeURIComponent(id);
    if (page === "session") return isAt(session) || isAt(upload.session);
    // An end that is confirmed is done.
    const state = document.querySelector(".review [data-test=state]")?.getAttribute("data-state");
    return page === "review" && state === "confirmed";
}

/** What is looked at is no longer on its way. */
function look() {
    for (const entry of outbox.all()) {
        if (entry.upload?.state === "done" && placeOf(entry) === here()) outbox.discard(entry);
    }
}

function here() { return location.hash.split("?")[0]; }

function draw() {
    const [first] = unseen;
    if (!first) return replace(place);
    const text = unseen.length === 1 ? t("isRead", first) : t("areRead", { count: unseen.length });
    const show = el("a", { class: "button main", href: placeOf(first.entry), "data-test": "read-review" },
        t(unseen.length === 1 ? "reviewIt" : "reviewFirst"));
    const close = button(t("close"), () => { unseen = []; draw(); }, { class: "button small" });
    replace(place, banner(text, { kind: "note", test: "read", buttons: [show, close] }));
}
