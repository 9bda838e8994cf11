// What the gallery does by what a model takes for alike: photos in the order of likeness to one, and the map of all.
import { button, el, parted, say, set } from "../shell/dom.js";
import { Cohorts } from "./cohorts.js";
import { dimIfEmpty, unlessEmpty } from "./empty-list.js";
import { PhotoMap } from "./photo-map.js";
import { filter } from "../photos/photo-filter.js";
import { t } from "../strings/language.js";
import { tell } from "../shell/notices.js";

/** Whether the map is shown, for the page's life. */
let isMapWanted = false;

/** The buttons above the grid, and the map beside it. */
export class AlikeTools {
    isBusy = false;

    /** @param {{ selection: import("./selection.js").Selection, photos: import("../photos/list-filter.js").ListFilter,
        grid: import("./tile-grid.js").TileGrid, rows: () => Map<number, any>, accept: (wanted: any) => Promise<{ sentence: string } | null> }} parts
        `rows` gives the photos by number, and `accept` changes those that are chosen. */
    constructor({ selection, photos, grid, rows, accept }) {
        this.selection = selection;
        this.photos = photos;
        this.grid = grid;
        this.rows = rows;
        this.map = new PhotoMap({ selection, chose: () => grid.reveal(selection.index),
            anew: (detector) => this.guarded(() => this.map.load(detector)) });
        const act = (text, key, test, run) => button(text, run, { class: "button small", "data-test": test, "aria-keyshortcuts": key,
            title: `${text} (${key})` });
        this.alike = act(t("orderAlike"), "L", "order-alike", () => this.order());
        this.cohorts = new Cohorts({ photos, selection, accept });
        this.suggest = act(t("suggestions"), "S", "suggestions", () => this.suggestShown());
        this.mapped = act(t("map"), "M", "show-map", () => this.turnShown());
        this.note = el("p", { class: "detail", "data-test": "alike-note" });
        this.node = el("div", { class: "row alike-tools", role: "group", "aria-label": t("alikeTools") }, this.alike, this.mapped,
            this.suggest, this.note);
    }

    /** What the keys do here; null for a key that means nothing. */
    action(key) {
        const { cohorts } = this;
        const ofGroup = cohorts.isShown ? { y: () => cohorts.accept(), n: () => cohorts.next() } : {};
        const acts = { l: () => this.order(), m: () => this.turnShown(), s: () => this.suggestShown(), ...ofGroup };
        return (key.length === 1 && acts[key.toLowerCase()]) || null;
    }

    /** Shows the map again that was shown before. */
    async open() { if (isMapWanted) await this.turnMap(true); }

    close() {
        this.map.close();
        this.cohorts.close();
    }

    /** The photos are others, or in another order. */
    listed() {
        if (this.map.isShown) this.map.update(this.photos.shown);
        else this.map.rows = this.photos.shown;
        this.draw();
    }

    draw() {
        const isAlike = filter.sort === "similar" && filter.like > 0;
        const row = isAlike ? this.rows().get(filter.like) : null;
        this.note.textContent = this.isBusy ? t("searching") : row ? t("alikeTo", { name: parted(row.photo).file }) : "";
        set(this.alike, { "aria-disabled": this.one === null ? "true" : null });
        set(this.mapped, { "aria-pressed": String(this.map.isShown) });
        dimIfEmpty(this.mapped, this.isMapEmpty);
        dimIfEmpty(this.suggest, this.isEmpty);
        this.map.schedule();
    }

    /** Whether the list shows no photo. */
    get isEmpty() { return this.photos.shown.length === 0; }

    /** Whether a map would show none; one that is there can always be put away. */
    get isMapEmpty() { return this.isEmpty && !this.map.isShown; }

    /** The photo that is meant: the only one that is chosen, else the one that the keys are at; null for none. */
    get one() { return this.selection.size === 1 ? [...this.selection.chosen][0] : this.selection.at; }

    /** Puts the photos in the order of likeness to one of them. */
    async order() {
        const { one } = this;
        if (one === null) return say(t("chosenNone"));
        await this.guarded(async () => {
            await this.photos.orderAlike(one, this.map.isShown ? this.map.detector : "");
            this.grid.reveal(0);
        });
        say(this.note.textContent);
    }

    /** Shows photos whose labels may be wrong, a group at a time. */
    async suggestLabels() { await this.guarded(() => this.cohorts.begin(this.map.isShown ? this.map.detector : "")); }

    suggestShown() { return unlessEmpty(this.isEmpty, () => this.suggestLabels()); }

    turnShown() { return unlessEmpty(this.isMapEmpty, () => this.turnMap()); }

    async turnMap(isWanted = !this.map.isShown) {
        isMapWanted = isWanted;
        if (!isWanted) this.map.hide();
        else if (!await this.guarded(() => this.map.show())) isMapWanted = false;
        this.draw();
    }

    /** Asks one thing at a time, as a hundred thousand vectors take a while; says what goes wrong, and answers whether nothing did. */
    async guarded(run) {
        if (this.isBusy) return false;
        this.isBusy = true;
        this.note.textContent = t("searching");
        try {
            await run();
            return true;
        } catch (error) {
            tell(error.code === "noVector" ? t("noVectors") : error.message);
            return false;
        } finally {
            this.isBusy = false;
            this.draw();
        }
    }
}
