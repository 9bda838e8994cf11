// Requests to the server. A lost connection and a refusal are two things: the first is worth another try.

const root = "/api/v1";

/** What the server refused, with its sentence for people. */
export class Problem extends Error {
    constructor(status, body) {
        super(body?.title ?? `HTTP ${status}`);
        this.status = status;
        this.code = body?.code ?? "";
        this.body = body ?? {};
    }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** `needed` is called where the server wants to know who we are; until we have told, nothing is sent. */
export const signIn = { needed: () => {}, isNeeded: false };

/** The address of a resource; every part from data is escaped. */
export function path(parts, ...values) {
    return parts.reduce((text, part, k) => text + encodeURIComponent(values[k - 1]) + part);
}

/** Reads a resource. */
export function get(address, options = {}) {
    return request("GET", address, undefined, options);
}

/** Sends a change; `revision` is the state that it was made on. */
export function send(method, address, body, { revision, ...options } = {}) {
    const headers = { "Content-Type": "application/json" };
    if (revision !== undefined) headers["If-Match"] = `"${revision}"`;
    return request(method, address, JSON.stringify(body ?? {}), { headers, ...options });
}

async function request(method, address, body, options) {
    let answer;
    try {
        answer = await fetch(root + address,
            { method, body, cache: "no-cache", credentials: "same-origin", ...options });
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Unreachable(error.message);
    }
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    const told = await answer.json().catch(() => null);
    if (answer.status === 401 && address !== "/login") {
        signIn.isNeeded = true;
        signIn.needed();
    }
    throw new Problem(answer.status, told);
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
export function jobPicture(job, longest) {
    return `${root}${path`/jobs/${job}/picture`}?longest=${longest}`;
}
