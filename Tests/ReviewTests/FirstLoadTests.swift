import JSONTree
import Testing

@testable import Review

extension BrowserTests {
    /// What a browser asks for until a page is there.
    @Suite("Loading the page")
    struct FirstLoadTests {
        /// What was asked for beside the page itself: addresses, and how many bytes came for each.
        private func asked(_ page: ReviewPage) async throws -> [(path: String, bytes: Int)] {
            let script = """
                return performance.getEntriesByType("resource")
                    .map((one) => [new URL(one.name).pathname, one.transferSize]);
                """
            return try await page.browser.run(script).items.map { ($0.items[0].text ?? "", $0.items[1].whole ?? -1) }
        }

        @Test("the first load takes at most twenty requests and one language; a reload takes no file again")
        func requests() async throws {
            let page = try await ReviewPage()
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
            let again = try await asked(page)
            #expect(Set(files.map(\.path)).isSubset(of: Set(again.map(\.path))))
            let transferred = again.filter { $0.path.hasPrefix("/site/") && $0.bytes != 0 }
            #expect(transferred.isEmpty, "\(transferred)")
            await page.browser.quit()
        }

        @Test("the service worker keeps all files with one request, so that pages open without a connection")
        func withoutConnection() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions")
            let kept = try await eventually("the worker has all files", within: 60) { () -> [JSONValue]? in
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
