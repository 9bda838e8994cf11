// The way from the sessions to the view that takes photos; where photos are not taken, how that is switched on.
//
// What the server said last is shown at once, and asked again once the list is there: a first load asks for little.
import { el, replace } from "../shell/dom.js";
import { t } from "../strings/language.js";

const key = "quiver.uploads";

/** A place in the page that shows whether the server takes photos. */
export function wayIn() {
    const place = el("div", { class: "way-in" });
    /** @param {{ isOn: boolean, why?: string }} said */
    const draw = ({ isOn, why }) => {
        replace(place, isOn
            ? el("a", { class: "button main", href: "#/capture", "data-test": "to-capture" }, t("capture"))
            : why ? el("p", { class: "detail", "data-test": "uploads-off" }, why) : null);
        place.hidden = !place.children.length;
    };
    draw(remembered());
    setTimeout(async () => {
        try {
            const { fetchLimits } = await import("./limits.js");
            const { isOn, why } = await fetchLimits();
            draw({ isOn, why });
            localStorage.setItem(key, JSON.stringify({ isOn, why }));
        } catch { /* The page itself tells of a lost connection. */ }
    }, 1000);
    return place;
}

/** @returns {{ isOn: boolean, why?: string }} */
function remembered() {
    try {
        return JSON.parse(localStorage.getItem(key)) ?? { isOn: false };
    } catch {
        return { isOn: false };
    }
}
