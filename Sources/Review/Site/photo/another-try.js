// A photo that ended without a result is tried again from the page that says so.
import { banner, button } from "../shell/dom.js";
import { get, path, send } from "../shell/api.js";
import { on } from "../shell/events.js";
import { isWorked } from "../queue/hosts.js";
import { t, troubleOf } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** The states of photos that ended without a result. */
const ended = ["failed", "quarantined", "blocked", "cancelled", "gone"];

/** Whether a photo has ended without a result.
    @param {{ state: string }} job */
export function hasEnded({ state }) { return ended.includes(state); }

/** Tries a photo again; answers whether it waits in the queue now. */
export async function tryAgain(job) {
    try {
        const { changed } = await send("POST", "/jobs/retry", { jobs: [job] });
        if (!changed) tell(t("notRetried"));
        else if (!isWorked(await get("/queue"))) tell(t("retriedLater"));
        return changed > 0;
    } catch (error) {
        tell(error.message);
        return false;
    }
}

/** The photo of the queue that ended without a result, by its path; null where there is none. */
export async function endedJob(photo) {
    for (const state of ended) {
        for (let after = 0; after !== null;) {
            const page = await get(`/jobs?state=${state}&limit=1000&after=${after}`);
            const found = page.jobs.find((one) => one.photo === photo);
            if (found) return found.job;
            after = page.next;
        }
    }
    return null;
}

/** Calls back once a photo of the queue has a result; `note` hears each other state on the way. Answers what ends it.
    @param {number} job @param {() => void} call @param {(job: any) => void} note */
export function onResult(job, call, note = () => {}) {
    const stop = on("queue", async () => {
        const now = await get(path`/jobs/${job}`).catch(() => null);
        if (now?.state !== "done") return now && note(now);
        stop();
        call();
    });
    return stop;
}

/** Why a photo has no result, with another try, as long as it has none; `again` shows the page anew once it has one. */
export function troubleNote(job, again) {
    if (job.state === "done") return null;
    const why = ({ state, reason }) => (reason ? troubleOf(reason) : t("noResult", { state: t("state" + state) }));
    const make = (one) => banner(why(one), {
        test: "job-trouble", kind: hasEnded(one) ? "doubt" : "note",
        buttons: hasEnded(one)
            ? [button(t("again"), () => tryAgain(job.job), { class: "button main", "data-test": "try-again" })] : [],
    });
    let shown = job;
    let node = make(job);
    const close = onResult(job.job, again, (now) => {
        if (now.state === shown.state && now.reason === shown.reason) return;
        const next = make(now);
        node.replaceWith(next);
        [shown, node] = [now, next];
    });
    return { node, close };
}
