// What to check first: each doubt with a close-up, the likeliest to change the total first.
import { chip, reasonsOf } from "../charts/chip.js";
import { el, name } from "../shell/dom.js";
import { endName } from "./end-name.js";
import { find } from "./store.js";
import { notesOf } from "./sheet.js";
import { photoDetail } from "../shell/api.js";
import { reviewAddress } from "./doubts.js";
import { sentence, t } from "../strings/language.js";

const most = 60;

/** The list of a session's doubts; nothing where there is none. */
export function doubtsSection(session) {
    if (!session.doubts.length) return null;
    return el("section", { id: "doubts", "aria-label": t("toCheckTitle") }, el("h2", {}, t("toCheckTitle")),
        el("ul", { class: "doubts" }, session.doubts.slice(0, most).map((doubt) => item(session, doubt))),
        session.doubts.length > most
            ? el("p", { class: "detail" }, t("andMore", { count: session.doubts.length - most })) : null);
}

function item(session, doubt) {
    const place = find(session, doubt.photo);
    if (!place) return null;
    const { round, end, index, photo } = place;
    const arrow = doubt.arrow === null ? null
        : end.arrows.find((one) => one.photo === index && one.number === doubt.arrow);
    const title = endName(session, round, end);
    const reasons = arrow ? reasonsOf(arrow).map(sentence) : notesOf(end);
    return el("li", {}, arrow ? closeUp(photo, arrow) : null, el("div", {},
        el("h3", {}, arrow ? [chip(arrow), " "] : null,
            el("a", { href: reviewAddress(session.id, photo.id, arrow?.number) },
            arrow ? t("endAndArrow", { end: title, number: arrow.number }) : title)),
        reasons.map((reason) => el("p", {}, reason)),
        el("p", { class: "detail" }, name(photo.name))));
}

function closeUp(photo, arrow) {
    const side = Math.round(Math.max(96, Math.min(photo.width, photo.height) / 8));
    if (!photo.hasPicture || !arrow.isPlaced || side > Math.min(photo.width, photo.height)) return null;
    const centre = (value, length) => Math.min(Math.max(Math.round(value), side / 2), length - side / 2);
    const x = centre(arrow.pixelX, photo.width);
    const y = centre(arrow.pixelY, photo.height);
    const share = (value, from) => `${(((value - from) / side + 0.5) * 100).toFixed(1)}%`;
    return el("div", { class: "closeup" },
        el("img", { src: photoDetail(photo.id, x, y, side, 224), alt: "", loading: "lazy", decoding: "async",
            width: 112, height: 112 }),
        el("span", { class: "aim", style: { left: share(arrow.pixelX, x), top: share(arrow.pixelY, y) } }));
}
