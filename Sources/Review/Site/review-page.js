// The review of one photo: its arrows on the photo and on the flat face, and what a person does with them.
import "./photo-view.js";
import "./face-view.js";
import * as history from "./undo.js";
import * as outbox from "./outbox.js";
import { archerChips } from "./archer-chips.js";
import { arrowLabel } from "./chip.js";
import { arrowList } from "./arrow-list.js";
import { nextDoubtful, neighbour, reviewAddress } from "./doubts.js";
import { drawBanners } from "./review-banners.js";
import { el, name, replace, say } from "./dom.js";
import { Editor } from "./editor.js";
import { endHistory } from "./end-history.js";
import { endName } from "./end-name.js";
import { fetchNext } from "./review-ahead.js";
import { keepInStep } from "./review-sync.js";
import { listenToKeys } from "./keys.js";
import { makeActions } from "./review-actions.js";
import { reviewTools } from "./review-tools.js";
import { scoreButtons } from "./score-buttons.js";
import { stateOf } from "./review-wording.js";
import { find, loadSession } from "./store.js";
import { t } from "./strings.js";
import { zoomButtons } from "./zoom-buttons.js";

/** Opens the review of `#/review/SESSION/PHOTO`. */
export async function open({ main, parts, query, ready }) {
    const [, sessionID, photoID] = parts;
    const session = await loadSession(sessionID);
    if (!find(session, photoID)) throw new Error(t("noSuchPhoto"));
    const page = new ReviewPage(main, session, photoID, Number(query.get("arrow")));
    ready();
    return page;
}

class ReviewPage {
    constructor(main, session, photoID, wanted) {
        this.editor = new Editor(session, photoID);
        this.mode = "choose";
        this.foreign = outbox.unsent(photoID)?.conflict ? "conflict" : null;
        this.parts = this.build();
        this.actions = makeActions(this);
        this.photo.show(this.editor);
        this.face.show(this.editor);
        replace(main, this.parts.root);
        const { editor } = this;
        const changed = () => this.draw();
        editor.addEventListener("change", changed);
        this.ends = [
            () => editor.removeEventListener("change", changed),
            listenToKeys((action, event) => this.actions.key(action, event)),
            keepInStep(this),
        ];
        const first = editor.arrow(wanted) ?? editor.doubtful[0];
        if (!editor.arrows.length) this.actions.setMode(editor.faces.length ? "place" : "manual");
        if (first) this.choose(first.number, { focuses: true });
        else this.photo.surface.focus?.();
        this.draw();
        fetchNext(this);
        this.arrive();
    }

    close() {
        for (const end of this.ends) end();
    }

    build() {
        this.photo = document.createElement("quiver-photo");
        this.face = document.createElement("quiver-face");
        this.list = arrowList((number) => this.choose(number, { focuses: true }));
        this.history = endHistory();
        this.scores = scoreButtons((mark) => this.actions.mark(mark, { focuses: true }));
        this.archers = archerChips((archer) => this.actions.assign(archer));
        this.tools = reviewTools((action) => this.actions.run(action));
        this.banners = el("div", { class: "banners" });
        this.heading = el("h1", {});
        this.numbers = el("p", { class: "totals" });
        this.state = el("p", { class: "detail", "data-test": "state" });
        for (const stage of [this.photo, this.face]) {
            stage.addEventListener("placed", ({ detail }) => this.actions.place(detail));
            stage.addEventListener("dropped", ({ detail }) => this.actions.dropped(detail));
        }
        const back = el("a", { href: `#/sessions/${encodeURIComponent(this.editor.session.id)}`, "data-test": "back" },
            "← ", name(this.editor.session.name));
        const root = el("div", { class: "review" },
            el("div", { class: "review-head" },
                el("div", {}, el("p", { class: "kicker" }, back), this.heading, this.state), this.numbers),
            this.banners, this.tools.top,
            el("div", { class: "stages" },
                el("div", { class: "photo-side" }, this.photo, zoomButtons(this.photo)),
                el("div", { class: "face-side", role: "region", tabindex: 0, "aria-label": t("arrowsOfPhoto") },
                    el("div", { class: "face-box" }, this.face),
                    el("div", { class: "face-lists" }, this.list, this.history))),
            el("div", { class: "deck" }, this.scores, this.archers, this.tools.bottom));
        return { root };
    }

    /** Draws what is around the stages; they draw themselves. */
    draw() {
        const { editor } = this;
        const { photo } = editor;
        replace(this.heading, endName(editor.session, editor.round, editor.end), " ",
            el("span", { class: "file" }, name(photo.name)));
        replace(this.numbers,
            el("span", {}, t("endTotal"), " ", el("strong", { "data-test": "end-total" }, String(editor.total.score))),
            el("span", {}, t("sessionTotal"), " ",
                el("strong", { "data-test": "session-total" }, String(editor.sessionTotal))));
        const { text, kind } = stateOf(editor);
        this.state.textContent = text;
        this.state.dataset.state = kind;
        const selected = editor.arrow(editor.selected ?? -1);
        this.list.draw(editor);
        this.history.draw(editor);
        this.scores.draw(editor.session.marks, selected?.mark ?? null, this.mode === "manual");
        this.archers.draw(editor.session.archers.names, selected);
        this.tools.draw({ editor, mode: this.mode, canUndo: Boolean(history.lastDone()),
            canRedo: Boolean(history.lastUndone()) });
        drawBanners(this);
    }

    choose(number, { focuses = false } = {}) {
        this.editor.select(number);
        this.photo.reveal(number);
        const marker = this.photo.markers.get(number);
        if (focuses && marker) marker.focus({ preventScroll: true });
        else if (number !== null && this.editor.arrow(number)) say(arrowLabel(this.editor.arrow(number)));
    }

    /** Shows another photo; the address changes with it. */
    go(photo, session = this.editor.session.id) {
        if (photo) location.hash = reviewAddress(session, photo);
    }

    /** Where Enter and the buttons lead. */
    after() { return nextDoubtful(this.editor.session, this.editor.photoID); }

    beside(step) { return neighbour(this.editor.session, this.editor.photoID, step); }

    /** A step that was undone on another photo brought us here. */
    arrive() {
        const pending = sessionStorage.getItem("quiver.step");
        sessionStorage.removeItem("quiver.step");
        if (pending === "undo" || pending === "redo") this.actions.run(pending);
    }
}
