// The filter over photos, as a list and a gallery have it: its fields, what is wrong with its query, and which photos pass.
import { chosenPhotos, fetchPhotos, onPhotos, photoIndex, progress } from "./photo-index.js";
import { el } from "../shell/dom.js";
import { filter, photosAddress, sorts } from "./photo-filter.js";
import { fixed, t } from "../strings/language.js";
import { fetchLikeness, knowsLikeness } from "./likeness.js";
import { isCut, mostHits, onFound, searchPhotos } from "./photo-search.js";
import { on } from "../shell/events.js";
import { reviewsPerMinute } from "./review-rate.js";
import { states } from "../queue/states.js";
import { tell } from "../shell/notices.js";

/** A phone's small screen, held either way, is left to the photos. */
export const isWide = () => matchMedia("(min-width: 701px) and (min-height: 620px)").matches;

/** The filter's parts and the photos that pass it; `changed` is called where these are others, and `top` where another filter
    begins at the first. */
export class ListFilter {
    /** The photos that pass, in order. */
    shown = [];
    count = el("p", { class: "detail", "aria-live": "polite", "data-test": "photo-count" });
    wrong = el("p", { class: "detail", role: "alert", hidden: true, "data-test": "query-wrong" });
    empty = el("p", { class: "empty", hidden: true, "data-test": "photos-empty" }, t("noPhotoPasses"));
    /** The photos that the filter passes, in order. */
    passing = [];
    /** The photos of which alone the list is; null for all of those. */
    only = null;
    isClosed = false;
    typing = null;
    timer = null;
    stale = null;
    /** The last search, and the one that waits for its end. */
    searched = Promise.resolve();
    behind = null;

    /** @param {{ changed: () => void, top: () => void }} calls */
    constructor({ changed, top }) {
        this.changed = changed;
        this.top = top;
        const field = (key) => (event) => this.set(key, event.target.type === "checkbox" ? event.target.checked
            : event.target.value);
        this.order = select(t("sortBy"), "sort", sorts.map((one) => [one, t("sort" + one)]), filter.sort, field("sort"), t("sortHelp"));
        this.showOrder();
        this.node = el("details", { class: "folded", open: isWide() || filter.state || filter.where || filter.onlyOpen },
            el("summary", {}, t("filter")),
            el("form", { class: "filters", onsubmit: (event) => event.preventDefault() },
                select(t("filterState"), "filter-state",
                    [["", t("all")], ...states.map((one) => [one, t("state" + one)])], filter.state, field("state")),
                this.order,
                el("label", { class: "wide", title: t("filterWhereHelp") }, el("span", {}, t("filterWhere")),
                    el("input", { type: "search", value: filter.where, placeholder: "label:arrow name:IMG_*",
                        autocapitalize: "off", autocomplete: "off", spellcheck: false, "data-test": "filter-where",
                        oninput: (event) => this.look(event.target.value) })),
                el("label", { class: "check" },
                    el("input", { type: "checkbox", checked: filter.onlyOpen, "data-test": "only-open",
                        onchange: field("onlyOpen") }), t("onlyOpen"))));
    }

    /** Shows the photos that are known, and the others as they come. */
    async open() {
        await fetchPhotos();
        this.stop = [on("queue", () => {
            this.stale ??= setTimeout(() => this.again(), Math.max(1000, photoIndex().total));
        }), onFound(() => this.soon())];
        try {
            await this.begin();
        } catch (error) {
            this.close();
            throw error;
        }
        // Pages arrive one after the other; the list is put in order once for several of them.
        this.stop.push(onPhotos(() => this.soon()));
    }

    /** Shows what is known by now, and what the query finds. */
    async begin() {
        if (filter.sort === "similar" && !knowsLikeness(filter.like)) await this.remember();
        this.draw();
        if (filter.where.trim()) await this.search();
    }

    close() {
        this.isClosed = true;
        for (const timer of [this.timer, this.typing, this.stale]) clearTimeout(timer);
        for (const one of this.stop ?? []) one();
    }

    /** Asks for what is new before long, as the user's own change may be one of other photos too: of copies with the same content. */
    soonAgain() {
        clearTimeout(this.stale);
        this.stale = setTimeout(() => this.again(), Math.max(1000, photoIndex().total / 20));
    }

