// The head of every page: where one is, where else one can go, and the language.
import { button, el, replace } from "./dom.js";
import { Unreachable, isSignedIn, load } from "./api.js";
import { language, languages, setLanguage, t } from "../strings/language.js";
import { tell } from "./notices.js";

const links = [
    ["queue", "#/"], ["sessions", "#/sessions"], ["photos", "#/photos"], ["trend", "#/trend"],
];
const icon = new URL("./icon.svg", import.meta.url).href;
/** The page in the head that a page without a link of its own belongs to. */
export const parents = { capture: "sessions", session: "sessions", review: "sessions", job: "photos", gallery: "photos" };

/** Draws the head for a page. */
export function showHead(page) {
    const here = parents[page] ?? page;
    const choice = el("select",
        { "aria-label": t("language"), "data-test": "language", onchange: (event) => change(event.target.value) },
        Object.entries(languages)
            .map(([key, label]) => el("option", { value: key, selected: key === language(), lang: key }, label)));
    replace(document.getElementById("top"),
        el("a", { class: "skip", href: "#page", onclick: skip }, t("skipToContent")),
        el("a", { class: "brand", href: "#/" }, el("img", { src: icon, alt: "", width: 28, height: 28 }), "Quiver"),
        el("nav", { "aria-label": t("pages") }, links.map(([name, href]) =>
            el("a", { href, "aria-current": here === name ? "page" : null, "data-test": "nav-" + name },
                t("page" + name)))),
        choice,
        isSignedIn() ? button(t("signout"), signOut, { class: "button small", "data-test": "sign-out" }) : null);
}

/** The skip link moves the focus without touching the address, which is the route. */
function skip(event) {
    event.preventDefault();
    document.getElementById("page").focus();
}

async function signOut() {
    await attempt(async () => (await load(() => import("./sign-out.js"))).signOut());
}

async function change(next) {
    await attempt(() => load(() => setLanguage(next)));
    dispatchEvent(new Event("quiver-language"));
}

async function attempt(act) {
    try {
        await act();
    } catch (error) {
        tell(error instanceof Unreachable ? t("unreachable") : error.message);
    }
}
