// Sends one photo: asks what the server has of it, and gives it the rest piece by piece.
import { adapted, firstLength, nextPiece, shortened } from "./pieces.js";
import { path, send, sendBytes } from "../shell/api.js";

/** No piece is waited for longer: a connection that another network took away says nothing. */
const patience = 45_000;
let length = firstLength;
/** The request that is on its way. */
let current = null;

/** Sends what the server lacks of a photo.
    @param {import("./standing.js").Entry} entry @param {Blob} bytes @param {number} most The longest piece.
    @param {(upload: import("./standing.js").Upload) => void} onProgress
    @returns {Promise<import("./standing.js").Upload>} */
export async function deliver(entry, bytes, most, onProgress) {
    const { key, size, session, archer, queue } = entry;
    let upload = await waited((signal) => send("POST", "/uploads", { key, size, ...given({ session, archer }) },
        { queue, signal }));
    onProgress(upload);
    while (upload.state === "receiving") {
        length = Math.min(length, most);
        const { from, to } = nextPiece(upload, length);
        const begun = Date.now();
        const sent = await waited((signal) =>
            sendBytes("PUT", path`/uploads/${upload.id}/pieces/${from}`, bytes.slice(from, to), { queue, signal }));
        if (sent.state === "receiving" && sent.received <= from) throw new Error("the piece was not taken");
        // What is left of a photo is shorter, and says little of the network.
        if (to - from === length) length = adapted(length, Date.now() - begun, most);
        upload = sent;
        onProgress(upload);
    }
    return upload;
}

/** Gives the request up that is on its way for longer than a time: the network that it was sent in may be gone. */
export function interrupt(milliseconds = 0) {
    if (current && Date.now() - current.begun >= milliseconds) current.controller.abort();
}

async function waited(ask) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), patience);
    current = { controller, begun: Date.now() };
    try {
        return await ask(controller.signal);
    } catch (error) {
        length = shortened(length);
        throw error;
    } finally {
        clearTimeout(timer);
        current = null;
    }
}

/** What is there. */
function given(values) { return Object.fromEntries(Object.entries(values).filter(([, value]) => value)); }
