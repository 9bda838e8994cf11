// The review of one photo of the queue: a component for each detector, by the kind of its task.
import { button, el, name, parted, say } from "../shell/dom.js";
import { chosenPhotos, fetchPhotos, isReviewed, noteReviewed, photoRow } from "../photos/photo-index.js";
import { comparison } from "../compare/compare.js";
import { EditorPage } from "../review/editor-page.js";
import { filter, photosAddress, readFilter } from "../photos/photo-filter.js";
import { get, jobPicture, path, send } from "../shell/api.js";
import { JobEditor, jobKey, jobSteps } from "./job-editor.js";
import { inputNote, pageIn, pageNote, pagePicker } from "./file-pages.js";
import { kindOf } from "./kinds.js";
import { marksSwitch } from "./marks-switch.js";
import { photoTags } from "../tags/photo-tags.js";
import { placesIn, searchPhotos } from "../photos/photo-search.js";
import { photoRows } from "../review/keys.js";
import { reviewAddress } from "../sessions/doubts.js";
import { scoredReview } from "./box/scored.js";
import { sessionOf } from "../sessions/store.js";
import { setDisabled } from "../review/tools.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";
import { troubleNote } from "./another-try.js";

/** What changes the photo. */
const changes = ["undo", "redo", "confirm"];
const top = [["undo", "undo", "Z"], ["redo", "redo", "Y"], ["help", "keys", "?"]];

/** Opens `#/photos/JOB`. */
export async function open({ main, parts, query, again }) {
    readFilter(query);
    const id = Number(parts[1]);
    const [job, places] = await Promise.all([get(path`/jobs/${id}`), placesIn(id, filter.where).catch(() => []),
        fetchPhotos().catch(() => {}), searched()]).catch((error) => {
        // No step leads back to a photo that is not there.
        if (error.status === 404) jobSteps.forget(jobKey(id));
        throw error;
    });
    return new JobPage(main, job, pageIn(job, Number(query.get("page")) || places[0]?.page), again, places);
}

/** The list that the photo stands in; a long search goes on while the photo is looked at. */
function searched() {
    return Promise.race([
        searchPhotos(filter.where).catch(() => {}), new Promise((done) => { setTimeout(done, 1500); }),
    ]);
}

/** @extends {EditorPage<JobEditor>} */
class JobPage extends EditorPage {
    rows = photoRows;
    actions = { confirm: () => this.accept() };
    /** What was pressed or reached last has the keys; a deletion must not hit what is not looked at. */
    active = null;

    constructor(main, whole, page, again, places) {
        super();
        const editor = new JobEditor(whole, page);
        const { job } = editor;
        const detectors = job.detectors.filter((one) => (one.page ?? 1) === page);
        this.id = job.job;
        /** @type {import("./kinds.js").Part[]} */
        this.components = detectors.map((detector) => {
            const kind = kindOf(detector);
            return kind && (detector.scored ? scoredReview : kind.review)({ editor, detector, kind });
        }).filter(Boolean);
        const shownPlaces = places.filter((one) => one.page === page).map(({ place }) => place);
        for (const one of this.components) one.stage?.showPlaces(shownPlaces);
        // The place in the list is looked up before accepting moves the photo to its end.
        this.following = this.beside(1) ?? this.order().find((one) => one !== this.id) ?? null;
        this.look = shown(job);
        // Stages show the photo themselves, several of them beside each other.
        const staged = this.components.filter((one) => one.stage).length;
        const marks = marksSwitch(main);
        this.withdrawing = button(t("withdraw"), () => this.withdraw(), { class: "button rare", "data-test": "withdraw" });
        const { file, folder } = parted(job.photo);
        const trouble = troubleNote(job, again);
        this.tags = photoTags(job);
        this.compare = comparison(job, page, this.components.map((one) => one.node), () => this.draw());
        this.begin(main, editor, {
            kind: "review job", top, tools: [pagePicker(job, page), this.withdrawing, this.compare?.button ?? null,
                staged ? marks.buttons : null],
            back: el("a", { href: photosAddress(), "data-test": "back" }, "← ", t("pagephotos")),
            heading: [el("h1", {}, name(file), job.page ? `#${job.page}` : null),
                el("p", { class: "detail folder" }, name(folder)), this.tags.node],
            notes: [trouble?.node ?? null, pageNote(job, page), ...detectors.map(inputNote),
                photoRow(this.id)?.scored ? scoredNote(job) : null],
            body: el("div", { class: "job-parts"
                + (staged > 1 ? " many" : staged && this.components.length > 1 ? " two" : "") },
                staged ? null : picture(job),
                this.components.length ? this.components.map((one) => one.node)
                    : el("section", {}, el("p", {}, t("nothingToReview"))), this.compare?.node ?? null),
        });
        const note = ({ target }) => {
            this.active = this.components.find(({ node }) => node.contains(target)) ?? this.active;
        };
        for (const kind of ["focusin", "pointerdown"]) addEventListener(kind, note);
        if (trouble) this.ends.push(trouble.close);
        this.ends.push(marks.close, () => this.tags.close(), () => this.compare?.close(),
            () => removeEventListener("focusin", note),
            () => removeEventListener("pointerdown", note), ...this.components.map((one) => () => one.close()));
        this.arrive();
        if (this.following !== null) preload(this.following);
    }

