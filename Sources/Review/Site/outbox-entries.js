// What waits in the outbox, in memory and in the browser's storage, and who is told of it.
//
// Every tab keeps its own entries, so that two of them do not overwrite each other's; what a closed tab left is taken
// over.

const prefix = "quiver.unsent.";
const tab = ownName();
const abandonedAfter = 60_000;
const waiting = new Map();
const target = new EventTarget();

/** All entries, the oldest first. */
export function all() { return [...waiting.values()]; }

/** A photo's entry; null where nothing waits. */
export function entry(photo) { return waiting.get(photo) ?? null; }

/** Keeps an entry beyond the page's life. */
export function keep(one) {
    waiting.set(one.photo, one);
    write(one);
    tell();
}

/** Forgets a photo's entry. */
export function drop(photo) {
    waiting.delete(photo);
    try { localStorage.removeItem(key(photo)); } catch { /* As below. */ }
    tell();
}

/** Takes what this tab had before it was loaded anew, and what closed tabs have left; says that this one lives. */
export function takeOver() {
    try {
        for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
            const found = JSON.parse(localStorage.getItem(name));
            const isOwn = name.startsWith(prefix + tab + ".");
            if (!isOwn && Date.now() - found.at < abandonedAfter) continue;
            localStorage.removeItem(name);
            if (!waiting.has(found.photo)) keep({ ...found, conflict: false });
        }
    } catch { /* Without storage nothing was left. */ }
    setInterval(() => { for (const one of all()) write(Object.assign(one, { at: Date.now() })); }, 20_000);
}

/** Calls back on `status`, `stored`, `stored-job`, `conflict`, `refused`, `taken-back`; answers what ends it. */
export function on(kind, call) {
    const listener = (event) => call(event.detail);
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
}

/** Tells those who listen. */
export function emit(kind, detail) { target.dispatchEvent(new CustomEvent(kind, { detail })); }

/** Tells that what waits may have changed. */
export function tell() { emit("status"); }

function write(one) {
    try { localStorage.setItem(key(one.photo), JSON.stringify(one)); } catch { /* Full or forbidden: memory has it. */ }
}

function key(photo) { return prefix + tab + "." + photo; }

function ownName() {
    try {
        let name = sessionStorage.getItem("quiver.tab");
        if (!name) sessionStorage.setItem("quiver.tab", (name = Math.random().toString(36).slice(2)));
        return name;
    } catch {
        return Math.random().toString(36).slice(2);
    }
}
