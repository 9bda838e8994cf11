// Requests to the server. A lost connection and a refusal are two things: the first is worth another try.
import { t } from "../strings/language.js";

const root = "/api/v1";
const queueField = "Quiver-Queue";

/** Which queue is served: jobs are 1, 2, 3 in each, and one address may serve one after the other. */
export const served = {
    queue: null, replaced: () => {},
    /** Whether another queue is served by now: until the page is loaded anew, nothing is sent. */
    isReplaced: false,
    /** Whether nothing is lost where the page is loaded anew. */
    isKept: () => true,
};

let name;
/** Resolves once it is known which queue is served. */
export const isServing = new Promise((resolve) => { name = resolve; });

/** Notes what an answer says of its queue; the page begins anew where it is another one. */
function noteQueue(answer) {
    const queue = answer.headers.get(queueField);
    if (!queue) return;
    const before = served.queue;
    served.queue ??= queue;
    if (before === null) name(queue);
    const wasReplaced = served.isReplaced;
    served.isReplaced = queue !== served.queue;
    // Once: the user may stay with what is not sent yet.
    if (served.isReplaced && !wasReplaced) served.replaced();
}

/** The user's own words for a refusal whose code says all of it.
    @param {string} [code] */
function plain(code) { return ["scope", "busy", "full", "tries"].includes(code) ? t("problem" + code) : undefined; }

