// The tags of a photo, on its tile and on its page.
import { el, replace } from "../shell/dom.js";
import { tagAddress } from "./tag-query.js";
import { t } from "../strings/language.js";

/** More tags than a tile shows. */
const most = 3;

/** Where a tile has its tags. */
export function tagPlace() { return el("span", { class: "tile-tags", "aria-hidden": "true" }); }

/** Draws the tags of a photo on its tile. @param {HTMLElement} place @param {string[]} tags */
export function drawTags(place, tags) {
    const key = tags.join("\n");
    if (place.dataset.tags === key) return;
    place.dataset.tags = key;
    const more = tags.length - most;
    replace(place, tags.slice(0, most).map((name) => el("span", { class: "tile-tag", "data-tag": name, title: name, dir: "auto" }, name)),
        more > 0 ? el("span", { class: "tile-more" }, `+${more}`) : null);
}

/** The tags in words; null for none. @param {string[]} tags */
export function tagWords(tags) { return tags.length ? t("tagged", { names: tags.join(", ") }) : null; }

/** A press on a tag of a tile asks for its photos, and chooses none. @param {HTMLElement} grid @param {(name: string) => void} show */
export function listenToTags(grid, show) {
    for (const kind of ["click", "dblclick"]) {
        grid.addEventListener(kind, (event) => {
            const name = /** @type {any} */ (event.target).closest?.(".tile-tag")?.dataset.tag;
            if (name === undefined) return;
            event.stopPropagation();
            if (kind === "click") show(name);
        }, true);
    }
}

/** The tags of a photo as links to the photos that have them. @param {string[]} tags */
export function tagLinks(tags) {
    return tags.map((name) => el("a", { class: "photo-tag", href: tagAddress(name), "data-test": "photo-tag", dir: "auto" }, name));
}