    /** What zooms: of the component that is worked on, or of the first that has one. */
    get stage() {
        if (this.isCompared) return this.compare.stage;
        return (this.active?.stage ? this.active : this.components.find((one) => one.stage))?.stage;
    }

    /** The keys of the component that is worked on, and of the others as far as they have no stage beside its own. */
    ownKey(event) {
        const { active } = this;
        if (this.compare?.key(event)) return true;
        // What is not seen is not changed.
        if (this.isCompared) return this.tags.key(event);
        return [active, ...this.components.filter((one) => one !== active && !(active?.stage && one.stage))]
            .some((part) => part?.key(event)) || this.tags.key(event);
    }

    /** While two detectors are compared, nothing is changed: neither corrections nor the other detectors are in sight. */
    get isCompared() { return Boolean(this.compare?.isOn); }

    run(action, value) {
        if (!this.isCompared || !changes.includes(action)) return super.run(action, value);
        say(t("compareChangesNothing"));
        return true;
    }

    /** A choice between two sides waits until both can be seen. */
    foreign() {
        const all = super.foreign();
        return !this.isCompared ? all : all.map((one) => (one.test === "conflict"
            ? { ...one, text: one.text + " " + t("compareChangesNothing"), buttons: [] } : one));
    }

    /** A step that led here is seen as it is gone. */
    arrive() {
        if (this.editor.history.awaited?.key === this.editor.key) this.compare?.leave();
        super.arrive();
    }

    draw() {
        super.draw();
        setDisabled(this.way.nodes.get("confirm"), this.isCompared);
        if (this.isCompared) for (const one of ["undo", "redo"]) setDisabled(this.tools.nodes.get(one), true);
    }

    drawMore() {
        const { editor } = this;
        // What waits is counted where it will be.
        noteReviewed(this.id, editor.isConfirmed);
        this.withdrawing.hidden = !editor.job.review || this.isCompared;
        this.way.nodes.get("confirm").textContent = t("acceptPhoto");
        this.way.nodes.get("confirm").hidden = editor.isScored;
    }

    order() { return chosenPhotos(filter).map((one) => one.job); }

    beside(step) { const all = this.order(); return all[all.indexOf(this.id) + step] ?? null; }

    next() { return this.following; }

    previous() { return this.beside(-1); }

    addressOf(job) { return photosAddress(job); }

    accept() {
        const { editor, id, look, following } = this;
        // The photo has been seen before it is accepted, and there is something to accept.
        const trouble = editor.job.state !== "done" ? t("nothingToAccept") : photoRow(id)?.scored ? t("scoredNote")
            : look.isOver ? (look.isShown ? null : t("noPicture")) : t("notShownYet");
        if (trouble) return tell(trouble);
        editor.confirm();
        say(t("reviewed"));
        const isOpen = (one) => one !== id && !isReviewed(one) && !photoRow(one)?.scored;
        this.go(following);
        // On the page that is shown then.
        if (following === null || !this.order().some(isOpen)) tell(t("allReviewed"));
    }

    /** The whole review of the photo is taken back. */
    async withdraw() {
        const { editor } = this;
        try {
            const sent = await send("DELETE", path`/jobs/${this.id}/review`, {}, { revision: editor.revision });
            editor.withdrawn(sent ?? await editor.fetch());
            say(t("withdrawn"));
        } catch (error) { tell(error.message); }
    }
}

/** Whether the photo's picture has been seen by now, or cannot be. */
function shown(job) {
    const look = { isOver: false, isShown: false };
    const image = new Image();
    const end = (isShown) => {
        Object.assign(look, { isOver: true, isShown });
        document.querySelector(".review.job")?.setAttribute("data-shown", String(isShown));
    };
    image.addEventListener("load", () => end(true));
    image.addEventListener("error", () => end(false));
    image.src = jobPicture(job.job, 1600, job.page);
    return look;
}

/** A scored photo is reviewed as an end: its arrows and faces are only shown here. */
function scoredNote(job) {
    const link = el("a", { href: "#/sessions", "data-test": "scored-end" }, t("openEnd"));
    sessionOf((one) => one.path === job.photo).then((home) => {
        if (home) link.href = reviewAddress(home.session.id, home.photo.id);
    }, () => {});
    return el("p", { class: "trouble", role: "note", "data-test": "scored-note" }, t("scoredNote"), " ", link);
}

function picture(job) {
    const image = el("img",
        { class: "job-picture", src: jobPicture(job.job, 1600, job.page), alt: t("photoOf", { name: job.photo }),
            width: job.width, height: job.height });
    image.addEventListener("error", () => image.replaceWith(el("p", { class: "placeholder" }, t("noPicture"))));
    return image;
}

function preload(job) {
    new Image().src = jobPicture(job, 1600);
    get(path`/jobs/${job}`).catch(() => {});
}
