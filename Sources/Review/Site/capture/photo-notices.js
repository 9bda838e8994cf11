// What every page tells of photos that failed or wait, where it does not show the photos themselves.
import * as outbox from "./photo-outbox.js";
import { banner, button, el, replace } from "../shell/dom.js";
import { isSendable, standing } from "./standing.js";
import { t } from "../strings/language.js";

/** @typedef {import("./standing.js").Entry} Entry */

/** Failures that were seen, by the photos' ids. */
const closed = new Set();
const place = el("div", {});
let shown = "";

/** Keeps the line about them true. */
export function watchPhotos() {
    document.getElementById("notices").append(place);
    outbox.on("change", draw);
    outbox.on("failed", (one) => { closed.delete(one.id); draw(); });
    addEventListener("hashchange", draw);
    draw();
}

/** That a photo was not taken, or not read, as a sentence.
    @param {Entry} entry */
export function failureOf({ name, problem }) { return t(problem?.code === "failed" ? "notRead" : "notSent", { name }); }

function draw() {
    const all = outbox.all().filter((one) => outbox.isHere(one) && !isShown(one));
    const failed = all.filter((one) => standing(one) === "Error" && !closed.has(one.id));
    const waiting = all.filter((one) => isSendable(one) && outbox.hold(one));
    const text = failed.length > 1 ? t("photosFailed", { count: failed.length })
        : failed.length ? failureOf(failed[0]) : waiting.length ? t("photosWait", { count: waiting.length }) : "";
    if (text === shown) return;
    shown = text;
    const show = el("a", { class: "button main", href: "#/capture", "data-test": "photos-show" }, t("show"));
    const close = button(t("close"), () => { for (const one of failed) closed.add(one.id); draw(); },
        { class: "button small" });
    replace(place, text ? banner(text, { kind: failed.length ? "doubt" : "note",
        test: failed.length ? "photos-failed" : "photos-wait", buttons: failed.length ? [show, close] : [show] }) : null);
}

/** Whether the page has the photo in its list; the view that takes photos has all.
    @param {Entry} entry */
function isShown({ session, upload }) {
    const { page } = document.body.dataset;
    const own = upload?.session ?? session;
    return page === "capture"
        || page === "session" && (own === null || location.hash.split("?")[0] === "#/sessions/" + encodeURIComponent(own));
}
