// The review of boxes and classes: ten thousand photos in a list, the uncertain ones first.
import { button, el, parted, replace } from "./dom.js";
import { chosenPhotos, fetchPhotos, filter, onPhotos, photoIndex } from "./photo-index.js";
import { fixed } from "./numbers.js";
import { get, path, send } from "./api.js";
import { on } from "./events.js";
import { t } from "./strings.js";
import { tell } from "./notices.js";
import { VirtualList } from "./virtual-list.js";

const states = ["waiting", "ready", "running", "done", "failed", "quarantined", "blocked", "gone", "cancelled"];
let lastTop = 0;

/** Opens `#/photos`. */
export async function open({ main, query }) {
    if (query.has("state")) Object.assign(filter, { state: query.get("state"), sort: "number" });
    let shown = [];
    const list = new VirtualList(
        { rowHeight: 64, makeRow, drawRow: (row, index) => drawRow(row, shown[index]), label: t("photoList") });
    const count = el("p", { class: "detail", "aria-live": "polite", "data-test": "photo-count" });
    const draw = () => {
        shown = chosenPhotos(filter);
        count.textContent = t("shownOf", { shown: fixed(shown.length), total: fixed(photoIndex().total) });
        list.update(shown.length);
    };
    const changed = (key) => (event) => {
        filter[key] = event.target.type === "checkbox" ? event.target.checked : event.target.value;
        list.node.scrollTop = 0;
        draw();
    };
    const acceptance = el("section", { class: "acceptance" });
    replace(main, el("div", { class: "wrap photos-page" }, el("h1", {}, t("pagephotos")),
        el("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
            select(t("filterState"), "filter-state", [["", t("all")], ...states.map((one) => [one, t("state" + one)])],
                filter.state, changed("state")),
            select(t("sortBy"), "sort", [["uncertain", t("sortuncertain")], ["number", t("sortnumber")]], filter.sort,
                changed("sort")),
            el("label", {}, el("span", {}, t("filterText")),
                el("input", { type: "search", value: filter.text, "data-test": "filter-text",
                    oninput: changed("text") })),
            el("label", { class: "check" },
                el("input", { type: "checkbox", checked: filter.onlyOpen, "data-test": "only-open",
                    onchange: changed("onlyOpen") }), t("onlyOpen"))),
        acceptance, count, list.node));
    await fetchPhotos();
    draw();
    list.node.scrollTop = lastTop;
    list.draw();
    drawAcceptance(acceptance);
    // Pages arrive one after the other; the list is put in order once for several of them.
    let timer = null;
    const stop = [onPhotos(() => { timer ??= setTimeout(() => { timer = null; draw(); }, 120); })];
    let stale = null;
    const again = () => {
        stale = null;
        fetchPhotos({ fresh: true }).catch(() => {});
    };
    stop.push(on("queue", () => { stale ??= setTimeout(again, 10_000); }));
    return {
        close() {
            lastTop = list.node.scrollTop;
            list.close();
            clearTimeout(timer);
            clearTimeout(stale);
            for (const one of stop) one();
        },
    };
}

function select(label, test, options, value, onchange) {
    return el("label", {}, el("span", {}, label), el("select", { onchange, "data-test": test },
        options.map(([key, text]) => el("option", { value: key, selected: key === value }, text))));
}

function makeRow() {
    return el("div", { class: "photo-row", role: "listitem" },
        el("a", {}, el("span", { class: "photo-name" }), el("span", { class: "detail" })));
}

function drawRow(row, job) {
    const [link] = row.children;
    const [title, detail] = link.children;
    link.href = "#/photos/" + job.job;
    link.dataset.test = "job-" + job.job;
    const { file, folder } = parted(job.photo);
    title.textContent = file;
    title.dir = "auto";
    const facts = [t("state" + job.state),
        job.state === "done" && Number.isInteger(job.findings) ? t("findings", { count: job.findings }) : null,
        job.uncertain === null || job.uncertain === undefined ? null : t("margin", { value: fixed(job.uncertain, 3) }),
        job.reviewed ? "✓ " + t("reviewed") : null, job.reason, folder || null];
    detail.textContent = facts.filter(Boolean).join(" · ");
    row.classList.toggle("reviewed", Boolean(job.reviewed));
}

/** The control that accepts every photo that is sure enough; its detectors are those of the first done photo. */
async function drawAcceptance(place) {
    const example = photoIndex().jobs.find((job) => job.state === "done" && job.findings > 0);
    if (!example) return place.remove();
    const job = await get(path`/jobs/${example.job}`).catch(() => null);
    if (!job?.detectors.length) return place.remove();
    const detector =
        el("select", { "data-test": "accept-detector" },
            job.detectors.map((one) => el("option", { value: one.name }, one.name)));
    const shown = el("output", {}, "80%");
    const above = el("input", { type: "range", min: 0.5, max: 0.99, step: 0.01, value: 0.8, "data-test": "accept-above",
        oninput: () => { shown.textContent = Math.round(above.value * 100) + "%"; } });
    const accept = async () => {
        try {
            const { changed } =
                await send("POST", "/jobs/accept", { detector: detector.value, above: Number(above.value) });
            tell(t("accepted", { count: changed }));
            await fetchPhotos({ fresh: true });
        } catch (error) { tell(error.message); }
    };
    replace(place, el("h2", {}, t("acceptAbove")), el("div", { class: "filters" },
        el("label", {}, el("span", {}, t("detector")), detector),
        el("label", { class: "range" }, el("span", {}, t("threshold"), " ", shown), above),
        button(t("accept"), accept, { "data-test": "accept-all" })));
}
