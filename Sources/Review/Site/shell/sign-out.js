// The way out of the page for who has come in with the token.
import { all, forgetAll } from "../outbox/entries.js";
import { button, el } from "./dom.js";
import { noteSignedOut, send } from "./api.js";
import { showDialog } from "./dialog.js";
import { t } from "../strings/language.js";
import { tell } from "./notices.js";

/** Signs out; asks first where corrections would be lost with it. */
export async function signOut() {
    const count = all().length;
    if (!count) return leave();
    const dialog = showDialog(t("signout"), el("p", {}, t("signoutUnsent", { count })), {
        buttons: [button(t("signoutAnyway"), () => { dialog.close(); leave(); },
            { class: "button main", "data-test": "sign-out-anyway" })], closes: t("cancel"),
    });
}

/** Signs out, and forgets what the page has in memory and in the browser's storage: photos' names are private. */
async function leave() {
    try {
        await send("POST", "/logout");
    } catch (error) {
        if (error.status !== 401) return tell(error.message);
    }
    forgetAll();
    noteSignedOut();
    location.hash = "#/signin";
    location.reload();
}
