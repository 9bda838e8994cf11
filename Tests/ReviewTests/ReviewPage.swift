import Foundation
import JSONTree
import TestSupport
import Testing

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

    /// What a record says that a detector found, for `saying`.
    static func result(_ detector: String, _ task: String, _ kind: String, _ list: JSONValue) -> JSONValue {
        .object([
            .init("detector", .string(detector)), .init("task", .string(task)), .init("model", nil),
            .init("parent", nil), .init("timings", ["load": 1, "infer": 2, "decode": nil]), .init(kind, list),
        ])
    }

    /// Four corners as records and the API have them; the right side lies a little lower.
    static func corners(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> JSONValue {
        .array(
            [(x, y), (x + width, y + 3), (x + width, y + height + 3), (x, y + height)].map { x, y in
                ["x": .integer(x), "y": .integer(y)]
            })
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

    /// Opens the review of an end's photo, and looks at the whole face: a doubt is shown near, where arrows are off the screen.
    func review(end: Int) async throws {
        try await open("#/review/\(session)/\(photo(ofEnd: end))")
        _ = try await eventually("the photo is drawn") { try await self.has(".photo-side .marker, .photo-side svg") }
        try await click("zoom-home")
    }

    private func isReady(_ route: String) async throws {
        _ = try await eventually("the page \(route) is ready") {
            try await self.browser.run("return document.documentElement.dataset.ready ? true : null") == .bool(true)
                ? true : nil
        }
        // A photo is accepted by whoever has seen it.
        _ = try await eventually("the picture of \(route) is seen, or cannot be") {
            let isOver = "const page = document.querySelector('.review.job'); return !page || !!page.dataset.shown"
            return try await self.browser.run(isOver) == .bool(true) ? true : nil
        }
        try await laidOut()
    }

    /// Waits until all is where it belongs on the screen: a stage takes its size with the frame after it has changed, and puts
    /// its marks elsewhere then.
    func laidOut() async throws {
        _ = try await browser.run(
            "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    }

    /// Waits until nothing that was corrected waits in the browser, for its turn or for its answer.
    func allSent() async throws {
        // A page that no server has sent has no storage.
        let left = """
            try {
                return Object.keys(localStorage).filter((one) => one.startsWith("quiver.unsent.")).length;
            } catch { return 0; }
            """
        _ = try await eventually("nothing waits to be sent", within: 60) {
            try await self.browser.run(left) == 0 ? true : nil
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
        try await laidOut()
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

extension ReviewPage {
    /// Expects that an answer is as the API's description says.
    func expectDescribed(_ schema: String, _ address: String) async throws {
        let schemas = try await scene.ask("/openapi.json").json["components"]?["schemas"] ?? nil
        let answer = try await scene.ask(address).json
        let problems = try JSONSchemaCheck.problems(
            of: answer.line, against: (schemas[schema] ?? nil).withDefinitions(schemas).line)
        #expect(problems.isEmpty, "\(problems.prefix(5))")
    }
}
