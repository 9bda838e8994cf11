// The page of one photo under review, whatever is reviewed in it: how it stands, steps back and forth, what clashes, the
// way on, and the keys.
import * as outbox from "../outbox/outbox.js";
import { banner, button, el, replace, say } from "../shell/dom.js";
import { listenToKeys } from "./keys.js";
import { marksHiding } from "./marks-hiding.js";
import { ofEachKind } from "../shell/abstract.js";
import { setDisabled, toolBar, wayButtons } from "./tools.js";
import { showKeys } from "./keys-dialog.js";
import { t } from "../strings/language.js";

/** @typedef {import("./editor.js").Editor<any, any>} AnyEditor */
/** @typedef {{ zoomBy(factor: number): void, panBy(dx: number, dy: number): void, goHome(): void }} Zooming */
/** @typedef {{ text: string, test?: string, kind?: string, buttons?: HTMLElement[] }} Note */
/** @typedef {string | number | null} Photo What stands for a photo in an address. */

/** What every page of a photo does, by the names that keys and buttons have for it.
    @type {Record<string, (page: EditorPage<any>, value?: any) => any>} */
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
 * The base. What a kind of page has of its own stands below: the members that the base leaves to it, and those of which a
 * kind may have more.
 *
 * @template {AnyEditor} One The editor of a kind of page.
 */
export class EditorPage {
    mode = "choose";
    /** @type {One} */
    editor = null;
    /** What the page does beside what all do, by the names that keys and buttons have for it.
        @type {Record<string, (...values: any[]) => any>} */
    actions = {};
    /** What the help shows: keys, and the name of their meaning.
        @type {string[][]} */
    rows = [];
    /** What ends with the page.
        @type {(() => void)[]} */
    ends = [];
    banners = el("div", { class: "banners" });
    state = el("p", { class: "detail", "data-test": "state" });
    hiding = marksHiding();

    /** What zooms.
        @returns {Zooming | null | undefined} */
    get stage() { return null; }

    /** The photo that the way leads to; null for none.
        @returns {Photo} */
    next() { return ofEachKind("next"); }

    /** The photo before; null for none.
        @returns {Photo} */
    previous() { return ofEachKind("previous"); }

    /** The address of a photo's page.
        @param {Photo} photo @returns {string} */
    addressOf(photo) { return ofEachKind("addressOf"); }

    /** What the reviewer should know beside what all pages tell.
        @returns {Note[]} */
    notes() { return []; }

    /** Draws what a kind has around the stages. */
    drawMore() {}

    /** Takes a key that is no action of the page; false where it means nothing.
        @param {KeyboardEvent} event @returns {boolean} */
    ownKey(event) { return false; }

    /** Puts the parts of a kind of page in place; it lives until `close`.
        @typedef {HTMLElement | null | (HTMLElement | HTMLElement[] | null)[]} Content
        @param {HTMLElement} main @param {One} editor
        @param {{ kind: string, back: HTMLElement, heading: Content, numbers?: Content, notes?: Content,
            top: string[][], tools?: Content, body: HTMLElement, deck?: Content }} parts */
    begin(main, editor, { kind, back, heading, numbers, notes, top, tools = [], body, deck = [] }) {
        this.editor = editor;
        /** @param {string} action */
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
        this.drawMore();
        this.drawState();
        const { history } = this.editor;
        setDisabled(this.tools.nodes.get("undo"), !history.last("undo"));
        setDisabled(this.tools.nodes.get("redo"), !history.last("redo"));
        this.drawBanners();
    }

    drawBanners() {
        const list = [...this.foreign(), ...this.notes()];
        const key = list.map((one) => one.text + one.test + this.mode + (one.buttons?.length ?? 0)).join("|");
        // Drawn anew only where they change: a button must not vanish under a finger.
        if (this.banners.dataset.key === key) return;
        this.banners.dataset.key = key;
        replace(this.banners, list.map((one) => banner(one.text, one)));
    }

    /** What was changed elsewhere, and the choice between two that clash.
        @returns {Note[]} */
    foreign() {
        const { editor } = this;
        /** @param {boolean} isMine */
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

    /** What a key does: `action` as the key map has it, null where it has nothing. False where nothing was done.
        @param {string | null} action @param {KeyboardEvent} event */
    key(action, event) {
        const [kind, value] = (action ?? "").split(":");
        return this.run(kind, value?.includes(",") ? value.split(",").map(Number) : value) !== false
            || this.ownKey(event);
    }

    /** Does what a key or a button means; false where nothing was done.
        @param {string} action @param {any} [value] @returns {any} */
    run(action, value) {
        if (this.actions[action]) return this.actions[action](value);
        return shared[action] ? shared[action](this, value) : false;
    }

    /** @param {import("./undo.js").Way} way */
    step(way) {
        const step = this.editor.step(way);
        if (!step) say(t(way === "undo" ? "nothingToUndo" : "nothingToRedo"));
        else if (step.key !== this.editor.key) location.hash = this.editor.address(step);
        else say(`${t(way === "undo" ? "undone" : "redone")} ${this.editor.sum}`);
    }

    /** Shows another photo; the address changes with it.
        @param {Photo} photo */
    go(photo) { if (photo !== null) location.hash = this.addressOf(photo); }
}
