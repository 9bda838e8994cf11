import Foundation
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// Keys that are held or stick confirm, accept and invent nothing.
    @Suite("Held keys in a browser")
    struct HeldKeyTests {
        /// What a browser sends for a key that is held, from the element that has the focus.
        private func hold(_ key: String, times: Int = 40, in page: ReviewPage) async throws {
            try await page.browser.run(
                """
                for (let turn = 0; turn < arguments[1]; turn += 1) {
                    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown",
                        { key: arguments[0], repeat: turn > 0, bubbles: true, cancelable: true }));
                }
                """, .string(key), .integer(times))
        }

        @Test("Enter on an end without arrows confirms it and puts no arrow anywhere")
        func endWithoutArrows() async throws {
            let page = try await ReviewPage()
            try await page.review(end: 3)
            let count = try await page.scene.arrows(ofEnd: 3).count
            for _ in 0..<count { try await page.browser.press("Delete") }
            _ = try await eventually("all arrows are removed") {
                try await page.scene.arrows(ofEnd: 3).isEmpty ? true : nil
            }
            try await page.review(end: 3)
            #expect(try await page.text("[data-test=end-total]") == "0")
            // Placing has begun by itself, as all arrows are missing: neither of the two keys puts one anywhere.
            #expect(try await page.has(".review[data-mode=place]") == true)
            try await page.browser.press(" ")
            #expect(try await page.settledTotal() == 0)
            try await page.browser.press("Enter")
            let end = try await eventually("confirmed") { () -> JSONValue? in
                let end = try await page.scene.end(3)
                return end["isConfirmed"]?.isTrue == true ? end : Optional.none
            }
            #expect(end["arrows"]?.items.isEmpty == true && end["total"]?["score"]?.whole == 0, "\(end.line)")
            // What is confirmed lacks nothing: placing is asked for by a key of its own, and each arrow by another one.
            try await page.review(end: 3)
            try await page.browser.press("a", " ")
            _ = try await eventually("one arrow") { try await page.scene.arrows(ofEnd: 3).count == 1 ? true : nil }
            await page.browser.quit()
        }

        @Test("a key that is held confirms one end and scores nothing", arguments: ["Enter", " ", "x"])
        func held(key: String) async throws {
            let page = try await ReviewPage()
            try await page.review(end: 2)
            try await page.click("manual")
            let before = try await (1...4).asyncMap { try await page.scene.arrows(ofEnd: $0).count }
            try await hold(key, in: page)
            _ = try await page.settledTotal()
            let after = try await (1...4).asyncMap { try await page.scene.arrows(ofEnd: $0).count }
            let added: Int = after.reduce(0, +) - before.reduce(0, +)
            let allowed = key == "x" ? 1 : 0
            #expect(added <= allowed, "\(before) \(after)")
            let confirmed = try await (1...4).asyncMap { try await page.scene.end($0)["isConfirmed"]?.isTrue == true }
            #expect(confirmed.count { $0 } <= 1)
            await page.browser.quit()
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async throws -> [T] {
        var values: [T] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
