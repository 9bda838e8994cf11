// What a person should know about the photo as a whole, and what they can do about it.
import { banner } from "./banner.js";
import { button, replace } from "./dom.js";
import { settle } from "./review-sync.js";
import { known, sentence, t } from "./strings.js";

/** Draws the banners of a review page. */
export function drawBanners(page) {
    const list = bannersOf(page);
    const key = list.map(({ key: one }) => one).join("|");
    // Drawn anew only where they change: a button must not vanish under a finger.
    if (page.banners.dataset.key === key) return;
    page.banners.dataset.key = key;
    replace(page.banners, list.map((one) => banner(one.text, one)));
}

function bannersOf(page) {
    const { editor, mode, foreign } = page;
    const run = (action, label, test) => button(label, () => page.actions.run(action), { "data-test": test });
    const list = [];
    const add = (key, text, more = {}) => list.push({ key: key + text + mode, text, test: "banner", ...more });
    if (foreign === "conflict") {
        add("conflict", t("conflict"), { test: "conflict", buttons: [
            button(t("keepMine"), () => settle(page, true), { class: "button main", "data-test": "conflict-mine" }),
            button(t("takeTheirs"), () => settle(page, false), { "data-test": "conflict-theirs" }),
        ] });
    }
    if (foreign === "changed") {
        add("changed", t("changedElsewhere"), { kind: "note", test: "changed-elsewhere", buttons: [
            button(t("close"), () => { page.foreign = null; page.draw(); }),
        ] });
    }
    if (editor.isSkipped) {
        add("skipped", t("endSkipped"), { kind: "note", buttons: [run("skip", t("takeBack"), "unskip")] });
        return list;
    }
    const trouble = editor.end.trouble && !editor.arrows.length ? editor.end.trouble + " " : "";
    if (trouble && mode !== "manual") {
        add("trouble", trouble.trim(), { buttons: [run("manual", t("byScore"), "banner-manual")] });
    }
    if (mode === "manual") {
        add("manual", trouble + t("enterByHand"), { kind: trouble ? "doubt" : "note", test: "manual-banner" });
    }
    if (mode === "place") add("place", t("tapToPlace"), { kind: "note", test: "place-banner" });
    if (mode === "face") add("face", t("dragTheFace"), { kind: "note", test: "face-banner" });
    if (!editor.faces.length && mode !== "face") {
        add("noface", t("noFace"), { buttons: [run("addFace", t("addFace"), "banner-add-face")] });
    }
    const { missing, surplus } = editor.total;
    if (missing > 0 && !editor.isConfirmed && mode === "choose") {
        add("missing", t("missingArrows", { count: missing }), { test: "missing", buttons: [
            editor.faces.length ? run("place", t("placeThem"), "banner-place") : null,
            run("manual", t("byScore"), "banner-manual"),
        ].filter(Boolean) });
    }
    if (surplus > 0) add("surplus", t("extraArrows", { count: surplus }), { test: "extra" });
    const reasons = editor.end.review.filter((one) => one !== "tooFewArrows" && one !== "tooManyArrows");
    if (reasons.length && !editor.isConfirmed) {
        add("review", sentence(reasons.map((one) => known("doubt", one)).join("; ")));
    }
    if (!page.after() && editor.isConfirmed && !editor.doubtful.length) {
        add("done", t("nothingLeft"), { kind: "fine", test: "done" });
    }
    return list;
}
