// The way out of the page for who has come in with the token.
import { all, forgetAll } from "../outbox/entries.js";
import { button, el } from "./dom.js";
import { noteSignedOut, send } from "./api.js";
import { forgetChoice } from "../capture/choice.js";
import { forgetAll as forgetPhotos, unsentOfAll } from "../capture/entries.js";
import { showDialog } from "./dialog.js";
import { t } from "../strings/language.js";
import { tell } from "./notices.js";

/** Signs out; asks first where corrections or photos would be lost with it. */
export async function signOut() {
    const count = all().length;
    const photos = await unsentOfAll();
    if (!count && !photos) return leave();
    const lost = [count ? t("signoutUnsent", { count }) : null, photos ? t("signoutPhotos", { count: photos }) : null];
    const dialog = showDialog(t("signout"), lost.filter(Boolean).map((one) => el("p", {}, one)), {
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
    await forgetPhotos();
    forgetChoice();
    noteSignedOut();
    location.hash = "#/signin";
    location.reload();
}
