// How a photo on its way stands, from what the server last said of it.

/**
 * What the server says of an upload.
 * @typedef {{ id: string, key: string, size: number, received: number,
 *     state: "receiving" | "waiting" | "reading" | "done" | "failed" | "refused", reason?: string, job?: number,
 *     photo?: string, session?: string }} Upload
 */

/**
 * A photo that was taken on this device; `key` distinguishes it at the server, so that it is there once however often
 * it is sent. `isHeld` is one that only the page's memory has.
 * @typedef {{ id: string, key: string, name: string, type: string, size: number, session: string | null,
 *     archer: string | null, queue: string, tab: string, at: number, taken: number, thumbnail: Blob | null,
 *     upload: Upload | null, problem: Trouble | null, isCapturing: boolean,
 *     isHeld: boolean, sent?: number, delay?: string }} Entry
 */

/** Why a photo does not go on: a sentence, the server's or the page's own, and whether trying again can help.
    @typedef {{ code: string, sentence: string, isFinal: boolean, isServers?: boolean }} Trouble */

/** @type {Record<string, string>} */
const words = {
    receiving: "Sending", waiting: "Waiting", reading: "Reading", done: "Done", failed: "Error", refused: "Error",
};

/** The word for how a photo stands: Capturing, Sending, Waiting, Reading, Done or Error.
    @param {Entry} entry */
export function standing({ isCapturing, problem, upload }) {
    if (isCapturing) return "Capturing";
    return problem ? "Error" : words[upload?.state ?? "receiving"];
}

/** Whether the server has the whole photo, so that nothing of it is needed here any more.
    @param {Upload | null} upload */
export function isTaken(upload) { return ["waiting", "reading", "done", "failed"].includes(upload?.state); }

/** Whether a photo still has to be sent, and can be.
    @param {Entry} entry */
export function isSendable(entry) { return standing(entry) === "Sending"; }

/** Whether the server is at work on a photo.
    @param {Entry} entry */
export function isUnderWay(entry) { return ["Waiting", "Reading"].includes(standing(entry)); }

/** Whether a photo would be lost with this page's storage.
    @param {Entry} entry */
export function isUnsent(entry) { return !isTaken(entry.upload); }

/** How long a photo that was read is shown where the user does not look at it. */
const shown = 24 * 60 * 60_000;

/** Whether nothing is to be told of a photo any more: it was read long ago, or went to other results than these.
    @param {Entry} entry @param {string} queue @param {number} now */
export function isOver({ upload, queue: own, taken }, queue, now) {
    return isTaken(upload) && (own !== queue || upload.state === "done" && now - taken > shown);
}

/** What a photo has after the server said something of its upload.
    @param {Upload} upload @returns {Partial<Entry>} */
export function after(upload) {
    const problem = ["failed", "refused"].includes(upload.state)
        ? { code: upload.state, sentence: upload.reason ?? "", isFinal: upload.state === "refused",
            isServers: true } : null;
    return { upload, problem };
}

/** Codes of refusals that no further try changes. */
const final = ["notAPhoto", "tooLarge"];

/** Codes of refusals that no try for the same session changes, as where it is gone. */
const ofSession = ["otherFolder", "unknownSession"];

/** Whether a photo can go on without the session that it was taken for.
    @param {Entry} entry */
export function isOfSession({ problem }) { return ofSession.includes(problem?.code); }

/** What becomes of a photo whose sending failed: it waits for a sign-in, is tried again later, or waits for the user.
    `delay` is why it is tried later, and `pause` after how many seconds, where the server said it.
    @param {{ status?: number, code?: string, message: string, body?: any }} error
    @returns {{ kind: "signIn" } | { kind: "later", delay: string, pause?: number } | { kind: "stop", problem: Trouble }} */
export function outcome({ status = 0, code = "", message, body }) {
    if (status === 401 || code === "otherQueue") return { kind: "signIn" };
    // Before the next piece the server is asked what it has; what was given up there begins anew under its key.
    if (code === "outOfOrder" || code === "unknown") return { kind: "later", delay: "" };
    // No run watches the folder just now: one may in a moment.
    if (code === "uploadsOff") return { kind: "later", delay: message };
    // Enough photos wait there: the server says for how long.
    if (code === "full") return { kind: "later", delay: message, pause: body?.retryAfter ?? 0 };
    if (code !== "quota" && (status >= 500 || [0, 408, 429].includes(status))) return { kind: "later", delay: "" };
    const isFinal = final.includes(code) || body?.upload?.state === "refused";
    return { kind: "stop", problem: { code, sentence: message, isFinal, isServers: true } };
}
