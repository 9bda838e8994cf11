// The change of many photos that runs: there is one at most, whichever page is shown meanwhile.

/** What runs: of how many photos, how many are done, and whether it is to stop. */
let now = null;
const heard = new Set();

/** The change that runs; null where none does. */
export function running() { return now; }

/** Hears of each step of the change that runs, with the photos that it has changed; answers what ends that.
    @param {(photos: { job: number, revision: number }[]) => void} call */
export function onRunning(call) {
    heard.add(call);
    return () => { heard.delete(call); };
}

/** Has the change that runs end after the part that is on its way. */
export function stopRunning() { if (now) now.isStopped = true; }

/** Runs a change, and answers what it does; null where another runs.
    @param {number} total @param {(note: (done: number, photos?: any[]) => boolean) => Promise<any>} run */
export async function runAlone(total, run) {
    if (now) return null;
    const own = { total, done: 0, isStopped: false };
    now = own;
    tell();
    try {
        return await run((done, photos = []) => { own.done = done; tell(photos); return !own.isStopped; });
    } finally {
        now = null;
        tell();
    }
}

/** @param {any[]} photos */
function tell(photos = []) { for (const call of [...heard]) call(photos); }
