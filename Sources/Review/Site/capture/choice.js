// For which session and which archer photos are taken. A tab begins with what was chosen last in this browser; from then
// on it goes by its own choice, as another tab may be another archer's.

const key = "quiver.capture";

/** @typedef {{ session: string | null, archers: Record<string, string> }} Choice A session for pages that show none, and an
    archer for each session. */

/** @type {Choice | null} */
let own = null;

/** @returns {Choice} */
function chosen() { return own ??= stored(); }

/** What was chosen last, in whichever tab.
    @returns {Choice} */
function stored() {
    try {
        return { session: null, archers: {}, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
    } catch {
        return { session: null, archers: {} };
    }
}

/** The session that was chosen last; null for a new one. */
export function chosenSession() { return chosen().session; }

/** The archer who was chosen last for a session, where the session still has one of that name; null for none.
    @param {string | null} session @param {string[]} names */
export function chosenArcher(session, names) {
    const name = chosen().archers[session ?? ""];
    return names.includes(name) ? name : null;
}

/** Remembers a session. @param {string | null} session */
export function chooseSession(session) { change((choice) => ({ ...choice, session })); }

/** Remembers an archer of a session. @param {string | null} session @param {string | null} name */
export function chooseArcher(session, name) {
    change(({ archers, ...rest }) => {
        // Of sessions long past nothing is remembered.
        const others = Object.entries(archers).filter(([one]) => one !== (session ?? "")).slice(-20);
        return { ...rest, archers: Object.fromEntries([...others, ...(name ? [[session ?? "", name]] : [])]) };
    });
}

/** Forgets what was chosen: archers' names are private. */
export function forgetChoice() {
    own = null;
    try { localStorage.removeItem(key); } catch { /* As below. */ }
}

/** @param {(choice: Choice) => Choice} act */
function change(act) {
    own = act(chosen());
    try { localStorage.setItem(key, JSON.stringify(act(stored()))); } catch { /* Then it is chosen anew. */ }
}
