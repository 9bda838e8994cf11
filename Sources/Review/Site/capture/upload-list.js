// The photos that are on their way, each with its picture, how it stands and what can be done about it.
import * as outbox from "./photo-outbox.js";
import { button, el, name, replace, set } from "../shell/dom.js";
import { isOfSession, isTaken, isUnderWay, isUnsent, standing } from "./standing.js";
import { percentSent } from "./pieces.js";
import { reviewAddress } from "../sessions/doubts.js";
import { showDialog } from "../shell/dialog.js";
import { said, t, timeOfDay, troubleOf, uploadRefusal } from "../strings/language.js";

/** @typedef {import("./standing.js").Entry} Entry */

/** The list; `draw()` brings it up to date. What is on a button stays there. */
export function uploadList() {
    const list = el("ul", { class: "uploads", "aria-label": t("photosOnTheirWay"), "data-test": "uploads" });
    /** @type {Map<string, ReturnType<typeof item>>} */
    const items = new Map();
    /** @param {Entry[]} entries */
    const draw = (entries) => {
        const here = new Set(entries.map(({ id }) => id));
        for (const [id, one] of items) if (!here.has(id)) { one.close(); items.delete(id); }
        let older = null;
        for (const entry of entries) {
            if (!items.has(entry.id)) {
                items.set(entry.id, item(entry));
                // The newest stands first, as it has just been taken.
                list.insertBefore(items.get(entry.id).node, older);
            }
            const { node, draw: drawItem } = items.get(entry.id);
            drawItem();
            older = node;
        }
        list.hidden = entries.length === 0;
    };
    return { node: list, draw, close: () => { for (const one of items.values()) one.close(); items.clear(); } };
}

/** @param {Entry} entry */
function item(entry) {
    const picture = el("span", { class: "upload-picture" });
    const state = el("p", { class: "upload-state" });
    const bar = el("span", { class: "upload-bar", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100,
        "aria-label": t("sendingOf", { name: entry.name }) });
    const buttons = el("div", { class: "row" });
    const node = el("li", { class: "upload", "data-test": "upload" }, picture,
        el("div", {}, el("p", { class: "detail" }, timeOfDay(entry.taken), " · ", name(entry.name),
            entry.archer ? [" · ", name(entry.archer)] : null), state, bar), buttons);
    let [address, shownPicture, shownButtons] = [null, null, ""];
    const draw = () => {
        const word = standing(entry);
        const percent = percentSent(entry.upload?.received ?? 0, entry.size);
        set(node, { "data-state": word.toLowerCase() });
        const text = textOf(entry, word, percent);
        if (state.textContent !== text) state.textContent = text;
        bar.hidden = word !== "Sending";
        set(bar, { "aria-valuenow": percent, style: { "--sent": percent + "%" } });
        if (entry.thumbnail && shownPicture !== entry.thumbnail) {
            shownPicture = entry.thumbnail;
            address = URL.createObjectURL(entry.thumbnail);
            replace(picture, el("img", { src: address, alt: "", width: 64, height: 64 }));
        }
        const key = word + entry.problem?.code + isLong(entry);
        if (shownButtons === key) return;
        shownButtons = key;
        replace(buttons, actions(entry, word));
    };
    return { node, draw, close() { node.remove(); if (address) URL.revokeObjectURL(address); } };
}

/** @param {Entry} entry @param {string} word @param {number} percent */
function textOf(entry, word, percent) {
    const { upload } = entry;
    if (!outbox.isHere(entry) && isUnsent(entry)) return t("uploadElsewhere");
    if (word === "Error" && entry.problem?.sentence) return refusal(entry.problem);
    const hold = ["Sending", "Waiting"].includes(word) ? outbox.hold(entry) : "";
    const why = (hold === "Failing" ? entry.delay : word === "Waiting" ? upload?.reason : "") || "";
    const text = [t("upload" + (hold || word), { percent }), why && said(why)].filter(Boolean).join(" ");
    return entry.isHeld && word === "Sending" ? `${text} ${t("uploadNotKept")}` : text;
}

/** Why a photo does not go on, in the user's language where that is known in it.
    @param {import("./standing.js").Trouble} problem */
function refusal({ code, sentence: reason, isServers }) {
    if (code === "failed") return troubleOf(reason);
    // What was sent whole is refused for what it is.
    const key = code === "refused" ? "notAPhoto" : code;
    return isServers ? uploadRefusal(key, reason) : reason;
}

/** @param {Entry} entry @param {string} word */
function actions(entry, word) {
    const { upload, problem } = entry;
    const place = placeOf(entry);
    const close = () => button(t("close"), () => outbox.discard(entry),
        { class: "button small", "data-test": "upload-close" });
    if (word === "Done") {
        return [place ? el("a", { class: "button small main", href: place, "data-test": "upload-review" },
            t("reviewIt")) : null, close()];
    }
    if (word === "Error") {
        return [
            problem.isFinal ? null : button(t(isOfSession(entry) ? "sendAsNew" : "again"), () => outbox.tryAgain(entry),
                { class: "button small main", "data-test": "upload-again" }),
            upload?.photo && place ? el("a", { class: "button small", href: place, "data-test": "upload-by-hand" },
                t("enterThisByHand")) : null,
            isTaken(upload) || problem.isFinal ? close() : discarding(entry),
        ];
    }
    if (isLong(entry)) return [close()];
    return isUnsent(entry) && word !== "Capturing" ? [discarding(entry)] : [];
}

/** After that long a photo may wait for what never comes. */
const patience = 10 * 60_000;

/** Whether the server has had a photo for long, and has not read it.
    @param {Entry} entry */
function isLong(entry) { return isUnderWay(entry) && Date.now() - (entry.sent ?? entry.taken) > patience; }

/** Where a photo is reviewed; null where nothing is known of it yet.
    @param {Entry} entry */
export function placeOf({ upload }) {
    if (upload?.session && upload.photo) return reviewAddress(upload.session, upload.photo);
    return upload?.job ? `#/photos/${upload.job}` : null;
}

/** A camera's photo is nowhere else: it is given up after a question only.
    @param {Entry} entry */
function discarding(entry) {
    const ask = () => {
        const dialog = showDialog(t("discardPhoto"), el("p", {}, t("discardPhotoHelp", { name: entry.name })), {
            buttons: [button(t("discard"), () => { dialog.close(); outbox.discard(entry); },
                { class: "button main", "data-test": "discard-now" })], closes: t("cancel"),
        });
    };
    return button(t("discard"), ask, { class: "button small", "data-test": "upload-discard" });
}
