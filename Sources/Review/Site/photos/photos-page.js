// The review of boxes and classes: ten thousand photos in a list, the uncertain ones first.
import { el, name, parted, replace } from "../shell/dom.js";
import { chosenPhotos, fetchPhotos, onPhotos, photoIndex, progress } from "./photo-index.js";
import { drawAcceptance } from "./acceptance.js";
import { filter, photosAddress, readFilter } from "./photo-filter.js";
import { hitsIn, hitText, isCut, mostHits, searchPhotos } from "./photo-search.js";
import { on } from "../shell/events.js";
import { states } from "../queue/states.js";
import { fixed, t } from "../strings/language.js";
import { tell } from "../shell/notices.js";
import { VirtualList } from "../shell/virtual-list.js";

/** Where the list stood, and under which address. */
const last = { top: 0, address: "" };

/** Opens `#/photos`. */
export async function open({ main, query }) {
    readFilter(query);
    let shown = [];
    const list = new VirtualList(
        { rowHeight: 64, makeRow, drawRow: (row, index) => drawRow(row, shown[index]), label: t("photoList") });
    const count = el("p", { class: "detail", "aria-live": "polite", "data-test": "photo-count" });
    const wrong = el("p", { class: "detail", role: "alert", hidden: true, "data-test": "query-wrong" });
    const empty = el("p", { class: "empty", hidden: true, "data-test": "photos-empty" }, t("noPhotoPasses"));
    const draw = () => {
        shown = chosenPhotos(filter);
        const done = progress();
        count.textContent = [t("shownOf", { shown: fixed(shown.length), total: fixed(photoIndex().total) }),
            done && t("progress", done), filter.where.trim() && isCut() && t("hitsCut", { number: fixed(mostHits) })]
            .filter(Boolean).join(" · ");
        empty.hidden = shown.length > 0 || !photoIndex().isComplete;
        list.node.hidden = !empty.hidden;
        list.update(shown.length);
    };
    const changed = (key) => (event) => {
        filter[key] = event.target.type === "checkbox" ? event.target.checked : event.target.value;
        // The same page under another address: nothing is opened anew.
        history.replaceState(null, "", photosAddress());
        list.node.scrollTop = 0;
        draw();
    };
    /** What is typed is looked for once it stands still: the server reads what is new before it answers. */
    const search = async (options = {}) => {
        if (filter.where.trim()) count.textContent = t("searching");
        wrong.hidden = true;
        const isLast = await searchPhotos(filter.where, { came: draw, ...options }).catch((error) => {
            // What is half typed is no trouble of the server's.
            if (error.code !== "badQuery") tell(error.message);
            wrong.textContent = error.message;
            wrong.hidden = error.code !== "badQuery";
            return true;
        });
        if (isLast) draw();
    };
    let typing = null;
    const look = (event) => {
        filter.where = event.target.value;
        history.replaceState(null, "", photosAddress());
        clearTimeout(typing);
        typing = setTimeout(() => { list.node.scrollTop = 0; search(); }, 400);
    };
    // A phone's small screen, held either way, is left to the list.
    const isWide = matchMedia("(min-width: 701px) and (min-height: 620px)").matches;
    const acceptance = el("details", { class: "folded acceptance", open: isWide });
    replace(main, el("div", { class: "wrap photos-page" }, el("h1", {}, t("pagephotos")),
        el("details", { class: "folded", open: isWide || filter.state || filter.where || filter.onlyOpen },
            el("summary", {}, t("filter")),
            el("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
                select(t("filterState"), "filter-state",
                    [["", t("all")], ...states.map((one) => [one, t("state" + one)])], filter.state, changed("state")),
                select(t("sortBy"), "sort", [["uncertain", t("sortuncertain")], ["number", t("sortnumber")]],
                    filter.sort, changed("sort"), t("sortHelp")),
                el("label", { class: "wide", title: t("filterWhereHelp") }, el("span", {}, t("filterWhere")),
                    el("input", { type: "search", value: filter.where, placeholder: "label:arrow name:IMG_*",
                        autocapitalize: "off", autocomplete: "off", spellcheck: false, "data-test": "filter-where",
                        oninput: look })),
                el("label", { class: "check" },
                    el("input", { type: "checkbox", checked: filter.onlyOpen, "data-test": "only-open",
                        onchange: changed("onlyOpen") }), t("onlyOpen")))),
        wrong, acceptance, count, empty, list.node));
    await fetchPhotos();
    draw();
    if (filter.where.trim()) await search();
    if (last.address === photosAddress()) list.node.scrollTop = last.top;
    list.draw();
    drawAcceptance(acceptance);
    // Pages arrive one after the other; the list is put in order once for several of them.
    let timer = null;
    const stop = [onPhotos(() => { timer ??= setTimeout(() => { timer = null; draw(); }, 120); })];
    let stale = null;
    const again = () => {
        stale = null;
        fetchPhotos({ fresh: true }).catch(() => {});
        if (filter.where.trim()) search({ fresh: true });
    };
    stop.push(on("queue", () => { stale ??= setTimeout(again, Math.max(1000, photoIndex().total)); }));
    return {
        close() {
            Object.assign(last, { top: list.node.scrollTop, address: photosAddress() });
            list.close();
            clearTimeout(timer);
            clearTimeout(typing);
            clearTimeout(stale);
            for (const one of stop) one();
        },
    };
}

function select(label, test, options, value, onchange, title = null) {
    return el("label", title ? { title } : {}, el("span", {}, label), el("select", { onchange, "data-test": test },
        options.map(([key, text]) => el("option", { value: key, selected: key === value }, text))));
}

function makeRow() {
    return el("div", { class: "photo-row", role: "listitem" },
        el("a", {}, el("span", { class: "photo-name" }),
            el("span", { class: "detail photo-facts" }, el("span", {}), el("span", { class: "folder" }, name("")))));
}

function drawRow(row, job) {
    const [link] = row.children;
    const [title, detail] = link.children;
    link.href = photosAddress(job.job);
    link.dataset.test = "job-" + job.job;
    const { file, folder } = parted(job.photo);
    title.textContent = file;
    title.dir = "auto";
    // What was decided stands first: the end of a long line is cut off; of the folder the beginning is.
    const hits = filter.where.trim() ? hitsIn(job.photo) : [];
    const facts = [hits.length ? hits.slice(0, 3).map(hitText).join(", ") : null,
        job.reviewed ? "✓ " + t("reviewed") : null, t("state" + job.state),
        job.scored ? t("scoredEnd") : job.state === "done" && Number.isInteger(job.findings) ? t("findings", { count: job.findings }) : null,
        job.scored || job.uncertain === null || job.uncertain === undefined ? null : t("margin", { value: fixed(job.uncertain, 3) }),
        job.reason];
    const [said, place] = detail.children;
    said.textContent = facts.filter(Boolean).join(" · ");
    place.firstElementChild.textContent = folder;
    place.hidden = !folder;
    row.classList.toggle("reviewed", Boolean(job.reviewed));
}
