// Who opens Quiver from another machine shows the token, or comes by a link that signs in once.
import { el, replace } from "./dom.js";
import { noteSignedIn, onSignedIn, send, signIn } from "./api.js";
import { t } from "../strings/language.js";

/** Opens `#/signin`; afterwards the page that was asked for. */
export async function open({ main, query }) {
    const trouble = el("p", { class: "trouble", role: "alert" });
    const field = el("input",
        { type: "password", name: "token", autocomplete: "current-password", required: true, id: "token",
            "data-test": "token" });
    const enter = () => {
        signIn.isNeeded = false;
        dispatchEvent(new Event("quiver-signed-in"));
        const to = query.get("to") ?? "/";
        location.hash = to.startsWith("/signin") ? "#/" : "#" + to;
    };
    const show = async (proof) => {
        trouble.textContent = "";
        try {
            await send("POST", "/login", proof);
            noteSignedIn();
            enter();
        } catch (error) {
            trouble.textContent = error.message;
            field.select();
        }
    };
    const form = el("form", { onsubmit: (event) => {
        event.preventDefault();
        show({ token: field.value.trim() });
    } },
    // A keeper of passwords wants a name to keep it under.
    el("input", { type: "text", name: "username", autocomplete: "username", value: "quiver", hidden: true }),
    el("label", { class: "field" }, el("span", {}, t("token")), field), el("p", { class: "detail" }, t("tokenHelp")),
    trouble,
    el("p", { class: "row" },
        el("button", { type: "submit", class: "button main", "data-test": "sign-in" }, t("signin"))));
    replace(main, el("div", { class: "wrap narrow" }, el("section", {}, el("h1", {}, t("signin")), form)));
    field.focus();
    const link = query.get("link");
    if (link) {
        // It is good once: neither the history nor a bookmark keeps it.
        history.replaceState(null, "", "#/signin");
        await show({ link });
    }
    // Another tab has shown the token: this one is in, too.
    return { close: onSignedIn((isIn) => { if (isIn) enter(); }) };
}
