// The review of boxes and classes: ten thousand photos in a list, the uncertain ones first.
import { el, name, parted, replace } from "../shell/dom.js";
import { drawAcceptance } from "./acceptance.js";
import { filter, photosAddress, readFilter } from "./photo-filter.js";
import { hitsIn, hitText } from "./photo-search.js";
import { isWide, ListFilter } from "./list-filter.js";
import { fixed, t } from "../strings/language.js";
import { viewSwitch } from "./view-switch.js";
import { VirtualList } from "../shell/virtual-list.js";

/** Where the list stood, and under which address. */
const last = { top: 0, address: "" };

/** Opens `#/photos`. */
export async function open({ main, query }) {
    readFilter(query, "photos");
    const list = new VirtualList(
        { rowHeight: 64, makeRow, drawRow: (row, index) => drawRow(row, photos.shown[index]), label: t("photoList") });
    const photos = new ListFilter({ top: () => { list.node.scrollTop = 0; },
        changed: () => { list.node.hidden = !photos.empty.hidden; list.update(photos.shown.length); views.draw(); } });
    const views = viewSwitch("photos");
    const acceptance = el("details", { class: "folded acceptance", open: isWide() });
    replace(main, el("div", { class: "wrap photos-page" },
        el("div", { class: "row views" }, el("h1", {}, t("pagephotos")), views.node),
        photos.node, photos.wrong, acceptance, photos.count, photos.empty, list.node));
    await photos.open();
    if (last.address === photosAddress()) list.node.scrollTop = last.top;
    list.draw();
    drawAcceptance(acceptance);
    return {
        close() {
            Object.assign(last, { top: list.node.scrollTop, address: photosAddress() });
            list.close();
            photos.close();
        },
    };
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