/** What the server refused, with its sentence for users. */
export class Problem extends Error {
    constructor(status, body) {
        super(plain(body?.code) ?? body?.title ?? `HTTP ${status}`);
        this.status = status;
        this.code = body?.code ?? "";
        this.body = body ?? {};
    }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** `needed` is called where the server asks for a sign-in; until that is done, nothing is sent. */
export const signIn = { needed: () => {}, isNeeded: false };

/** The address of a resource; every part from data is escaped. */
export function path(parts, ...values) {
    return parts.reduce((text, part, k) => text + encodeURIComponent(values[k - 1]) + part);
}

/** Reads a resource. */
export function get(address, options = {}) {
    return request("GET", address, undefined, options);
}

/** Reads a resource under its tag; null where it is still what it was under a tag. */
export async function getNewer(address, tag) {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await answered("GET", address, undefined, { cache: "no-store", headers });
    return answer.status === 304 ? null : { tag: answer.headers.get("ETag"), body: await answer.json() };
}

/** A word for a change, by which the server knows it again where the same is sent once more. */
export function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends a change; `revision` is the state that it was made on, `queue` the queue if it is not the page's, and `key` its word.
    @param {string} method @param {string} address @param {any} body @param {any} _ */
export function send(method, address, body, { revision, queue = served.queue, key, ...options } = {}) {
    const headers = { "Content-Type": "application/json" };
    if (key) headers["Idempotency-Key"] = key;
    if (queue) headers[queueField] = queue;
    if (revision !== undefined) headers["If-Match"] = `"${revision}"`;
    return request(method, address, JSON.stringify(body ?? {}), { headers, ...options });
}

/** Sends bytes that are no JSON, as a piece of a photo; `queue` as in `send`.
    @param {string} method @param {string} address @param {BodyInit} bytes @param {any} _ */
export function sendBytes(method, address, bytes, { queue = served.queue, ...options } = {}) {
    const headers = { "Content-Type": "application/octet-stream" };
    if (queue) headers[queueField] = queue;
    return request(method, address, bytes, { headers, ...options });
}

/** Reads a resource that is a file, such as a picture. */
export async function getBlob(address) {
    return (await answered("GET", address, undefined, {})).blob();
}

async function request(method, address, body, options) {
    const answer = await answered(method, address, body, options);
    return answer.status === 204 ? null : answer.json();
}

async function answered(method, address, body, options) {
    let answer;
    try {
        answer = await fetch(root + address,
            { method, body, cache: "no-cache", credentials: "same-origin", ...options });
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Unreachable(error.message);
    }
    noteQueue(answer);
    if (answer.ok || answer.status === 304) return answer;
    const refused = await answer.json().catch(() => null);
    if (answer.status === 401 && address !== "/login") {
        signIn.isNeeded = true;
        signIn.needed();
    }
    throw new Problem(answer.status, refused);
}

/** What the addresses of the page's files begin with. */
const site = new URL("../", import.meta.url).pathname;

/**
 * A part of the page, by what imports it.
 *
 * A server of another version has none of this page's files, and halves of two are never mixed: the page is loaded anew,
 * once, where nothing that waits to be sent is lost by it.
 */
export async function load(part) {
    try {
        return await part();
    } catch (error) {
        const page = await fetch("/", { cache: "no-cache" }).then((answer) => answer.text(), () => null);
        if (page === null) throw new Unreachable(error.message);
        if (page.includes(site) || !page.includes("/site/") || !served.isKept() || !isFirstTime()) throw error;
        location.reload();
        return new Promise(() => {});
    }
}

/** Whether this version of the page is left for the first time; a page that comes back as it was is not left again. */
function isFirstTime() {
    try {
        if (sessionStorage.getItem("quiver.left") === site) return false;
        sessionStorage.setItem("quiver.left", site);
        return true;
    } catch {
        return false;
    }
}

/** A photo's picture, made small by the server. */
export function photoPicture(id, longest) {
    return `${root}${path`/photos/${id}/picture`}?longest=${longest}`;
}

/** A square out of a photo, around a point of it. */
export function photoDetail(id, x, y, side, longest) {
    const [left, top, size] = [x, y, side].map(Math.round);
    return `${root}${path`/photos/${id}/picture`}?x=${left}&y=${top}&side=${size}&longest=${longest}`;
}

/** The picture of a job's photo. */
export function jobPicture(job, longest, page = 1) {
    return `${root}${path`/jobs/${job}/picture`}?longest=${longest}${page > 1 ? `&page=${page}` : ""}`;
}

/** The address of objects that are cut out of a job's photo, below the root: the one at `index`, or all of the detector's.
    @param {number} job @param {{ detector: string, index: number | null, crop: boolean, background: string }} _ */
export function jobCutout(job, { detector, index, crop, background }) {
    const chosen = index === null ? {} : { index: String(index) };
    const query = new URLSearchParams({ detector, ...chosen, crop: String(crop), background });
    // The server reads no plus as a space; one that is meant is written as %2B by then.
    return `${path`/jobs/${job}/cutout`}?${String(query).replaceAll("+", "%20")}`;
}

/** What the server says where it has no picture of a job's photo; empty where it says nothing. */
export async function pictureTrouble(job, page = 1) {
    try {
        await get(`${path`/jobs/${job}/picture`}?longest=1600${page > 1 ? `&page=${page}` : ""}`);
        return "";
    } catch (error) { return error instanceof Problem ? error.message : ""; }
}

// Whether this browser has shown the server its token: only then is there something to sign out of. The cookie is not
// for the page's eyes, and all tabs have it; the mark beside it says only that it is there.

const signedInKey = "quiver.signedIn";

/** Remembers that the token was taken. */
export function noteSignedIn() {
    try { localStorage.setItem(signedInKey, "yes"); } catch { /* Then there is no button, and the cookie ends by itself. */ }
}

/** Forgets it, as the server wants the token again. */
export function noteSignedOut() {
    try { localStorage.removeItem(signedInKey); } catch { /* As above. */ }
}

/** Calls back with whether it is signed in, when another tab has signed in or out; answers what ends it. */
export function onSignedIn(call) {
    const hear = (event) => { if (event.key === signedInKey || event.key === null) call(event.newValue !== null); };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
}

/** Whether signing out means anything here. */
export function isSignedIn() {
    try { return !signIn.isNeeded && localStorage.getItem(signedInKey) !== null; } catch { return false; }
}
