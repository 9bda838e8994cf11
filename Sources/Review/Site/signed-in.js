// Whether this browser has shown the server its token: only then is there something to sign out of.
//
// The cookie is not for the page's eyes, and all tabs have it. The mark beside it says only that it is there.
import { send, signIn } from "./api.js";
import { tell } from "./notices.js";

const key = "quiver.signedIn";

/** Remembers that the token was taken. */
export function noteSignedIn() {
    try { localStorage.setItem(key, "yes"); } catch { /* Then there is no button, and the cookie ends by itself. */ }
}

/** Forgets it, as the server wants the token again. */
export function noteSignedOut() {
    try { localStorage.removeItem(key); } catch { /* As above. */ }
}

/** Calls back with whether it is signed in, when another tab has signed in or out; answers what ends it. */
export function onSignedIn(call) {
    const hear = (event) => { if (event.key === key || event.key === null) call(event.newValue !== null); };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
}

/** Whether signing out means anything here. */
export function isSignedIn() {
    try { return !signIn.isNeeded && localStorage.getItem(key) !== null; } catch { return false; }
}

/** Signs out, and forgets what the page has in memory. */
export async function signOut() {
    try {
        await send("POST", "/logout");
    } catch (error) {
        if (error.status !== 401) return tell(error.message);
    }
    noteSignedOut();
    location.hash = "#/signin";
    location.reload();
}
