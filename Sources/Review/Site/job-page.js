// The review of one photo of the queue: a component for each detector, by the kind of its task.
import * as outbox from "./outbox.js";
import { banner } from "./banner.js";
import { button, el, name, parted, replace, say, set } from "./dom.js";
import { chosenPhotos, fetchPhotos, filter, noteReviewed } from "./photo-index.js";
import { get, jobPicture, path, send } from "./api.js";
import { JobEditor } from "./job-editor.js";
import { kinds } from "./kinds.js";
import { listenToJobKeys } from "./job-keys.js";
import { t } from "./strings.js";
import { tell } from "./notices.js";

/** Opens `#/photos/JOB`. */
export async function open({ main, parts }) {
    const id = Number(parts[1]);
    const [job] = await Promise.all([get(path`/jobs/${id}`), fetchPhotos().catch(() => {})]);
    const editor = new JobEditor(job);
    const components = job.detectors.filter((one) => kinds[one.task])
        .map((detector) => kinds[detector.task]({ editor, detector })).filter(Boolean);
    const order = () => chosenPhotos(filter).map((one) => one.job);
    const beside = (step) => { const all = order(); return all[all.indexOf(id) + step] ?? null; };
    // The place in the list is looked up before accepting moves the photo to its end.
    const next = beside(1) ?? order().find((one) => one !== id) ?? null;
    const go = (to) => { if (to !== null) location.hash = "#/photos/" + to; };
    const banners = el("div", { class: "banners" });
    const state = el("p", { class: "detail", "data-test": "state" });
    const accept = () => { editor.accept(); noteReviewed(id, true); say(t("reviewed")); go(next); };
    const undo = button(t("toolundo"), () => editor.undo(), { "data-test": "undo", "aria-keyshortcuts": "Z" });
    const redo = button(t("toolredo"), () => editor.redo(), { "data-test": "redo", "aria-keyshortcuts": "Y" });
    const withdraw = button(t("withdraw"), async () => {
        try {
            await fetchedAgain(send("DELETE", path`/jobs/${id}/review`, {}, { revision: editor.job.revision }), id,
                editor);
            noteReviewed(id, false);
        } catch (error) { tell(error.message); }
    }, { "data-test": "withdraw" });
    const draw = () => {
        const waits = outbox.unsent(editor.name);
        state.textContent = waits ? t(waits.refused ? "stateRefused" : "stateWaiting")
            : t(editor.isAccepted ? "reviewed" : "notReviewed");
        state.dataset.state = waits ? "waiting" : editor.isAccepted ? "accepted" : "open";
        set(undo, { "aria-disabled": editor.done.length ? null : "true" });
        set(redo, { "aria-disabled": editor.undone.length ? null : "true" });
        withdraw.hidden = !editor.job.review;
    };
    editor.addEventListener("change", draw);
    const settle = async (isMine) => {
        const now = await get(path`/jobs/${id}`).catch((error) => { tell(error.message); return null; });
        if (!now) return;
        replace(banners);
        if (isMine) { editor.job = now; outbox.keepMine(editor.name, now.revision); }
        else { outbox.takeTheirs(editor.name); editor.done.length = editor.undone.length = 0; editor.take(now); }
        draw();
    };
    const ask = () => replace(banners, banner(t("conflict"), { test: "conflict", buttons: [
        button(t("keepMine"), () => settle(true), { class: "button main", "data-test": "conflict-mine" }),
        button(t("takeTheirs"), () => settle(false), { "data-test": "conflict-theirs" }),
    ] }));
    if (outbox.unsent(editor.name)?.conflict) ask();
    const stop = [
        outbox.on("stored-job", ({ photo, job: now, isLatest }) => {
            if (photo !== editor.name) return;
            if (isLatest) editor.take(now);
            else editor.job = now;
            draw();
        }),
        outbox.on("refused", draw),
        outbox.on("taken-back", async ({ photo }) => {
            if (photo !== editor.name) return;
            editor.done.length = editor.undone.length = 0;
            await get(path`/jobs/${id}`).then((now) => editor.take(now), (error) => tell(error.message));
        }),
        outbox.on("conflict", ({ photo }) => { if (photo === editor.name) ask(); }),
        listenToJobKeys(components,
            { accept, undo: () => editor.undo(), redo: () => editor.redo(), next: () => go(next),
                previous: () => go(beside(-1)) }),
    ];
    // Stages show the photo themselves, several of them beside each other.
    const staged = components.filter((one) => one.hasStage).length;
    const { file, folder } = parted(job.photo);
    replace(main, el("div", { class: "review job" },
        el("div", { class: "review-head" },
            el("div", {}, el("p", { class: "kicker" },
                el("a", { href: "#/photos", "data-test": "back" }, "← ", t("pagephotos"))),
                el("h1", {}, name(file)), el("p", { class: "detail" }, name(folder)), state)),
        banners, el("div", { class: "tools" }, undo, redo, withdraw),
        el("div", { class: "job-parts" + (staged > 1 ? " many" : staged && components.length > 1 ? " two" : "") },
            staged ? null : picture(job),
            components.length ? components.map((one) => one.node)
                : el("section", {}, el("p", {}, t("nothingToReview")))),
        el("div", { class: "deck" }, el("div", { class: "way" },
            button(t("previousPhoto"), () => go(beside(-1)), { "data-test": "previous" }),
            button(t("acceptPhoto"), accept,
                { class: "button main", "data-test": "confirm", "aria-keyshortcuts": "Enter" }),
            button(t("nextPhoto"), () => go(next), { "data-test": "next" })))));
    draw();
    if (next !== null) preload(next);
    return { close() { for (const one of [...stop, ...components.map((part) => () => part.close())]) one(); } };
}

async function fetchedAgain(request, id, editor) {
    const answer = await request;
    editor.done.length = editor.undone.length = 0;
    editor.take(answer ?? await get(path`/jobs/${id}`));
}

function picture(job) {
    const image = el("img",
        { class: "job-picture", src: jobPicture(job.job, 1600), alt: t("photoOf", { name: job.photo }),
            width: job.width, height: job.height });
    image.addEventListener("error", () => image.replaceWith(el("p", { class: "placeholder" }, t("noPicture"))));
    return image;
}

function preload(job) {
    new Image().src = jobPicture(job, 1600);
    get(path`/jobs/${job}`).catch(() => {});
}
