// The head of every page: where one is, where else one can go, and the language.
import { button, el, replace } from "./dom.js";
import { isSignedIn, signOut } from "./signed-in.js";
import { language, languages, setLanguage, t } from "./strings.js";

const links = [
    ["queue", "#/"], ["sessions", "#/sessions"], ["photos", "#/photos"], ["trend", "#/trend"],
];
/** The page in the head that a page without a link of its own belongs to. */
export const parents = { session: "sessions", review: "sessions", job: "photos" };

/** Draws the head for a page. */
export function showHead(page) {
    const here = parents[page] ?? page;
    const choice = el("select",
        { "aria-label": t("language"), "data-test": "language", onchange: (event) => change(event.target.value) },
        Object.entries(languages)
            .map(([key, label]) => el("option", { value: key, selected: key === language(), lang: key }, label)));
    replace(document.getElementById("top"),
        el("a", { class: "skip", href: "#page", onclick: skip }, t("skipToContent")),
        el("a", { class: "brand", href: "#/" }, el("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
            "Quiver"),
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

function change(next) {
    setLanguage(next);
    dispatchEvent(new Event("quiver-language"));
}
