// The review of one photo of a session: its arrows on the photo and on the flat face, and what the reviewer does with them.
import "./photo-view.js";
import "./face-view.js";
import { archerChips } from "./archer-chips.js";
import { arrowLabel } from "../charts/chip.js";
import { arrowList } from "./arrow-list.js";
import { doubtBar } from "./doubt-bar.js";
import { EditorPage } from "../review/editor-page.js";
import { el, name, replace, say, set } from "../shell/dom.js";
import { endActions } from "./review-actions.js";
import { EndEditor, endSteps } from "./end-editor.js";
import { endHistory } from "./end-history.js";
import { endName } from "../sessions/end-name.js";
import { endNotes } from "./review-banners.js";
import { faceTools, setDisabled } from "../review/tools.js";
import { fetchNext } from "./review-ahead.js";
import { find, loadSession, sessionOf } from "../sessions/store.js";
import { helpRows } from "../review/keys.js";
import { neighbour, nextDoubtful, reviewAddress } from "../sessions/doubts.js";
import { scoreButtons } from "./score-buttons.js";
import { t } from "../strings/language.js";
import { endedJob, hasEnded, onResult, tryAgain } from "../photo/another-try.js";
import { zoomButtons } from "../stage/zoom-buttons.js";

const top = [
    ["undo", "undo", "Z"], ["redo", "redo", "Y"], ["place", "place", "A"], ["remove", "remove", "Delete"],
    ["face", "correct-face", "F"], ["manual", "manual", null], ["skip", "skip", null], ["help", "keys", "?"],
];

/** Opens the review of `#/review/SESSION/PHOTO`. */
export async function open({ main, parts, query, ready, again }) {
    const [, sessionID, photoID] = parts;
    const session = await loadSession(sessionID).catch((error) => {
        if (error.status !== 404) throw error;
        return null;
    });
    if (!session || !find(session, photoID)) {
        // A link or a step back from before the session was renamed, merged or split: the photo says where it is now.
        const home = await sessionOf((one) => one.id === photoID);
        if (home) {
            location.replace(reviewAddress(home.session.id, photoID));
            return null;
        }
        endSteps.forget(photoID);
        throw new Error(t("noSuchPhoto"));
    }
    const page = new EndPage(main, new EndEditor(session, photoID), Number(query.get("arrow")), again);
    ready();
    return page;
}

/** @extends {EditorPage<import("./end-editor.js").EditedEnd>} */
class EndPage extends EditorPage {
    rows = helpRows;
    /** @type {any} */
    photo = document.createElement("quiver-photo");
    /** @type {any} */
    face = document.createElement("quiver-face");
    list = arrowList((number) => this.choose(number, { focuses: true }), (number) => this.run("restore", number));
    history = endHistory();
    scores = scoreButtons((mark) => this.actions.mark(mark, { focuses: true }));
    archers = archerChips((number) => this.run("archer", number));
    doubt = doubtBar((action) => this.run(action));
    faces = faceTools((action) => this.run(action), (type) => this.run("faceType", type));
    heading = el("h1", {});
    numbers = el("p", { class: "totals" });

    /** Whether arrows are placed because some are missing, and not because that was asked for. */
    isFillingUp = false;
    /** Whether scores are entered because there is no face, and not because that was asked for. */
    isManualByItself = false;
    /** The photo of the queue that ended without a result.
        @type {number | null} */
    failed = null;

    constructor(main, editor, wanted, again) {
        super();
        this.editor = editor;
        this.again = again;
        this.isBeingRead = editor.isBeingRead;
        this.actions = endActions(this);
        this.photo.show(editor);
        this.face.show(editor);
        this.photo.addEventListener("face-chosen", () => this.draw());
        for (const stage of [this.photo, this.face]) {
            for (const kind of ["placed", "dropped"]) {
                stage.addEventListener(kind, ({ detail }) => this.run(kind, detail));
            }
        }
        const zooms = zoomButtons(this.photo);
        zooms.prepend(this.hiding.button);
        this.begin(main, editor, {
            kind: "review", heading: this.heading, numbers: this.numbers, top, tools: this.faces.node,
            back: el("a", { href: editor.home, "data-test": "back" }, "← ", name(editor.session.name)),
            body: el("div", { class: "stages" },
                el("div", { class: "photo-side" }, this.photo, zooms),
                el("div", { class: "face-side", role: "region", tabindex: 0, "aria-label": t("arrowsOfPhoto") },
                    el("div", { class: "face-box" }, this.face),
                    el("div", { class: "face-lists" }, this.list, this.history))),
            deck: [this.doubt, this.scores, this.archers],
        });
        const first = editor.arrow(wanted) ?? editor.doubtful[0];
        // Without a face there is nothing to place on: scores are entered.
        if (!editor.arrows.length && !editor.faces.length) {
            this.setMode("manual");
            this.isManualByItself = true;
        } else this.placeMissing();
        if (first) this.choose(first.number, { focuses: true, zooms: true });
        else this.photo.surface.focus?.();
        fetchNext(this);
        this.findFailure(again);
        this.arrive();
    }

