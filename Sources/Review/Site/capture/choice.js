// For which session and which archer photos are taken, as it was chosen last in this browser.

const key = "quiver.capture";

/** What was chosen last: a session for pages that show none, and an archer for each session.
    @returns {{ session: string | null, archers: Record<string, string> }} */
function stored() {
    try {
        return { session: null, archers: {}, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
    } catch {
        return { session: null, archers: {} };
    }
}

/** The session that was chosen last; null for a new one. */
export function chosenSession() { return stored().session; }

/** The archer who was chosen last for a session, where the session still has one of that name; null for none.
    @param {string | null} session @param {string[]} names */
export function chosenArcher(session, names) {
    const name = stored().archers[session ?? ""];
    return names.includes(name) ? name : null;
}

/** Remembers a session. @param {string | null} session */
export function chooseSession(session) { keep({ ...stored(), session }); }

/** Remembers an archer of a session. @param {string | null} session @param {string | null} name */
export function chooseArcher(session, name) {
    const { archers, ...rest } = stored();
    // Of sessions long past nothing is remembered.
    const others = Object.entries(archers).filter(([one]) => one !== (session ?? "")).slice(-20);
    keep({ ...rest, archers: Object.fromEntries([...others, ...(name ? [[session ?? "", name]] : [])]) });
}

/** Forgets what was chosen: archers' names are private. */
export function forgetChoice() {
    try { localStorage.removeItem(key); } catch { /* As below. */ }
}

function keep(choice) {
    try { localStorage.setItem(key, JSON.stringify(choice)); } catch { /* Then it is chosen anew. */ }
}
