// Whether this tab has shown the server its token: only then is there something to sign out of.
import { send, signIn } from "./api.js";
import { tell } from "./notices.js";

const key = "quiver.signedIn";

/** Remembers that the token was taken. */
export function noteSignedIn() {
    try { sessionStorage.setItem(key, "yes"); } catch { /* Then there is no button, and the cookie ends by itself. */ }
}

/** Whether signing out means anything here. */
export function isSignedIn() {
    try { return !signIn.isNeeded && sessionStorage.getItem(key) !== null; } catch { return false; }
}

/** Signs out, and forgets what the page has in memory. */
export async function signOut() {
    try {
        await send("POST", "/logout");
    } catch (error) {
        if (error.status !== 401) return tell(error.message);
    }
    try { sessionStorage.removeItem(key); } catch { /* As above. */ }
    location.hash = "#/signin";
    location.reload();
}
