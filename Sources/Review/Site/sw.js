// Keeps the page itself, so that it opens and says so without a connection. It never keeps an answer of the API.

const shell = "quiver-shell-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
    event.respondWith(newest(request));
});

/** The server's file where there is an answer, else the one from last time: never an old page beside a new server. */
async function newest(request) {
    const cache = await caches.open(shell);
    try {
        const answer = await fetch(request, { cache: "no-cache" });
        if (answer.ok) await cache.put(request, answer.clone());
        return answer;
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true });
        if (kept) return kept;
        throw error;
    }
}
