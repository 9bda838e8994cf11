// Accepting many photos of the list at once, and the way back.
import { button, el, replace } from "../shell/dom.js";
import { chosenPhotos, fetchPhotos, noteAccepted, photoIndex } from "./photo-index.js";
import { lastAccepted, rememberAccepted } from "./accepted-list.js";
import { filter } from "./photo-filter.js";
import { searchPhotos } from "./photo-search.js";
import { get, path, send } from "../shell/api.js";
import { showDialog } from "../shell/dialog.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** So many photos one request names. */
const part = 50_000;

/** Asks for parts of a list one after the other; `note` hears what is done by now, also where a later part fails.
    @param {any[]} jobs @param {(part: any[]) => Promise<any>} ask @param {(all: any[]) => void} note */
async function inParts(jobs, ask, note = () => {}) {
    const all = [];
    for (let start = 0; start < jobs.length; start += part) {
        const answer = await ask(jobs.slice(start, start + part));
        for (const job of answer.jobs) all.push(job);
        note(all);
    }
    return all;
}

/** The control that accepts every photo that is sure enough; its detectors are those of the first done photo. */
export async function drawAcceptance(place) {
    const example = photoIndex().jobs.find((job) => job.state === "done" && job.findings > 0 && !job.scored);
    if (!example) return place.remove();
    const job = await get(path`/jobs/${example.job}`).catch(() => null);
    if (!job?.detectors.length) return place.remove();
    const detector =
        el("select", { "data-test": "accept-detector" },
            job.detectors.filter(({ page }) => (page ?? 1) === 1).map((one) => el("option", { value: one.name }, one.name)));
    const shown = el("output", {}, "80%");
    const above = el("input", { type: "range", min: 0.5, max: 0.99, step: 0.01, value: 0.8, "data-test": "accept-above",
        oninput: () => { shown.textContent = Math.round(above.value * 100) + "%"; } });
    const act = (action) => async () => { try { await action(); } catch (error) { tell(error.message); } };
    const show = () => { takeBack.hidden = lastAccepted().length === 0; };
    const takeBack = button(t("acceptUndo"), act(async () => {
        const taken = await inParts(lastAccepted(), (jobs) => send("POST", "/jobs/unaccept", { jobs }));
        rememberAccepted([]);
        noteAccepted(taken, false);
        show();
        tell(t("takenBack", { count: taken.length }));
        await fetchPhotos({ fresh: true });
    }), { "data-test": "accept-undo" });
    const accept = act(async () => {
        if (!photoIndex().isComplete) return tell(t("listIncomplete"));
        // What was typed a moment ago counts.
        if (!await searchPhotos(filter.where)) return tell(t("searching"));
        // What is asked about is what the list shows, and what was answered with yes is what is accepted.
        const bound = { detector: detector.value, above: Number(above.value) };
        const ask = (isTrial) => (jobs) => send("POST", "/jobs/accept", { ...bound, jobs, isTrial });
        const wanted = await inParts(chosenPhotos(filter).map((one) => one.job), ask(true));
        if (!wanted.length) return tell(t("acceptsNone"));
        const yes = button(t("accept"), act(async () => {
            dialog.close();
            try {
                const done = await inParts(wanted, ask(false), (all) => {
                    rememberAccepted(all);
                    noteAccepted(all, true);
                });
                tell(t("accepted", { count: done.length }));
            } finally { show(); }
            await fetchPhotos({ fresh: true });
        }), { class: "button main", "data-test": "accept-yes" });
        const dialog = showDialog(t("acceptAbove"),
            el("p", { "data-test": "accept-question" }, t("acceptsCount", { count: wanted.length })),
            { buttons: [yes] });
    });
    show();
    replace(place, el("summary", {}, t("acceptAbove")), el("div", { class: "filters" },
        el("label", {}, el("span", {}, t("detector")), detector),
        el("label", { class: "range" }, el("span", {}, t("threshold"), " ", shown), above),
        button(t("accept"), accept, { "data-test": "accept-all" }), takeBack));
}
