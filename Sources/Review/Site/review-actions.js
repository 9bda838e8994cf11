// What a key or a button does in a review.
import { arrowLabel } from "./chip.js";
import { say } from "./dom.js";
import { markOf, valueOf } from "./scoring.js";
import { showKeys } from "./keys-dialog.js";
import { t } from "./strings.js";

const fine = 0.005;
const coarse = 0.05;

/** The actions of a review page, by the names that keys and buttons have for them. */
export function makeActions(page) {
    const { editor } = page;
    const selected = () => editor.arrow(editor.selected ?? -1);
    const actions = {
        key(action, event) {
            const [kind, value] = action.split(":");
            if (kind === "nudge" || kind === "coarse" || kind === "pan") return move(kind, value.split(",").map(Number));
            if (kind === "mark") return actions.mark(value);
            if (kind === "archer") return actions.assign(editor.session.archers.names[Number(value) - 1]);
            return actions.run(action, event);
        },

        run(action) {
            const call = table[action];
            return call ? call() : false;
        },

        /** A score: of the chosen arrow, or of a new one where arrows are entered by hand. */
        mark(mark, { focuses = false } = {}) {
            if (!editor.session.marks.includes(mark)) return say(t("noSuchMark", { mark }));
            const value = valueOf(mark);
            const arrow = selected();
            if (arrow && page.mode !== "manual") {
                editor.setValue(arrow.number, value);
                if (focuses) page.photo.markers.get(arrow.number)?.focus({ preventScroll: true });
                return tellArrow(arrow.number);
            }
            if (page.mode !== "manual") return say(t("chooseFirst"));
            const number = editor.add({ value });
            tellArrow(number);
            if (editor.total.missing === 0 && editor.perEnd > 0) actions.setMode("choose");
        },

        place({ position, face }) {
            const number = editor.add({ position, face });
            editor.select(number);
            if (editor.perEnd > 0 && editor.total.missing === 0) actions.setMode("choose");
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

        setMode(mode) {
            page.mode = mode;
            if (mode === "manual") editor.select(null);
            for (const stage of [page.photo, page.face]) {
                stage.mode = mode;
                stage.dataset.mode = mode;
                stage.draw();
            }
            page.draw();
        },
    };

    const toggle = (mode) => {
        actions.setMode(page.mode === mode ? "choose" : mode);
        say(t(page.mode === "choose" ? "modeLeft" : "mode" + page.mode));
    };

    const step = (kind) => {
        const done = editor[kind]();
        if (!done) return say(t(kind === "undo" ? "nothingToUndo" : "nothingToRedo"));
        if (done.photo !== editor.photoID) {
            // The step belongs to another photo: show it there.
            sessionStorage.setItem("quiver.step", kind);
            return page.go(done.photo, done.session);
        }
        say(t(kind === "undo" ? "undone" : "redone", { total: editor.total.score }));
    };

    const cycle = (way) => {
        const list = editor.doubtful.length ? editor.doubtful : editor.arrows;
        if (!list.length) return say(t("noArrows"));
        const at = list.findIndex((arrow) => arrow.number === editor.selected);
        const next = at + way;
        if (editor.doubtful.length && next >= list.length && page.after()) return page.go(page.after());
        page.choose(list[(next + list.length) % list.length].number, { focuses: true });
    };

    const move = (kind, [dx, dy]) => {
        if (kind === "pan") return page.photo.panBy(-60 * dx, -60 * dy);
        const arrow = selected();
        if (!arrow?.isPlaced) return false;
        const length = kind === "coarse" ? coarse : fine;
        editor.nudge(arrow.number, dx * length, dy * length);
        page.photo.reveal(arrow.number);
        say(markOf(editor.arrow(arrow.number)));
    };

    const tellArrow = (number) => {
        const arrow = editor.arrow(number);
        if (arrow) say(`${arrowLabel(arrow)}. ${t("endTotal")} ${editor.total.score}`);
    };

    const remove = () => {
        const arrow = selected();
        if (!arrow) return say(t("chooseFirst"));
        const at = editor.arrows.indexOf(arrow);
        editor.remove(arrow.number);
        say(t("arrowRemoved", { number: arrow.number }));
        const next = editor.arrows[Math.min(at, editor.arrows.length - 1)];
        if (next) page.choose(next.number, { focuses: true });
    };

    const table = {
        nextArrow: () => cycle(1),
        previousArrow: () => cycle(-1),
        place: () => (editor.faces.length ? toggle("place") : toggle("manual")),
        manual: () => toggle("manual"),
        face: () => toggle("face"),
        remove,
        undo: () => step("undo"),
        redo: () => step("redo"),
        skip: () => { editor.skip(!editor.isSkipped); say(t(editor.isSkipped ? "stateSkipped" : "notSkipped")); },
        help: () => showKeys(),
        leave: () => (page.mode !== "choose" ? actions.setMode("choose") : editor.select(null)),
        zoomIn: () => page.photo.zoomBy(1.4),
        zoomOut: () => page.photo.zoomBy(1 / 1.4),
        zoomHome: () => page.photo.goHome(),
        addFace: () => { editor.addFace(page.faceType ?? Object.keys(editor.session.faces)[0]); actions.setMode("face"); },
        resetFace: () => editor.resetFace(page.photo.handles.face),
        next: () => page.go(page.after() ?? page.beside(1)),
        previous: () => page.go(page.beside(-1)),
        // Enter puts an arrow down while arrows are placed; the button always confirms.
        enter: () => (page.mode === "place" ? actions.place(middleOf(page)) : table.confirm()),
        confirm: () => {
            const next = page.after();
            editor.confirm();
            say(t("confirmed", { total: editor.total.score }));
            if (next) page.go(next);
            else page.draw();
        },
    };
    return actions;
}

/** Where Enter puts an arrow: the middle of what is seen where that is on a face, else the middle of the first face. */
function middleOf(page) {
    const { view } = page.photo;
    const seen = page.editor.placeOf(view.toWorld({ x: view.size.width / 2, y: view.size.height / 2 }), null);
    return seen && seen.share <= 1 && !view.isAtHome ? seen : { face: 0, position: { x: 0, y: 0 } };
}
