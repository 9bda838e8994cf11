// What a key or a button does in the review of an end, beside what it does in every review.
import { arrowActions } from "./arrow-actions.js";
import { say } from "../shell/dom.js";
import { t, troubleOf } from "../strings/language.js";

/** The actions of the page of an end, by the names that keys and buttons have for them. */
export function endActions(page) {
    const { editor, photo } = page;
    const toggle = (mode) => {
        page.setMode(page.mode === mode ? "choose" : mode);
        say(t(page.mode === "choose" ? "modeLeft" : "mode" + page.mode));
    };
    return {
        ...arrowActions(page),
        place: () => toggle(editor.faces.length ? "place" : "manual"),
        manual: () => toggle("manual"),
        face: () => toggle("face"),
        skip: () => { editor.skip(!editor.isSkipped); say(t(editor.isSkipped ? "stateSkipped" : "notSkipped")); },
        retry: () => page.retry(),
        leave: () => (page.mode !== "choose" ? page.setMode("choose") : editor.select(null)),
        addFace: () => {
            editor.addFace(page.faces.type);
            photo.handles.face = editor.faces.length - 1;
            page.setMode("face");
        },
        resetFace: () => {
            const { handles } = photo;
            editor.resetFace(handles.face);
            handles.face = Math.max(0, Math.min(handles.face, editor.faces.length - 1));
            page.draw();
        },
        /** The type of the face that the handles hold; without a face, of the one that will be added. */
        faceType: (type) => {
            if (!editor.faces.length) return;
            editor.setFaceType(photo.handles.face, type);
            say(t("faceMoved"));
        },
        // A key of its own, and in its own mode only: Enter confirms and never makes a score.
        put: () => {
            if (page.mode !== "place") return false;
            // Who scrolls by the space bar wants no arrow: where placing began by itself, the first press only says so.
            if (!page.isFillingUp) return page.run("placed", middleOf(page));
            page.isFillingUp = false;
            say(t("tapToPlace"));
        },
        unconfirm: () => { editor.unconfirm(); say(t("unconfirmed")); },
        confirm: () => {
            // There is nothing yet to confirm but what was entered by hand.
            if (editor.isBeingRead && !editor.arrows.length) return say(troubleOf(editor.end.trouble));
            const next = page.after();
            editor.confirm();
            say(t("confirmed", { total: editor.total.score }));
            if (next) page.go(next);
            else page.draw();
        },
    };
}

/** Where the space bar puts an arrow: the middle of what is seen where that is on a face, else the middle of the first face. */
function middleOf(page) {
    const { view } = page.photo;
    const seen = page.editor.placeOf(view.toWorld({ x: view.size.width / 2, y: view.size.height / 2 }), null);
    return seen && seen.share <= 1 && !view.isAtHome ? seen : { face: 0, position: { x: 0, y: 0 } };
}
