// What the server did not take, on every page: it is kept until the person says what becomes of it.
import * as outbox from "./outbox.js";
import { banner } from "./banner.js";
import { button, el, replace, say } from "./dom.js";
import { signIn } from "./api.js";
import { t } from "./strings.js";

/** One line for each correction that was refused, or that met another one and is not on the page just now. */
export function unsettled() {
    const place = el("div", {});
    let shown = "";
    const draw = () => {
        const list = signIn.isNeeded ? [] : outbox.status().unsettled.filter((one) => one.refused || !isHere(one));
        const key = JSON.stringify(list.map(({ photo, refused }) => [photo, refused]));
        if (key === shown) return;
        shown = key;
        replace(place, list.map(line));
    };
    outbox.on("status", draw);
    addEventListener("hashchange", draw);
    return place;
}

function line(entry) {
    const { photo, refused } = entry;
    const name = entry.name ?? photo;
    const text = refused ? t("refused", { name, sentence: refused }) : t("conflictOf", { name });
    say(text);
    const again = button(t("again"), () => outbox.tryAgain(photo),
        { class: "button main", "data-test": "refused-again" });
    const back = button(t("takeBack"), () => outbox.takeBack(photo), { "data-test": "refused-back" });
    const show = button(t("show"), () => { location.hash = entry.place; }, { "data-test": "conflict-show" });
    return banner(text, {
        kind: "lost", test: refused ? "refused" : "conflict-elsewhere", buttons: refused ? [again, back] : [show],
    });
}

/** Whether the photo is on the page, which asks by itself. */
function isHere({ place }) { return !place || place.split("?")[0] === location.hash.split("?")[0]; }
