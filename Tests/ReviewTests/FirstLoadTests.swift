import JSONTree
import Testing

@testable import Review

extension BrowserTests {
    /// What a browser asks for until a page is there.
    @Suite("Loading the page")
    struct FirstLoadTests {
        /// Notes when a page was there: a moment later it loads more by itself.
        private static let notesWhenReady = """
            new MutationObserver(() => {
                if (document.documentElement.dataset.ready) window.readyAt ??= performance.now();
            }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
            """

        /// What was asked for beside the page itself: addresses, and how many bytes came for each from the server.
        ///
        /// - Parameter isAll: Whether what was asked for once the page was there counts as well.
        private func asked(_ page: ReviewPage, isAll: Bool = false) async throws -> [(path: String, bytes: Int)] {
            // A service worker, which a slow machine has by now, hands out what it has kept.
            let script = """
                return performance.getEntriesByType("resource")
                    .filter((one) => arguments[0] || one.startTime <= window.readyAt)
                    .map((one) => [new URL(one.name).pathname, one.workerStart > 0 ? 0 : one.transferSize]);
                """
            return try await page.browser.run(script, .bool(isAll)).items
                .map { ($0.items[0].text ?? "", $0.items[1].whole ?? -1) }
        }

        @Test("the first load takes at most twenty requests and one language; a reload takes no file again")
        func requests() async throws {
            let page = try await ReviewPage()
            try await page.browser.command(
                "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.notesWhenReady)])
            try await page.open("#/sessions")
            try await page.wait(".session-row")
            let first = try await asked(page)
            #expect(first.count + 1 <= 20, "\(first.map(\.path))")
            let files = first.filter { $0.path.hasPrefix(Site.built.prefix + "/") }
            #expect(files.count >= 10 && files.contains { $0.bytes > 0 })
            #expect(files.contains { $0.path.hasSuffix("/strings/en.js") })
            #expect(!files.contains { $0.path.hasSuffix("/strings/de.js") })

            try await page.browser.reload()
            try await page.wait(".session-row")
            let again = try await eventually("the same files are there") {
                let again = try await asked(page, isAll: true).filter { one in files.contains { $0.path == one.path } }
                return again.count >= files.count ? again : nil
            }
            let transferred = again.filter { $0.bytes != 0 }
            #expect(transferred.isEmpty, "\(transferred)")
            await page.browser.quit()
        }

        @Test("the service worker keeps all files with one request, so that pages open without a connection")
        func withoutConnection() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions")
            let kept = try await eventually("the worker has all files") { () -> [JSONValue]? in
                let names = try await page.browser.run(
                    """
                    if (!navigator.serviceWorker.controller) return [];
                    return caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map((one) =>
                        new URL(one.url).pathname));
                    """
                ).items
                return names.isEmpty ? nil : names
            }
            let files = Site.built.files.keys.map { Site.built.prefix + "/" + $0 }
            #expect(Set(kept.compactMap(\.text)) == Set(files + ["/"]))
            // A part that this page has not asked for yet comes from there.
            try await page.browser.setOffline(true)
            try await page.browser.run("location.hash = '#/signin'")
            try await page.wait("[data-test=sign-in]")
            await page.browser.quit()
        }
    }
}
