// Keeps the whole page, so that it opens, and says so, without a connection. It never keeps an answer of the API.
//
// The server writes in here where this program's files are: another program has another worker, which keeps its own.
const site = "%site%";

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((name) => name !== site).map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (pathname.startsWith(site + "/")) event.respondWith(kept(request));
    else if (pathname === "/") event.respondWith(newest(request));
});

/** Takes all files with one request, and the page only where it names them: a new program may have been started since. */
async function keep() {
    const [page, all] = await Promise.all(["/", site + "/all"].map((address) => fetch(address, { cache: "no-store" })));
    if (!page.ok || !all.ok || !(await page.clone().text()).includes(site)) throw new Error("another program serves");
    const cache = await caches.open(site);
    for (const { path, type, base64 } of await all.json()) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        await cache.put(`${site}/${path}`, new Response(bytes, { headers: { "Content-Type": type } }));
    }
    await cache.put("/", page);
}

/** What an address names by its content is never another file. */
async function kept(request) {
    const cache = await caches.open(site);
    return await cache.match(request) ?? fetch(request);
}

/** The server's page where there is an answer, else the one that was kept. */
async function newest(request) {
    try {
        return await fetch(request);
    } catch (error) {
        const cache = await caches.open(site);
        const page = await cache.match("/");
        if (page) return page;
        throw error;
    }
}
