// Sends what waits: two photos at once, none behind another, so that one that fails holds up no other.
import * as entries from "./outbox-entries.js";
import * as pace from "./outbox-pace.js";
import { Problem, Unreachable, signIn } from "./api.js";
import { isJob, request } from "./outbox-request.js";

const atOnce = 2;
const sending = new Set();
let timer = null;

/** Sends what may be sent now, and comes back when more may. */
export function flush() {
    clearTimeout(timer);
    if (!signIn.isNeeded) {
        for (const entry of sendable()) {
            if (sending.size < atOnce && pace.startOf(entry.photo) <= Date.now()) deliver(entry);
        }
        const next = Math.min(...sendable().map(({ photo }) => pace.startOf(photo)));
        if (Number.isFinite(next) && sending.size < atOnce) timer = setTimeout(flush, Math.max(next - Date.now(), 50));
    }
    entries.tell();
}

function sendable() {
    return entries.all().filter((entry) => !entry.conflict && !entry.refused && !sending.has(entry.photo));
}

async function deliver(entry) {
    const { photo, review } = entry;
    sending.add(photo);
    try {
        const answer = await request(entry);
        pace.reached();
        pace.forget(photo);
        stored(photo, review, answer);
    } catch (error) {
        if (error instanceof Unreachable) pace.lost();
        else failed(photo, review, error);
    } finally {
        sending.delete(photo);
        flush();
    }
}

function stored(photo, review, answer) {
    const newer = entries.entry(photo);
    // A newer state that came in meanwhile is made on what has just been stored.
    if (newer && newer.review !== review) {
        entries.keep(Object.assign(newer, { revision: (answer.photo ?? answer).revision }));
    } else {
        entries.drop(photo);
    }
    const isLatest = !entries.entry(photo);
    if (isJob(photo)) entries.emit("stored-job", { photo, job: answer, isLatest });
    else entries.emit("stored", { ...answer, photo, isLatest });
}

function failed(photo, review, error) {
    pace.reached();
    if (!(error instanceof Problem)) console.error(error);
    const status = error.status ?? 500;
    const entry = entries.entry(photo);
    if (status === 401 || !entry) return;
    if (status >= 500 || status === 429) {
        pace.failed(photo);
    } else if (status === 412) {
        entries.keep(Object.assign(entry, { conflict: true }));
        entries.emit("conflict", { photo, session: error.body.session ?? null });
    } else if (entry.review === review) {
        // A newer state may be fine: only what was refused waits for the person.
        entries.keep(Object.assign(entry, { refused: error.message }));
        entries.emit("refused", { photo, message: error.message });
    }
}
