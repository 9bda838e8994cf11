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
stand("document", { documentElement: {}, visibilityState: "hidden", addEventListener() {} });
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
