// What every page tells: a lost connection, corrections that wait, and what went wrong.
import * as outbox from "../outbox/outbox.js";
import { banner, button, el, replace, say } from "./dom.js";
import { isStreamLost, on } from "./events.js";
import { Unreachable, signIn } from "./api.js";
import { t } from "../strings/language.js";

/** Keeps the line about the connection true. */
export function watchConnection() {
    const place = el("div", {});
    document.getElementById("notices").append(place, unsettled());
    let shown = "";
    let timer = null;
    const draw = () => {
        const text = trouble();
        if (text === shown) return;
        shown = text;
        replace(place, text ? banner(text, { kind: "lost", test: "offline" }) : null);
        if (text) say(text);
    };
    // A stream that breaks for a moment, as on a reload, is no lost connection.
    const soon = () => { clearTimeout(timer); timer = setTimeout(draw, outbox.status().isOffline ? 0 : 1200); };
    outbox.on("status", soon);
    on("connection", soon);
    // The queue's page shows a pause by itself.
    on("message", ({ event, reason, message }) => {
        if (event === "paused" || event === "resumed") return;
        // It goes on, whichever page is shown.
        if (reason ?? message) tell(reason ?? message, { stays: true });
    });
    addEventListener("hashchange", leave);
    addEventListener("offline", soon);
    addEventListener("online", soon);
}

/** The notice about the connection; none where a signing in is all that lacks. */
function trouble() {
    if (signIn.isNeeded) return "";
    const { waiting, isOffline, failing } = outbox.status();
    const isLost = isOffline || isStreamLost() || !navigator.onLine;
    if (isLost) return waiting ? t("offlineWaiting", { count: waiting }) : t("offline");
    return failing ? t("notStored", { count: failing }) : "";
}

/** The sentences that stand there, each with the page that it is about; null where it is about none of them alone.
    @type {Map<string, { note: HTMLElement, page: string | null }>} */
const standing = new Map();

/** The page that the address names; a filter of it is none of its own. */
const pageNow = () => location.hash.split("?")[0];

/** A sentence that is there until it is closed or another page is shown; told again, it stands there once. One that `stays` is
    about what goes on whichever page is shown, and is closed alone. */
export function tell(text, { stays = false } = {}) {
    standing.get(text)?.note.remove();
    const note = banner(text, { kind: "note", test: "message" });
    const close = () => { note.remove(); standing.delete(text); };
    note.append(button(t("close"), close, { class: "button small" }));
    standing.set(text, { note, page: stays ? null : pageNow() });
    document.getElementById("notices").append(note);
    say(text);
}

/** Takes away what was about other pages. */
function leave() {
    for (const [text, { note, page }] of [...standing]) {
        if (page === null || page === pageNow()) continue;
        note.remove();
        standing.delete(text);
    }
}

/** What went wrong with a change, and how many photos it may have changed all the same. */
export function failure(error) {
    const text = error instanceof Unreachable ? t("unreachable") : error.message;
    return error.unsure?.length ? `${text} ${t("bulkUnsure", { count: error.unsure.length })}` : text;
}

/** In place of a page that cannot be shown. */
export function showProblem(main, error, again) {
    const text = error instanceof Unreachable ? t("unreachable") : error.message;
    // A page that only lacked the connection comes by itself when it is back.
    const stop = on("connection", ({ isLost }) => {
        if (isLost) return;
        stop();
        if (error instanceof Unreachable && main.querySelector(".problem")) again();
    });
    replace(main, el("section", { class: "problem", "data-test": "problem" },
        el("h1", {}, t("problem")), el("p", {}, text),
        el("p", { class: "row" }, button(t("again"), again, { class: "button main" }))));
}

/** One line for each correction that was refused, or that met another one and is not on the page just now. */
function unsettled() {
    const place = el("div", {});
    let shown = "";
    const draw = () => {
        const list = signIn.isNeeded ? [] : outbox.status().unsettled.filter((one) => one.refused || !isHere(one));
        const { ofOthers } = outbox.status();
        const key = JSON.stringify([ofOthers, list.map(({ photo, refused }) => [photo, refused])]);
        if (key === shown) return;
        shown = key;
        replace(place, ofOthers ? foreign(ofOthers) : null, list.map(line));
    };
    outbox.on("status", draw);
    addEventListener("hashchange", draw);
    return place;
}

/** What was made on other results waits until those are served here again. */
function foreign(count) {
    const text = t("ofOthers", { count });
    say(text);
    const drop = button(t("dropOthers"), () => outbox.dropOthers(), { "data-test": "drop-others" });
    return banner(text, { kind: "note", test: "of-others", buttons: [drop] });
}

function line(entry) {
    const { photo, refused } = entry;
    const name = entry.name ?? photo;
    const text = refused ? t("refused", { name, sentence: refused }) : t("conflictOf", { name });
    say(text);
    const again = button(t("again"), () => outbox.tryAgain(photo),
        { class: "button main", "data-test": "refused-again" });
    const back = button(t("takeBack"), () => outbox.takeBack(photo), { "data-test": "refused-back" });
    const show = button(t("show"), () => { location.hash = entry.place; }, { "data-test": "conflict-show" });
    return banner(text, {
        kind: "lost", test: refused ? "refused" : "conflict-elsewhere", buttons: refused ? [again, back] : [show],
    });
}

/** Whether the photo is on the page, which asks by itself. */
function isHere({ place }) { return !place || place.split("?")[0] === pageNow(); }
