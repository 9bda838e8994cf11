// What the reviewer should know about the photo of an end as a whole, and what can be done about it.
import { button } from "../shell/dom.js";
import { takeNext } from "../capture/take-next.js";
import { known, sentence, t, troubleOf } from "../strings/language.js";

/** The banners of the page of an end, beside those that every page of a photo has. */
export function endNotes(page) {
    const { editor, mode } = page;
    const run = (action, label, test) => button(label, () => page.run(action), { "data-test": test });
    const list = [];
    const add = (text, more = {}) => list.push({ text, test: "banner", ...more });
    if (editor.isSkipped) {
        add(t("endSkipped"), { kind: "note", buttons: [run("skip", t("takeBack"), "unskip")] });
        return list;
    }
    const { missing, surplus } = editor.total;
    const again = page.failed === null ? [] : [run("retry", t("again"), "try-again")];
    const trouble = editor.end.trouble && !editor.arrows.length ? troubleOf(editor.end.trouble) + " " : "";
    if (trouble && mode !== "manual" && mode !== "face") {
        add(trouble.trim(), { buttons: [...again, run("manual", t("byScore"), "banner-manual")] });
    }
    if (mode === "manual") {
        add(trouble + t("enterByHand"), { kind: trouble ? "doubt" : "note", test: "manual-banner", buttons: again });
    }
    if (mode === "place") {
        add(missing > 0 ? t("tapTheMissing", { count: missing }) : t("tapToPlace"), { kind: "note",
            test: "place-banner", buttons: missing > 0 && !trouble ? [run("manual", t("byScore"), "banner-manual")] : [] });
    }
    if (mode === "face") add(t("dragTheFace"), { kind: "note", test: "face-banner" });
    if (!editor.faces.length && mode !== "face" && !editor.isBeingRead) {
        add(t("noFace"), { buttons: [run("addFace", t("addFace"), "banner-add-face")] });
    }
    if (missing > 0 && !editor.isConfirmed && mode === "choose") {
        add(t("missingArrows", { count: missing }), { test: "missing", buttons: [
            editor.faces.length ? run("place", t("placeThem"), "banner-place") : null,
            run("manual", t("byScore"), "banner-manual"),
        ].filter(Boolean) });
    }
    if (surplus > 0) add(t("extraArrows", { count: surplus }), { test: "extra" });
    const reasons = editor.end.review.filter((one) => one !== "tooFewArrows" && one !== "tooManyArrows");
    if (reasons.length && !editor.isConfirmed) add(sentence(reasons.map((one) => known("doubt", one)).join("; ")));
    if (!page.after() && editor.isConfirmed && !editor.doubtful.length) {
        add(t("nothingLeft"), { kind: "fine", test: "done", buttons: takeNext(editor.session) });
    }
    return list;
}