    /** Asks for what is new. */
    again() {
        this.stale = null;
        fetchPhotos({ fresh: true }).catch(() => {});
        // Behind a search that goes on: begun anew with each change, it might never end.
        this.behind ??= this.searchedLast().finally(() => {
            this.behind = null;
            // The page that follows has the same filter, and its own search.
            if (!this.isClosed && this.node.isConnected && filter.where.trim()) this.search({ fresh: true });
        });
    }

    set(key, value) {
        filter[key] = value;
        // The same page under another address: nothing is opened anew.
        history.replaceState(null, "", photosAddress());
        this.top();
        this.draw();
    }

    /** Puts the photos in the order of likeness to one of them; throws where there is nothing to compare. */
    async orderAlike(like, detector = "") {
        await fetchLikeness(like, detector);
        // The filter and the address are those of another page by now.
        if (this.isClosed) return;
        filter.like = like;
        this.set("sort", "similar");
        this.showOrder();
    }

    /** The order of likeness that an address names; where it cannot be had, another order stands. */
    async remember() {
        try {
            await fetchLikeness(filter.like);
        } catch (error) {
            filter.sort = "uncertain";
            this.showOrder();
            tell(error.code === "noVector" ? t("noVectors") : error.message);
        }
    }

    /** Likeness is an order where it is known to what. */
    showOrder() {
        const field = this.order.querySelector("select");
        for (const one of field.children) if (one.value === "similar") one.hidden = one.disabled = !filter.like;
        field.value = filter.sort;
    }

    /** What is typed is looked for once it stands still: the server reads what is new before it answers. */
    look(text) {
        filter.where = text;
        history.replaceState(null, "", photosAddress());
        clearTimeout(this.typing);
        this.typing = setTimeout(() => { this.top(); this.search(); }, 400);
    }

    /** Asks another query, as one that is typed. @param {string} text */
    ask(text) {
        this.node.open = true;
        this.node.querySelector("input[type=search]").value = text;
        this.look(text);
    }

    async searchedLast() {
        for (let one = null; one !== this.searched;) {
            one = this.searched;
            await one;
        }
    }

    /** Shows which photos fit the query, as far as no other search has begun meanwhile. */
    search(options = {}) { return this.searched = this.lookFor(options); }

    async lookFor(options) {
        if (filter.where.trim()) this.count.textContent = t("searching");
        this.wrong.hidden = true;
        const isLast = await searchPhotos(filter.where, options).catch((error) => {
            // What is half typed is no trouble of the server's.
            if (error.code !== "badQuery") tell(error.message);
            this.wrong.textContent = error.message;
            this.wrong.hidden = error.code !== "badQuery";
            return true;
        });
        if (isLast) this.draw();
    }

    /** To put a hundred thousand photos in order takes a while: it is done at most for a fifth of the time. */
    soon() {
        this.timer ??= setTimeout(() => this.draw(), Math.max(120, 4 * this.took));
    }

    took = 0;

    draw() {
        if (this.isClosed) return;
        clearTimeout(this.timer);
        this.timer = null;
        const begin = performance.now();
        this.passing = chosenPhotos(filter);
        this.shown = this.only ? this.passing.filter(({ job }) => this.only.has(job)) : this.passing;
        this.tell();
        this.empty.hidden = this.shown.length > 0 || !photoIndex().isComplete;
        this.changed();
        this.took = performance.now() - begin;
    }

    /** Says how many photos pass, how many are reviewed, and how fast that goes. */
    tell() {
        const [done, rate] = [progress(), reviewsPerMinute()];
        this.count.textContent = [t("shownOf", { shown: fixed(this.shown.length), total: fixed(photoIndex().total) }),
            done && t("progress", done), rate && t("reviewRate", { number: fixed(rate, rate < 10 ? 1 : 0) }),
            filter.where.trim() && isCut() && t("hitsCut", { number: fixed(mostHits) })].filter(Boolean).join(" · ");
    }
}

function select(label, test, options, value, onchange, title = null) {
    return el("label", title ? { title } : {}, el("span", {}, label), el("select", { onchange, "data-test": test },
        options.map(([key, text]) => el("option", { value: key, selected: key === value }, text))));
}
