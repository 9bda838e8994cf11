// What a key or a button does in a review.
import { arrowActions } from "./arrow-actions.js";
import { say } from "./dom.js";
import { showKeys } from "./keys-dialog.js";
import { t } from "./strings.js";

/** The actions of a review page, by the names that keys and buttons have for them. */
export function makeActions(page) {
    const { editor } = page;
    const arrows = arrowActions(page, (mode) => actions.setMode(mode));
    const actions = {
        ...arrows,

        key(action, event) {
            const [kind, value] = action.split(":");
            if (kind === "nudge" || kind === "coarse" || kind === "pan") {
                return arrows.move(kind, value.split(",").map(Number));
            }
            if (kind === "mark") return actions.mark(value);
            if (kind === "archer") return actions.assign(editor.session.archers.names[Number(value) - 1]);
            return actions.run(action, event);
        },

        run(action) {
            const call = table[action];
            return call ? call() : false;
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

    const table = {
        nextArrow: () => arrows.cycle(1),
        previousArrow: () => arrows.cycle(-1),
        place: () => (editor.faces.length ? toggle("place") : toggle("manual")),
        manual: () => toggle("manual"),
        face: () => toggle("face"),
        remove: () => arrows.remove(),
        undo: () => step("undo"),
        redo: () => step("redo"),
        skip: () => { editor.skip(!editor.isSkipped); say(t(editor.isSkipped ? "stateSkipped" : "notSkipped")); },
        help: () => showKeys(),
        leave: () => (page.mode !== "choose" ? actions.setMode("choose") : editor.select(null)),
        zoomIn: () => page.photo.zoomBy(1.4),
        zoomOut: () => page.photo.zoomBy(1 / 1.4),
        zoomHome: () => page.photo.goHome(),
        addFace: () => {
            editor.addFace(page.faceType ?? Object.keys(editor.session.faces)[0]);
            actions.setMode("face");
        },
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