    get stage() { return this.photo; }

    drawMore() {
        const { editor } = this;
        // A step back may have brought the missing ones.
        if (this.isFillingUp && (!editor.total.missing || editor.isConfirmed)) return this.setMode("choose");
        if (this.isBeingRead && !editor.isBeingRead) {
            // Now there is a picture, or a reason why there is none: the page begins anew.
            this.isBeingRead = false;
            return this.again();
        }
        // A face was found meanwhile: a key must not add an arrow to those that are there now.
        if (this.isManualByItself && editor.faces.length) {
            this.setMode("choose");
            return this.placeMissing();
        }
        const { mode } = this;
        replace(this.heading, endName(editor.session, editor.round, editor.end), " ",
            el("span", { class: "file" }, name(editor.photo.name)));
        replace(this.numbers,
            el("span", {}, t("endTotal"), " ", el("strong", { "data-test": "end-total" }, String(editor.total.score))),
            el("span", {}, t("sessionTotal"), " ",
                el("strong", { "data-test": "session-total" }, String(editor.sessionTotal))));
        const selected = editor.arrow(editor.selected);
        this.list.draw(editor);
        this.history.draw(editor);
        this.scores.draw(editor.session.marks, selected?.mark ?? null, mode === "manual");
        this.archers.draw(editor.session.archers.names, selected);
        this.doubt.draw(this);
        this.faces.draw(editor, mode, this.photo.handles?.face ?? 0);
        const tools = this.tools.nodes;
        setDisabled(tools.get("remove"), !selected);
        for (const one of ["place", "face", "manual"]) set(tools.get(one), { "aria-pressed": String(mode === one) });
        set(tools.get("skip"), { "aria-pressed": String(editor.isSkipped) });
        tools.get("place").hidden = tools.get("face").hidden = editor.faces.length === 0;
        this.way.nodes.get("confirm").textContent = t(editor.isConfirmed ? "toolconfirmed" : "toolconfirm");
        this.root.dataset.mode = mode;
    }

    notes() { return endNotes(this); }

    /** Fewer arrows than an end has: the others are placed by taps, without being asked. Enter still only confirms. */
    placeMissing() {
        const { editor } = this;
        if (!editor.total.missing || !editor.faces.length || editor.isConfirmed || editor.isSkipped) return;
        if (this.mode !== "choose") return;
        this.setMode("place");
        this.isFillingUp = true;
    }

    /** Finds the photo in the queue where it is why the end has no score; `again` shows the page anew once it is read. */
    async findFailure(again) {
        if (!this.editor.end.trouble) return;
        this.failed = await endedJob(this.editor.photo.path).catch(() => null);
        if (this.failed === null || !this.root.isConnected) return;
        this.ends.push(onResult(this.failed, async () => {
            await loadSession(this.editor.session.id, { fresh: true }).catch(() => {});
            again();
        }, (job) => this.setFailed(hasEnded(job) ? job.job : null)));
        this.draw();
    }

    setFailed(job) {
        if (this.failed === job) return;
        this.failed = job;
        this.draw();
    }

    async retry() {
        if (!await tryAgain(this.failed)) return;
        say(t("retried", { count: 1 }));
        // It can be tried once more when it has failed once more.
        this.setFailed(null);
    }

    setMode(mode) {
        this.isFillingUp = false;
        this.isManualByItself = false;
        // The handles stand on the rim: all of it has to be seen.
        if (mode === "face" && this.mode !== "face") this.photo.goHome();
        this.mode = mode;
        if (mode === "manual") this.editor.select(null);
        for (const stage of [this.photo, this.face]) {
            stage.mode = mode;
            stage.dataset.mode = mode;
            stage.draw();
        }
        this.draw();
    }

    choose(number, { focuses = false, zooms = false } = {}) {
        this.editor.select(number);
        if (zooms && this.editor.arrow(number)?.needsReview) this.photo.approach(number);
        else this.photo.reveal(number);
        const marker = this.photo.markers.get(number);
        if (focuses && marker) marker.focus({ preventScroll: true });
        else if (this.editor.arrow(number)) say(arrowLabel(this.editor.arrow(number)));
    }

    addressOf(photo) { return reviewAddress(this.editor.session.id, photo); }

    /** Where Enter and the buttons lead. */
    after() { return nextDoubtful(this.editor.session, this.editor.key); }

    next() { return this.after() ?? this.beside(1); }

    previous() { return this.beside(-1); }

    beside(step) { return neighbour(this.editor.session, this.editor.key, step); }
}
