// The photos as pictures: a hundred thousand in a grid, chosen and changed together.
import { AlikeTools } from "./alike-tools.js";
import { BulkBar } from "./bulk-bar.js";
import { drawTile, makeTile, showPicture } from "./tile.js";
import { el, replace } from "../shell/dom.js";
import { fetchReviewed } from "../photos/photo-index.js";
import { filter, photosAddress, readFilter } from "../photos/photo-filter.js";
import { listenToGrid, listenToPresses } from "./grid-keys.js";
import { ListFilter } from "../photos/list-filter.js";
import { on } from "../shell/events.js";
import { Selection } from "./selection.js";
import { listenToTags } from "../tags/tag-marks.js";
import { t } from "../strings/language.js";
import { TileGrid } from "./tile-grid.js";
import { TileStore } from "./tile-store.js";
import { asksTags, withTag } from "../tags/tag-query.js";
import { viewSwitch } from "../photos/view-switch.js";

/** Where the gallery stood, and what was chosen. */
const last = { top: 0, address: "", chosen: new Set(), at: null };

/** Opens `#/gallery`. */
export async function open({ main, query }) {
    readFilter(query, "gallery");
    const page = new GalleryPage(main);
    await page.open();
    return page;
}

class GalleryPage {
    /** Numbers of the photos in order, and each photo by its number. */
    jobs = [];
    rows = new Map();

    constructor(main) {
        this.views = viewSwitch("gallery");
        this.grid = new TileGrid({ makeTile, label: t("photoList"),
            least: matchMedia("(max-width: 600px)").matches ? 108 : 168,
            drawTile: (tile, index) => this.fill(tile, this.photos.shown[index]),
            seen: (first, end) => this.seen(first, end) });
        this.photos = new ListFilter({ top: () => { this.grid.node.scrollTop = 0; }, changed: () => this.listed() });
        this.store = new TileStore(() => this.grid.redraw());
        this.selection = new Selection(() => this.jobs, () => this.chosen(),
            (job) => this.store.look(this.rows.get(job) ?? { job }));
        const show = (job) => { location.hash = photosAddress(job); };
        const showTag = (name) => this.photos.ask(withTag(filter.where, name));
        listenToTags(this.grid.node, showTag);
        this.bar = new BulkBar({ selection: this.selection, show, showTag, changed: () => this.changed(),
            renewed: (photos) => this.renewed(photos),
            rows: () => this.photos.shown.filter(({ job }) => this.selection.has(job))
                .map(({ job, photo, state }) => ({ photo, state, ...this.selection.seen.get(job) })) });
        this.alike = new AlikeTools({ selection: this.selection, photos: this.photos, grid: this.grid, rows: () => this.rows,
            accept: (wanted) => this.bar.changeChosen(wanted) });
        listenToPresses(this.grid, this.selection, show);
        this.stop = [listenToGrid(this.grid, this.selection, show, (key) => this.alike.action(key) ?? this.bar.action(key)),
            on("session", () => this.stale())];
        replace(main, el("div", { class: "wrap photos-page gallery-page" },
            el("div", { class: "row views" }, el("h1", {}, t("pagephotos")), this.views.node),
            this.photos.node, this.photos.wrong, this.photos.count, this.photos.empty, this.alike.node, this.alike.cohorts.node,
            el("div", { class: "gallery-body" }, this.alike.map.node, this.grid.node), this.bar.node));
    }

    async open() {
        await this.photos.open();
        if (last.address === photosAddress()) {
            Object.assign(this.selection, { chosen: last.chosen, at: last.at });
            this.selection.settle();
            this.grid.node.scrollTop = last.top;
        }
        this.selection.changed();
        this.grid.draw();
        this.alike.open();
        // What was reviewed in the photo's own page has another revision than the list knew.
        fetchReviewed().then(() => this.selection.lookAgain(), () => {});
    }

    close() {
        const { chosen, at } = this.selection;
        Object.assign(last, { top: this.grid.node.scrollTop, address: photosAddress(), chosen, at });
        this.bar.close();
        this.alike.close();
        this.grid.close();
        this.photos.close();
        clearTimeout(this.timer);
        for (const one of this.stop) one();
    }

    /** The list is another one. */
    listed() {
        this.jobs = this.photos.shown.map(({ job }) => job);
        this.rows = new Map(this.photos.shown.map((row) => [row.job, row]));
        this.selection.settle();
        this.grid.node.hidden = !this.photos.empty.hidden;
        this.grid.update(this.jobs.length);
        this.views.draw();
        this.alike.listed();
        this.bar.draw();
    }

    /** Another choice: what is in sight shows it. */
    chosen() {
        this.grid.redraw();
        this.alike.draw();
        this.bar.draw();
        const isSeen = this.selection.at !== null && document.getElementById("tile-" + this.selection.at);
        if (isSeen) this.grid.node.setAttribute("aria-activedescendant", "tile-" + this.selection.at);
        else this.grid.node.removeAttribute("aria-activedescendant");
    }

    /** Photos have other revisions by what was changed here. */
    renewed(photos) {
        this.store.note(photos);
        this.selection.renew(photos);
        // How many are reviewed is seen while a change of many goes on.
        this.photos.tell();
    }

    /** Photos were changed: what is in sight is asked for anew, and the list is put in order. */
    changed() {
        this.store.age();
        this.photos.soonAgain();
        if (filter.onlyOpen || filter.sort === "uncertain") this.photos.draw();
        else this.photos.tell();
        if (asksTags(filter.where)) this.photos.search({ fresh: true });
        this.grid.redraw();
        this.bar.draw();
        this.grid.draw();
    }

    /** Another user, or this one elsewhere, has reviewed something. */
    stale() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { this.store.age(); this.grid.draw(); }, 500);
    }

    fill(element, row) {
        if (!row) return;
        drawTile(element, { row, tile: this.store.of(row.job), isChosen: this.selection.has(row.job),
            isAt: this.selection.at === row.job });
    }

    /** What is in sight shows its pictures and boxes. */
    seen(first, end) {
        const rows = this.photos.shown.slice(first, end);
        this.store.need(rows.filter(({ state }) => state === "done")).catch(() => {});
        for (const { element, index } of this.grid.tiles.all) {
            if (index >= first && index < end) showPicture(element, this.photos.shown[index]);
        }
    }
}
