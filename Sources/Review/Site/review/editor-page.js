// @ts-nocheck Its members are those of the classes that are made of it.
// The page of one photo under review, whatever is reviewed in it: how it stands, steps back and forth, what clashes, the
// way on, and the keys.
import * as outbox from "../outbox/outbox.js";
import { banner, button, el, replace, say } from "../shell/dom.js";
import { listenToKeys } from "./keys.js";
import { marksHiding } from "./marks-hiding.js";
import { setDisabled, toolBar, wayButtons } from "./tools.js";
import { showKeys } from "./keys-dialog.js";
import { t } from "../strings/language.js";

/** What every page of a photo does, by the names that keys and buttons have for it. */
const shared = {
    undo: (page) => page.step("undo"),
    redo: (page) => page.step("redo"),
    next: (page) => page.go(page.next()),
    previous: (page) => page.go(page.previous()),
    help: (page) => showKeys(page.rows),
    bare: (page) => page.hiding.show(false),
    zoomIn: (page) => page.stage?.zoomBy(1.4),
    zoomOut: (page) => page.stage?.zoomBy(1 / 1.4),
    zoomHome: (page) => page.stage?.goHome(),
    pan: (page, [dx, dy]) => page.stage?.panBy(-60 * dx, -60 * dy),
};

/**
 * The base. A kind of page has `actions` beside the shared ones, the `rows` that help shows and the `stage` that zooms; it
 * says which photo is the `next()` and the `previous()` one and what its address is, `addressOf(photo)`; it may have
 * `notes()` for the person, draw more with `drawMore()`, and take keys that are no action of its with `ownKey(event)`.
 */
export class EditorPage {
    mode = "choose";
    banners = el("div", { class: "banners" });
    state = el("p", { class: "detail", "data-test": "state" });
    hiding = marksHiding();

    /** Puts the parts of a kind of page in place; it lives until `close`.
        @param {any} main @param {any} editor @param {any} _ */
    begin(main, editor, { kind, back, heading, numbers, notes, top, tools = [], body, deck = [] }) {
        this.editor = editor;
        const run = (action) => this.run(action);
        this.tools = toolBar(top, run, tools);
        this.way = wayButtons(run);
        this.root = el("div", { class: kind },
            el("div", { class: "review-head" },
                el("div", {}, el("p", { class: "kicker" }, back), heading, this.state), numbers),
            notes, this.banners, this.tools.bar, body, el("div", { class: "deck" }, deck, this.way.bar));
        this.hiding.cover(this.root);
        const draw = () => this.draw();
        editor.addEventListener("change", draw);
        this.ends = [
            () => editor.removeEventListener("change", draw),
            outbox.on("status", () => this.drawState()),
            listenToKeys((action, event) => this.key(action, event)),
            editor.listen(),
            this.hiding.listen(),
        ];
        replace(main, this.root);
        this.draw();
    }

    /** Goes the step that led here from another photo, where one did. */
    arrive() {
        const way = this.editor.history.arrival(this.editor.key);
        if (way) this.step(way);
    }

    close() { for (const end of this.ends) end(); }

    drawState() {
        const { text, kind } = this.editor.state;
        if (this.state.textContent !== text) this.state.textContent = text;
        this.state.dataset.state = kind;
    }

    /** Draws what is around the stages; they draw themselves. */
    draw() {
        this.drawMore?.();
        this.drawState();
        for (const way of ["undo", "redo"]) setDisabled(this.tools.nodes.get(way), !this.editor.history.last(way));
        this.drawBanners();
    }

    drawBanners() {
        const list = [...this.foreign(), ...this.notes?.() ?? []];
        const key = list.map((one) => one.text + one.test + this.mode).join("|");
        // Drawn anew only where they change: a button must not vanish under a finger.
        if (this.banners.dataset.key === key) return;
        this.banners.dataset.key = key;
        replace(this.banners, list.map((one) => banner(one.text, one)));
    }

    /** What was changed elsewhere, and the choice between two that clash. */
    foreign() {
        const { editor } = this;
        const settle = (isMine) => () => editor.settle(isMine);
        const seen = () => { editor.foreign = null; this.draw(); };
        if (editor.foreign === "changed") {
            return [{ text: t("changedElsewhere"), kind: "note", test: "changed-elsewhere",
                buttons: [button(t("close"), seen)] }];
        }
        if (editor.foreign !== "conflict") return [];
        return [{ text: t("conflict") + (editor.theirs ? " " + t("conflictSides", editor.sides) : ""), test: "conflict",
            buttons: [
                button(t("keepMine"), settle(true), { class: "button main", "data-test": "conflict-mine" }),
                button(t("takeTheirs"), settle(false), { "data-test": "conflict-theirs" }),
            ] }];
    }

    /** What a key does: `action` as the key map has it, null where it has nothing. False where nothing was done. */
    key(action, event) {
        const [kind, value] = (action ?? "").split(":");
        return this.run(kind, value?.includes(",") ? value.split(",").map(Number) : value) !== false
            || Boolean(this.ownKey?.(event));
    }

    run(action, value) {
        if (this.actions[action]) return this.actions[action](value);
        return shared[action] ? shared[action](this, value) : false;
    }

    step(way) {
        const step = this.editor.step(way);
        if (!step) say(t(way === "undo" ? "nothingToUndo" : "nothingToRedo"));
        else if (step.key !== this.editor.key) location.hash = this.editor.address(step);
        else say(`${t(way === "undo" ? "undone" : "redone")} ${this.editor.sum}`);
    }

    /** Shows another photo; the address changes with it. */
    go(photo) { if (photo !== null) location.hash = this.addressOf(photo); }
}
