// What a key or a button does to the arrows of a review.
import { arrowLabel } from "../charts/chip.js";
import { beside } from "../review/doubt-order.js";
import { markOf, valueOf } from "./scoring.js";
import { say } from "../shell/dom.js";
import { t } from "../strings/language.js";

const fine = 0.005;
const coarse = 0.05;

/** The actions upon arrows, by the names that keys and buttons have for them. */
export function arrowActions(page) {
    const { editor, photo } = page;
    const selected = () => editor.arrow(editor.selected);
    const tellArrow = (number) => {
        const arrow = editor.arrow(number);
        if (arrow) say(`${arrowLabel(arrow)}. ${editor.sum}`);
    };
    const focus = (number) => photo.markers.get(number)?.focus({ preventScroll: true });
    /** Where none is missing any more, no more are entered. */
    const leaveIfFull = () => { if (editor.perEnd > 0 && editor.total.missing === 0) page.setMode("choose"); };
    const removed = (number) => {
        say(t("arrowRemoved", { number }));
        page.placeMissing();
    };
    /** Chooses the next doubtful arrow, on the next photo where this one has no more. */
    const cycle = (way) => {
        const doubtful = editor.doubtful.map(({ number }) => number);
        const all = doubtful.length ? doubtful : editor.arrows.map(({ number }) => number);
        const next = beside(all, editor.selected, way);
        if (next === null) return say(t("noArrows"));
        const isRound = way > 0 && all.indexOf(next) <= all.indexOf(editor.selected);
        if (isRound && doubtful.length && page.after()) return page.go(page.after());
        page.choose(next, { focuses: true, zooms: true });
    };
    const nudge = ([dx, dy], length) => {
        const arrow = selected();
        if (!arrow?.isPlaced) return false;
        editor.nudge(arrow.number, dx * length, dy * length);
        photo.reveal(arrow.number);
        say(markOf(editor.arrow(arrow.number)));
    };
    /** An arrow as the model read it, or with null all of them. */
    const restore = (number) => {
        if (number === null) {
            editor.restoreAll();
            return say(t("restoredAll", { total: editor.total.score }));
        }
        if (!editor.review.arrows.some((one) => one.number === number)) return say(t("isAsRead"));
        editor.restore(number);
        if (editor.arrow(number)) page.choose(number);
        tellArrow(number);
    };

    return {
        nextArrow: () => cycle(1),
        previousArrow: () => cycle(-1),
        /** By a button: the next doubtful arrow, on this photo or on the next one that has one. */
        nextDoubt: () => (!editor.doubtful.length && page.after() ? page.go(page.after()) : cycle(1)),
        nudge: (way) => nudge(way, fine),
        coarse: (way) => nudge(way, coarse),

        /** A score: of the chosen arrow, or of a new one where arrows are entered by hand. */
        mark: (mark, { focuses = false } = {}) => {
            if (!editor.session.marks.includes(mark)) return say(t("noSuchMark", { mark }));
            const value = valueOf(mark, editor.session.marks);
            const arrow = selected();
            if (arrow && page.mode !== "manual") {
                editor.setValue(arrow.number, value);
                if (focuses) focus(arrow.number);
                return tellArrow(arrow.number);
            }
            if (page.mode !== "manual") return say(t("chooseFirst"));
            tellArrow(editor.add({ value }));
            leaveIfFull();
        },

        placed: ({ position, face }) => {
            const number = editor.add({ position, face });
            editor.select(number);
            leaveIfFull();
            focus(number);
            tellArrow(number);
        },

        dropped: ({ outcome, number }) => {
            if (outcome === "removed") removed(number);
            if (outcome === "moved") tellArrow(number);
        },

        archer: (number) => {
            const arrow = selected();
            if (!arrow) return say(t("chooseFirst"));
            const archer = editor.session.archers.names[number - 1];
            if (archer === undefined) return false;
            editor.assign(arrow.number, arrow.archerByHand && arrow.archer === archer ? null : archer);
            tellArrow(arrow.number);
        },

        restore: (number = editor.selected ?? undefined) =>
            (number === undefined ? say(t("chooseFirst")) : restore(number)),

        remove: () => {
            const arrow = selected();
            if (!arrow) return say(t("chooseFirst"));
            const at = editor.arrows.indexOf(arrow);
            editor.remove(arrow.number);
            removed(arrow.number);
            const next = editor.arrows[Math.min(at, editor.arrows.length - 1)];
            if (next) page.choose(next.number, { focuses: true });
        },
    };
}
