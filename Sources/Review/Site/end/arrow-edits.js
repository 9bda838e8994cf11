// How the arrows of a photo are corrected: by dragging, by keys, by a score. The methods of the editor that do so.
import { clamped, leastMove, scoreAt } from "./scoring.js";
import { freeNumber } from "./review-state.js";
import { map } from "../stage/homography.js";

/** Mixed into `Editor`. */
export const arrowEdits = {
    /** A place in the photo on the face that it lies in, else on the given one. */
    placeOf(pixel, own) {
        const on = (k) => {
            const place = this.faces[k] && map(this.faces[k].homography, pixel.x, pixel.y);
            return place && { face: k, position: place,
                share: Math.hypot(place.x, place.y) / (this.drawn(k)?.outline ?? 1) };
        };
        const mine = own === null || own === undefined ? null : on(own);
        if (mine && mine.share <= 1) return mine;
        const others = this.faces.map((_, k) => on(k)).filter(Boolean).sort((a, b) => a.share - b.share);
        return mine && !(others[0]?.share <= 1) ? mine : others[0] ?? null;
    },

    /** Where the map has an arrow's pixel: from there it is moved in the photo. The place that the model read may lie
        beside it, where the sheet curls. */
    seenAt(arrow) {
        const face = this.faces[arrow.face ?? -1];
        return (face && map(face.homography, arrow.pixelX, arrow.pixelY))
            ?? { x: arrow.normalizedX, y: arrow.normalizedY };
    },

    /** What an arrow would be at a place. */
    valueAt(position, face) {
        const place = clamped(position);
        const drawn = this.drawn(face);
        return { ...(drawn ? scoreAt(place, drawn, this.session) : { score: 0, isX: false }), position: place, face,
            isRemoved: false };
    },

    /** Shows an arrow elsewhere while it is dragged. */
    drag(number, position, face) {
        this.preview = this.withValue(number, this.valueAt(position, face));
        this.refresh();
    },

    /** Ends a drag: off the face removes the arrow, next to nothing changes nothing. */
    drop(number, start, position, face) {
        this.preview = null;
        const place = clamped(position);
        const outline = this.drawn(face)?.outline ?? 1;
        if (start.face === face && Math.hypot(place.x - start.position.x, place.y - start.position.y) <= leastMove) {
            this.refresh();
            return "kept";
        }
        if (Math.hypot(place.x, place.y) > outline) {
            this.remove(number);
            return "removed";
        }
        this.commit(this.withValue(number, this.valueAt(place, face)));
        return "moved";
    },

    cancelDrag() { this.preview = null; this.refresh(); },

    /** Moves an arrow by a key; steps in the plane. */
    nudge(number, dx, dy) {
        const arrow = this.arrow(number);
        if (!arrow?.isPlaced || arrow.face === null || !this.faces[arrow.face]) return;
        const seen = this.seenAt(arrow);
        const position = { x: seen.x + dx, y: seen.y + dy };
        this.commit(this.withValue(number, this.valueAt(position, arrow.face)), { merges: "nudge" + number });
    },

    /** A button of the scoring system: the reviewer's score, wherever the arrow stands. */
    setValue(number, { score, isX }) {
        const arrow = this.arrow(number);
        if (!arrow) return;
        const position = arrow.manual?.position ?? null;
        this.commit(this.withValue(number,
            { score, isX, position, face: position ? arrow.face : null, isRemoved: false }));
    },

    remove(number) {
        const isRead = Boolean(this.arrow(number)?.read) || !this.review.arrows.some((one) => one.number === number);
        const value = { score: 0, isX: false, position: null, face: null, isRemoved: true };
        this.commit(isRead ? this.withValue(number, value) : this.withValue(number, null));
    },

    /** One arrow as the model read it; a removed one comes back. */
    restore(number) { this.commit(this.withValue(number, null)); },

    /** Every arrow as the model read it; what was added by hand goes. */
    restoreAll() { this.commit({ ...this.review, arrows: [] }); },

    /** A new arrow at a place, or with a score alone; answers its number. */
    add({ position = null, face = null, value = null }) {
        const number = freeNumber(this.end, this.index, this.review);
        const given = position ? this.valueAt(position, face)
            : { ...value, position: null, face: null, isRemoved: false };
        this.commit(this.withValue(number, given));
        return number;
    },

    assign(number, archer) {
        const archers = this.review.archers.filter((one) => one.number !== number);
        if (archer !== null) archers.push({ number, archer });
        this.commit({ ...this.review, archers });
    },

    withValue(number, value) {
        const arrows = this.review.arrows.filter((one) => one.number !== number);
        if (value) arrows.push({ number, value });
        return { ...this.review, arrows: arrows.sort((a, b) => a.number - b.number),
            isConfirmed: this.review.isConfirmed };
    },
};
