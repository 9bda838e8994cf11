// What a key or a button does to the arrows of a review.
import { arrowLabel } from "./chip.js";
import { say } from "./dom.js";
import { markOf, valueOf } from "./scoring.js";
import { t } from "./strings.js";

const fine = 0.005;
const coarse = 0.05;

/** The actions upon arrows; `setMode` leaves the mode in which arrows are entered once none is missing. */
export function arrowActions(page, setMode) {
    const { editor } = page;
    const selected = () => editor.arrow(editor.selected ?? -1);
    const tellArrow = (number) => {
        const arrow = editor.arrow(number);
        if (arrow) say(`${arrowLabel(arrow)}. ${t("endTotal")} ${editor.total.score}`);
    };

    return {
        /** A score: of the chosen arrow, or of a new one where arrows are entered by hand. */
        mark(mark, { focuses = false } = {}) {
            if (!editor.session.marks.includes(mark)) return say(t("noSuchMark", { mark }));
            const value = valueOf(mark, editor.session.marks);
            const arrow = selected();
            if (arrow && page.mode !== "manual") {
                editor.setValue(arrow.number, value);
                if (focuses) page.photo.markers.get(arrow.number)?.focus({ preventScroll: true });
                return tellArrow(arrow.number);
            }
            if (page.mode !== "manual") return say(t("chooseFirst"));
            const number = editor.add({ value });
            tellArrow(number);
            if (editor.total.missing === 0 && editor.perEnd > 0) setMode("choose");
        },

        place({ position, face }) {
            const number = editor.add({ position, face });
            editor.select(number);
            if (editor.perEnd > 0 && editor.total.missing === 0) setMode("choose");
            page.photo.markers.get(number)?.focus({ preventScroll: true });
            tellArrow(number);
        },

        dropped({ outcome, number }) {
            if (outcome === "removed") say(t("arrowRemoved", { number }));
            if (outcome === "moved") tellArrow(number);
        },

        assign(archer) {
            const arrow = selected();
            if (!arrow) return say(t("chooseFirst"));
            if (archer === undefined) return false;
            editor.assign(arrow.number, arrow.archerByHand && arrow.archer === archer ? null : archer);
            tellArrow(arrow.number);
        },

        /** Chooses the next doubtful arrow, on the next photo where this one has no more. */
        cycle(way) {
            const list = editor.doubtful.length ? editor.doubtful : editor.arrows;
            if (!list.length) return say(t("noArrows"));
            const at = list.findIndex((arrow) => arrow.number === editor.selected);
            const next = at + way;
            if (editor.doubtful.length && next >= list.length && page.after()) return page.go(page.after());
            page.choose(list[(next + list.length) % list.length].number, { focuses: true });
        },

        /** By an arrow key: a chosen arrow, or with Alt the photo. */
        move(kind, [dx, dy]) {
            if (kind === "pan") return page.photo.panBy(-60 * dx, -60 * dy);
            const arrow = selected();
            if (!arrow?.isPlaced) return false;
            const length = kind === "coarse" ? coarse : fine;
            editor.nudge(arrow.number, dx * length, dy * length);
            page.photo.reveal(arrow.number);
            say(markOf(editor.arrow(arrow.number)));
        },

        remove() {
            const arrow = selected();
            if (!arrow) return say(t("chooseFirst"));
            const at = editor.arrows.indexOf(arrow);
            editor.remove(arrow.number);
            say(t("arrowRemoved", { number: arrow.number }));
            const next = editor.arrows[Math.min(at, editor.arrows.length - 1)];
            if (next) page.choose(next.number, { focuses: true });
        },
    };
}
