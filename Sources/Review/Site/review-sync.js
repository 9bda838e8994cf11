// A review that is open in two places: what was changed elsewhere is shown, and a clash is put to the person.
import * as history from "./undo.js";
import * as outbox from "./outbox.js";
import { find, keep, loadSession, onSession } from "./store.js";

/** Keeps a review page true to what the server tells; answers what ends it. */
export function keepInStep(page) {
    const { editor } = page;
    const isHere = (call) => (detail) => { if (detail.photo === editor.photoID) call(detail); };
    let asking = null;
    const told = (session) => {
        const place = find(session, editor.photoID);
        if (!place) return;
        const isNews = () => outbox.unsent(editor.photoID) === null && place.photo.revision > editor.photo.revision;
        if (!isNews()) {
            editor.adopt(session);
            editor.refresh();
            return;
        }
        // Our own answer may be on its way: only what it does not explain is somebody else's.
        clearTimeout(asking);
        asking = setTimeout(() => {
            if (!isNews()) return;
            history.forget(editor.photoID);
            editor.reset(session);
            page.foreign = "changed";
            page.draw();
        }, 120);
    };
    const ends = [
        onSession(told),
        outbox.on("stored", isHere((answer) => editor.stored(answer))),
        outbox.on("conflict", isHere(({ session }) => {
            Object.assign(page, { foreign: "conflict", theirs: session });
            page.draw();
        })),
        outbox.on("refused", isHere(() => page.draw())),
        outbox.on("taken-back", isHere(() => showTheirs(editor))),
        () => clearTimeout(asking),
    ];
    return () => { for (const end of ends) end(); };
}

/** After a refusal that the person took back: the server's state, or the session where the photo is no longer in it. */
async function showTheirs(editor) {
    history.forget(editor.photoID);
    const session = await loadSession(editor.session.id, { fresh: true }).catch(() => null);
    if (session && find(session, editor.photoID)) editor.reset(session);
    else location.hash = session ? "#/sessions/" + encodeURIComponent(session.id) : "#/sessions";
}

/** After a conflict: ours again on what is there now, or theirs. */
export async function settle(page, isMine) {
    const { editor } = page;
    const session = page.theirs ?? await loadSession(editor.session.id, { fresh: true });
    const photo = find(session, editor.photoID)?.photo;
    page.foreign = null;
    if (!photo) return;
    if (isMine) {
        editor.adopt(session);
        outbox.keepMine(editor.photoID, photo.revision);
        editor.refresh();
    } else {
        history.forget(editor.photoID);
        outbox.takeTheirs(editor.photoID);
        editor.reset(session);
        keep(session);
    }
}
