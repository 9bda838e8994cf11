import Foundation
import JSONTree
import TestSupport

/// The review's page in a browser, over a server of its own.
final class ReviewPage: Sendable {
    let scene: ReviewScene
    let browser: WebDriver
    let session: String

    init(_ options: [String] = []) async throws {
        scene = try await ReviewScene(options)
        browser = try await WebDriver()
        session = try await scene.session()["id"]?.text ?? ""
        try await browser.screen(1440, 900)
    }

    /// The page over photos with boxes and classes.
    init(detectedIn cases: URL) async throws {
        scene = try await ReviewScene(detectedIn: cases)
        browser = try await WebDriver()
        session = ""
        try await browser.screen(1440, 900)
    }

    /// The page over one photo with what one detector found in it.
    init(finding detector: JSONValue, in photo: URL, saying results: JSONValue? = nil) async throws {
        scene = try await ReviewScene(finding: detector, in: photo, saying: results)
        browser = try await WebDriver()
        session = ""
        try await browser.screen(1440, 900)
    }

    /// The photo of an end.
    func photo(ofEnd end: Int) async throws -> String {
        try await scene.end(end)["photos"]?.items.first?["id"]?.text ?? ""
    }

    /// Opens a route and waits until it has drawn itself.
    func open(_ route: String) async throws {
        try await browser.open("about:blank")
        try await browser.open(scene.address + "/" + route)
        try await isReady(route)
    }

    /// Opens the review of an end's photo.
    func review(end: Int) async throws {
        try await open("#/review/\(session)/\(photo(ofEnd: end))")
        _ = try await eventually("the photo is drawn") { try await self.has(".photo-side .marker, .photo-side svg") }
    }

    private func isReady(_ route: String) async throws {
        _ = try await eventually("the page \(route) is ready", within: 30) {
            try await self.browser.run("return document.documentElement.dataset.ready ? true : null") == .bool(true)
                ? true : nil
        }
    }

    /// True where there is such an element; else nil.
    func has(_ selector: String) async throws -> Bool? {
        try await browser.run("return document.querySelector(arguments[0]) !== null", .string(selector)).isTrue
            ? true : nil
    }

    /// Waits until there is such an element.
    func wait(_ selector: String) async throws {
        _ = try await eventually("there is \(selector)") { try await self.has(selector) }
    }

    /// The text of the first such element.
    func text(_ selector: String) async throws -> String {
        try await browser.run(
            "return document.querySelector(arguments[0])?.textContent ?? ''", .string(selector)
        ).text ?? ""
    }

    /// The middle of an element on the screen, in pixels; the element is scrolled into sight.
    func middle(_ selector: String) async throws -> (x: Double, y: Double) {
        let box = try await browser.run(
            """
            const node = document.querySelector(arguments[0]); node.scrollIntoView({ block: "nearest", behavior: "instant" });
            const part = node.querySelector(".mark-dot") ?? node; const box = part.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
            """, .string(selector)
        ).items.map { $0.decimal ?? 0 }
        guard box.count == 2 else { throw WebDriver.Failed("no \(selector)") }
        return (box[0], box[1])
    }

    func click(_ test: String) async throws {
        try await wait("[data-test='\(test)']")
        _ = try await browser.run("document.querySelector(arguments[0]).click()", .string("[data-test='\(test)']"))
    }

    /// Waits until the end's total and all unsent changes have settled, and returns the total.
    func settledTotal() async throws -> Int {
        _ = try await eventually("everything is sent") {
            try await self.browser.run("return document.querySelector('[data-test=state]')?.dataset.state") != "waiting"
                ? true : nil
        }
        return Int(try await text("[data-test=end-total]")) ?? -1
    }
}
