// As much of a browser as the modules under test ask for.
import { register } from "node:module";

register("./reports.js", import.meta.url);

/** What a server would answer: each request is noted, and `answer` says what comes back. */
export const server = { asked: [], answer: () => ({ status: 200, body: {} }) };

class Storage {
    values = new Map();
    getItem(key) { return this.values.get(key) ?? null; }
    setItem(key, value) {
        this.values.set(key, String(value));
        Object.defineProperty(this, key, { value, enumerable: true, configurable: true });
    }
    removeItem(key) {
        this.values.delete(key);
        delete this[key];
    }
}

function stand(name, value) { Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }); }

const page = new EventTarget();
stand("navigator", { language: "en", languages: ["en"] });
for (const name of ["localStorage", "sessionStorage"]) {
    const storage = new Storage();
    Object.defineProperty(storage, "values", { enumerable: false });
    stand(name, storage);
}
stand("location", { hash: "#/sessions", reloads: 0, reload() { this.reloads += 1; } });
stand("document", { documentElement: {}, visibilityState: "hidden", addEventListener: page.addEventListener.bind(page) });
stand("addEventListener", page.addEventListener.bind(page));
stand("removeEventListener", page.removeEventListener.bind(page));
stand("dispatchEvent", page.dispatchEvent.bind(page));
stand("BroadcastChannel", undefined);
delete globalThis.BroadcastChannel;
globalThis.CustomEvent ??= class extends Event {
    constructor(kind, { detail } = {}) { super(kind); this.detail = detail; }
};
// No timer of a page keeps a test from ending.
for (const name of ["setTimeout", "setInterval"]) {
    const start = globalThis[name];
    globalThis[name] = (...all) => { const timer = start(...all); timer.unref(); return timer; };
}
stand("fetch", async (address, options = {}) => {
    const request = { address, ...options };
    server.asked.push(request);
    const answer = await server.answer(request);
    if (answer === null) throw new TypeError("no connection");
    const { status = 200, body = {}, queue = "q1" } = answer;
    return {
        status, ok: status < 300, headers: new Headers({ "Quiver-Queue": queue }),
        json: async () => body, text: async () => String(body), blob: async () => new Blob([String(body)]),
    };
});

/** The streams of events that pages have opened; what a server would do with one is done through it. */
export const streams = [];

stand("EventSource", class extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    constructor() { super(); streams.push(this); }
    open() { this.readyState = 1; this.dispatchEvent(new Event("open")); }
    lose() { this.readyState = 0; this.dispatchEvent(new Event("error")); }
    tell(kind, detail = {}) { this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(detail) })); }
    close() { this.readyState = 2; }
});

/** Has the page seen from now on, or out of sight. */
export function show(isSeen) {
    document.visibilityState = isSeen ? "visible" : "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
}

/** Waits until something is true; fails after two seconds, or after so many milliseconds. */
export async function eventually(isTrue, within = 2000) {
    const end = Date.now() + within;
    while (!isTrue()) {
        if (Date.now() > end) throw new Error("it did not come true: " + isTrue);
        await new Promise((resolve) => setImmediate(resolve));
    }
}

/** Where a module of the page lies. */
export const site = new URL("../../Sources/Review/Site/", import.meta.url);
