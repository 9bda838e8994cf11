// Changes of a whole session, of which another one may come.
import { forget, keep } from "./store.js";
import { tell } from "../shell/notices.js";

/** Sends a change and goes to the session that answers: its id may be another now. */
export async function change(dialog, session, request) {
    try {
        const answer = await request();
        const now = answer.session ?? answer;
        if (now.id !== session.id) forget(session.id);
        keep(now);
        dialog.close();
        const address = "#/sessions/" + encodeURIComponent(now.id);
        if (location.hash !== address) location.hash = address;
    } catch (error) {
        dialog.close();
        tell(error.message);
    }
}
