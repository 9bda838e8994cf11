// The two ways to see the photos: as a list, and as pictures.
import { el } from "../shell/dom.js";
import { photosAddress } from "./photo-filter.js";
import { t } from "../strings/language.js";

/** Links to both, of which one is here; `draw` gives them the filter as it is now.
    @param {string} here */
export function viewSwitch(here) {
    const links = ["photos", "gallery"].map((view) => el("a", { class: "button small", "data-test": "view-" + view,
        "aria-current": view === here ? "page" : null }, t("view" + view)));
    const draw = () => {
        links[0].href = photosAddress(null, "photos");
        links[1].href = photosAddress(null, "gallery");
    };
    draw();
    return { node: el("nav", { class: "row", "aria-label": t("views") }, links), draw };
}
