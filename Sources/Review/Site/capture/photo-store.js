// Photos on their way, in the browser's database: what is known of each, and its bytes apart, as the list needs none.
//
// Where a browser has no database, or no room in it, the page's memory alone has a photo.

const name = "quiver.photos";
/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
/** What only memory has, by its id. */
const held = new Map();

/** @typedef {import("./standing.js").Entry} Entry */

/** Keeps a new photo; answers whether it outlives the page.
    @param {Entry} entry @param {Blob} bytes */
export async function keep(entry, bytes) {
    try {
        const isKept = await work("readwrite", (entries, all) => {
            entries.put(entry);
            all.put(bytes, entry.id);
            return () => true;
        });
        if (isKept) return true;
    } catch { /* Full, or forbidden: memory has it. */ }
    held.set(entry.id, bytes);
    return false;
}

/** Writes what is known of a photo now; false where it is no longer there, or is another tab's.
    @param {Entry} entry */
export async function update(entry) {
    const isOwn = await work("readwrite", (entries) => {
        const found = entries.get(entry.id);
        let isOurs = false;
        found.onsuccess = () => {
            isOurs = found.result?.tab === entry.tab;
            if (isOurs) entries.put(entry);
        };
        return () => isOurs;
    }).catch(() => null);
    // A database that fails for a moment takes nothing from the page.
    return isOwn ?? true;
}

/** Takes over what this tab had before it was loaded anew, and what other tabs have left; answers all of it.
    @param {string} tab @param {(entry: Entry) => boolean} isLeft @returns {Promise<Entry[]>} */
export async function takeOver(tab, isLeft) {
    return await work("readwrite", (entries) => {
        const taken = [];
        const all = entries.getAll();
        all.onsuccess = () => {
            for (const one of all.result) {
                if (one.tab !== tab && !isLeft(one)) continue;
                taken.push(Object.assign(one, { tab, at: Date.now() }));
                entries.put(one);
            }
        };
        return () => taken;
    }).catch(() => null) ?? [];
}

/** The bytes of a photo; null where they are gone. A database that cannot be read just now throws: it may have them.
    @param {string} id @returns {Promise<Blob | null>} */
export async function bytesOf(id) {
    if (held.has(id)) return held.get(id);
    try {
        return await work("readonly", (_, all) => {
            const found = all.get(id);
            return () => found.result ?? null;
        });
    } catch (cause) {
        throw new Error("the browser's database cannot be read", { cause });
    }
}

/** Forgets the bytes of a photo that the server has.
    @param {string} id */
export async function dropBytes(id) {
    held.delete(id);
    await work("readwrite", (_, all) => { all.delete(id); }).catch(() => {});
}

/** Forgets a photo.
    @param {string} id */
export async function drop(id) {
    held.delete(id);
    await work("readwrite", (entries, all) => {
        entries.delete(id);
        all.delete(id);
    }).catch(() => {});
}

/** Forgets every photo, those of other tabs too. */
export async function forgetAll() {
    held.clear();
    await work("readwrite", (entries, all) => {
        entries.clear();
        all.clear();
    }).catch(() => {});
}

/** What all tabs have.
    @returns {Promise<Entry[]>} */
export async function everyones() {
    return await work("readonly", (entries) => {
        const all = entries.getAll();
        return () => all.result;
    }).catch(() => null) ?? [];
}

/** Works in one transaction; answers what `act` has then, null where there is no database.
    @template Answer
    @param {IDBTransactionMode} mode
    @param {(entries: IDBObjectStore, bytes: IDBObjectStore) => (() => Answer) | void} act
    @returns {Promise<Answer | null>} */
async function work(mode, act) {
    const own = opened();
    const base = await own;
    if (!base) return null;
    try {
        return await transact(base, mode, act);
    } catch (error) {
        if (error?.name === "QuotaExceededError") throw error;
        // A connection that was lost, as behind a locked screen, fails for ever: another one is opened.
        base.close();
        if (opening === own) opening = null;
        return await transact(await opened(), mode, act);
    }
}

/** @template Answer
    @param {IDBDatabase} base
    @param {IDBTransactionMode} mode
    @param {(entries: IDBObjectStore, bytes: IDBObjectStore) => (() => Answer) | void} act
    @returns {Promise<Answer | null>} */
function transact(base, mode, act) {
    return new Promise((resolve, reject) => {
        const transaction = base.transaction(["entries", "bytes"], mode);
        const answer = act(transaction.objectStore("entries"), transaction.objectStore("bytes"));
        transaction.oncomplete = () => resolve(answer ? answer() : null);
        transaction.onabort = () => reject(transaction.error);
    });
}

/** @returns {Promise<IDBDatabase | null>} */
function opened() {
    opening ??= new Promise((resolve, reject) => {
        if (!("indexedDB" in globalThis)) return resolve(null);
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore("entries", { keyPath: "id" });
            request.result.createObjectStore("bytes");
        };
        request.onsuccess = () => {
            // A phone's browser closes it while the page sleeps.
            request.result.onclose = () => { opening = null; };
            resolve(request.result);
        };
        request.onerror = () => {
            // The next try may open it.
            opening = null;
            reject(request.error);
        };
    });
    return opening;
}
