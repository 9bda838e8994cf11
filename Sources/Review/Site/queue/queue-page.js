// The queue as it runs: counts, rate, workers, stages, errors. Readable on a phone at night.
import { button, el, name, parted, replace } from "../shell/dom.js";
import { get, send } from "../shell/api.js";
import { on } from "../shell/events.js";
import { sparkline } from "../charts/sparkline.js";
import { hosts, isWorked } from "./hosts.js";
import { states } from "./states.js";
import { waitText } from "./waiting.js";
import { duration, fixed, milliseconds, moment, t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** Opens `#/`. */
export async function open({ main }) {
    const page = el("div", { class: "wrap queue" });
    let queue = await get("/queue");
    const parts = Object.fromEntries(
        ["live", "counts", "hosts", "workers", "stages", "errors"].map((one) => [one, el("div", { class: "part" })]));
    const redraw = () => {
        replaceKeepingFocus(parts.live, live(queue, act));
        replace(parts.counts, counts(queue));
        replace(parts.hosts, hosts(queue));
        replace(parts.workers, workers(queue));
        replace(parts.stages, stages(queue));
        replaceKeepingFocus(parts.errors, errors(queue, act));
    };
    const refresh = async () => {
        try { queue = await get("/queue"); } catch { return; }
        redraw();
    };
    const act = async (address, body, done) => {
        try {
            const { changed } = await send("POST", address, body);
            if (done) tell(t(done, { count: changed }));
        } catch (error) { tell(error.message); }
        await refresh();
    };
    redraw();
    replace(page, el("h1", {}, t("pagequeue")), Object.values(parts));
    replace(main, page);
    const stop = on("queue", refresh);
    // A photo that takes long sends no event, but its seconds go on.
    const clock = setInterval(() => replace(parts.workers, workers(queue)), 1000);
    return { close() { stop(); clearInterval(clock); } };
}

function live(queue, act) {
    const { live: run } = queue;
    // Another host may do the work, and a pause by hand holds on all of them.
    const works = isWorked(queue);
    const isHeld = run ? run.pausedByHand : works && queue.pausedByHand;
    const reason = run?.pause ?? (isHeld ? t("pausedByHand") : run?.wait ? waitText(run.wait) : null);
    const notes = run
        ? [run.incoming ? t("incoming", { count: run.incoming }) : null,
            run.suspended ? t("suspended", { count: run.suspended }) : null,
            run.fullFor ? t("sendersWait", { time: duration(run.fullFor) }) : null, ...run.roots.map(rootText)].filter(Boolean) : [];
    const isPaused = Boolean(run?.pause || isHeld || run?.wait);
    return el("section", { class: "live" + (isPaused ? " paused" : ""), "aria-label": t("liveQueue") },
        el("div", { class: "live-line" },
            el("p", { class: "live-state", "data-test": "queue-state" },
                works ? (isPaused ? reason : t("running")) : t("notRunning")),
            works ? button(t(isHeld ? "resume" : "pause"),
                () => act(isHeld ? "/queue/resume" : "/queue/pause", {}),
                { "data-test": isHeld ? "resume" : "pause", class: "button main" }) : null,
            run?.wait ? button(t("beginNow"), () => act("/queue/resume", { now: true }), { "data-test": "begin-now" })
                : null),
        works ? el("dl", { class: "rates" },
            fact(t("rate"), queue.rate === null ? "–" : fixed(queue.rate, 1), t("photosPerSecond")),
            fact(t("timeLeft"), duration(queue.remainingSeconds), "")) : null,
        notes.map((note) => el("p", { class: "detail" }, note)),
        el("p", { class: "detail" }, t("results", { path: queue.output })));
}

/** A folder that is watched; where that is not done as usual, in the server's words.
    @param {string} root */
function rootText(root) {
    const path = /^(.*): events on \S*$/s.exec(root)?.[1];
    return path === undefined ? root : t("watches", { path });
}

function fact(label, value, detail) {
    return el("div", {}, el("dt", {}, label),
        el("dd", {}, el("strong", {}, value), detail ? el("span", { class: "detail" }, " " + detail) : null));
}

function counts({ counts: numbers }) {
    return el("section", { class: "tiles", "aria-label": t("counts"), "data-test": "counts" },
        states.filter((state) => numbers[state] > 0 || ["waiting", "running", "done", "failed"].includes(state))
            .map((state) =>
            el("a", { class: "tile "
                + (["failed", "quarantined", "blocked"].includes(state) && numbers[state] ? "doubt" : state === "done"
                    ? "fine" : ""), href: "#/photos?state=" + state, "data-test": "count-" + state },
                el("span", { class: "name" }, t("state" + state)),
                el("span", { class: "value" }, fixed(numbers[state])))));
}

function workers({ live: run }) {
    if (!run) return null;
    return el("section", { "aria-label": t("workers") }, el("h2", {}, t("workers")),
        el("ul", { class: "workers" }, run.workers.map((worker) =>
        el("li", {}, el("span", { class: "worker-number" }, t("worker", { number: worker.number })),
            worker.photo ? el("span", { class: "worker-photo" }, name(worker.photo))
                : el("span", { class: "detail" }, t("idle")),
            worker.stage ? el("span", { class: "detail" }, worker.stage,
                worker.since ? " " + t("forSeconds", { time: duration(Math.max(0, Date.now() - worker.since) / 1000) })
                : null) : null))));
}

function stages({ stages: list }) {
    if (!list.length) return null;
    return el("section", { "aria-label": t("stages") }, el("h2", {}, t("stages")),
        el("div", { class: "scrolls" }, el("table", { class: "stages-table" },
        el("caption", { class: "spoken" }, t("stages")),
        el("thead", {}, el("tr", {},
            [t("stage"), t("median"), t("p95"),
                t("recent")].map(
                (text, k) => el("th", { scope: "col", class: k === 1 || k === 2 ? "number" : null }, text)))),
        el("tbody", {}, list.map((stage) => el("tr", {}, el("th", { scope: "row" }, stage.name),
            el("td", { class: "number" }, milliseconds(stage.median)),
            el("td", { class: "number" }, milliseconds(stage.p95)),
            el("td", {}, stage.recent.length ? sparkline(stage.recent, t("recentOf", { name: stage.name }))
                : "–")))))));
}

function errors({ errors: list }, act) {
    if (!list.length) return el("section", {}, el("h2", {}, t("errors")), el("p", { class: "detail" }, t("noErrors")));
    return el("section", { "aria-label": t("errors") }, el("div", { class: "live-line" }, el("h2", {}, t("errors")),
        button(t("retryAll"), () => act("/jobs/retry", { states: ["failed", "quarantined"] }, "retried"),
            { "data-test": "retry-all" })),
    el("ul", { class: "errors" }, list.map((one) => el("li", {},
        el("div", {}, el("p", {}, el("strong", {}, name(parted(one.photo).file))), el("p", {}, one.reason),
            el("p", { class: "detail" },
                [t("state" + one.state), one.fault ? t("fault" + one.fault) : null, moment(one.at)].filter(Boolean)
                .join(" · "))),
        button(t("retry"), () => act("/jobs/retry", { jobs: [one.job] }, "retried"),
            { "data-test": "retry-" + one.job })))));
}

/** The list is drawn anew by events; who stands on a button with the keyboard stays on it. */
function replaceKeepingFocus(place, ...children) {
    const test = place.contains(document.activeElement) ? document.activeElement.dataset.test : null;
    replace(place, ...children);
    if (test) place.querySelector(`[data-test="${CSS.escape(test)}"]`)?.focus();
}
