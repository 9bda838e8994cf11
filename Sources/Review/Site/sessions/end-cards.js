// Each end on a small face; a card leads to the end's review.
import { drawnFace } from "../end/scoring.js";
import { el } from "../shell/dom.js";
import { endName } from "./end-name.js";
import { endsOf } from "./store.js";
import { reviewAddress } from "./doubts.js";
import { smallFace } from "../charts/face-drawing.js";
import { t } from "../strings/language.js";

/** The cards of all ends. */
export function endCards(session) {
    const ends = endsOf(session);
    if (!ends.length) return null;
    return el("section", { id: "ends", "aria-label": t("endsTitle") }, el("h2", {}, t("endsTitle")),
        el("div", { class: "ends" }, ends.map(({ round, end }) => card(session, round, end))));
}

function card(session, round, end) {
    const title = endName(session, round, end);
    const placed = end.arrows.filter((arrow) => arrow.isPlaced && arrow.face !== null);
    const typeOf = (arrow) => end.photos[arrow.photo]?.faces[arrow.face]?.type;
    const type = placed.length ? typeOf(placed[0]) : null;
    const drawn = drawnFace(session, type);
    const photo = end.photos[0];
    return el("a", { class: "card" + (end.needsReview ? " doubtful" : ""),
        href: photo ? reviewAddress(session.id, photo.id) : null },
        drawn ? smallFace(drawn, placed.filter((arrow) => typeOf(arrow) === type), t("onItsFace", { end: title }))
            : el("span", { class: "blank" }, end.arrows.length ? t("noPlaces") : t("noScore")),
        el("span", { class: "name" }, title,
            end.needsReview ? el("span", { class: "spoken" }, ", " + t("toCheck")) : null),
        el("strong", {}, end.arrows.length ? String(end.total.score) : "–"));
}
