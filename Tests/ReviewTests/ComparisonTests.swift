import Foundation
import JSONTree
import TestSupport
import Testing

/// Two detectors on one photo.
@Suite("Two detectors on one photo, over the API")
struct ComparisonAPITests {
    fileprivate static func boxes(_ all: [(label: String, x: Int)]) -> JSONValue {
        .array(
            all.map { one in
                [
                    "label": .string(one.label), "classId": 0, "confidence": 0.5,
                    "box": ["x": .integer(one.x), "y": 2, "width": 30, "height": 40],
                ]
            })
    }

    /// A photo in which two detectors found something, and a third one said what it is.
    fileprivate static let said: JSONValue = [
        ReviewPage.result("small", "detect", "detections", boxes([("cup", 1), ("ball", 100), ("cup", 200)])),
        ReviewPage.result("large", "detect", "detections", boxes([("cup", 2), ("cup", 101), ("cup", 300)])),
        ReviewPage.result("whole", "classify", "classes", [["label": "table", "classId": 0, "confidence": 0.5]]),
    ]

    fileprivate static func detector(in folder: TemporaryFolder) throws -> JSONValue {
        [
            "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
            "labels": ["cup", "ball"],
        ]
    }

    fileprivate static let photo = Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg")

    private static func scene() async throws -> ReviewScene {
        let folder = try TemporaryFolder()
        return try await ReviewScene(finding: detector(in: folder), in: photo, saying: said)
    }

    @Test("what one detector found alone, both as other classes, and both is told")
    func compare() async throws {
        let scene = try await Self.scene()
        let told = try await scene.ask("/jobs/1/comparison")
        #expect(told.status == 200, "\(told.json.line)")
        #expect(told.json["detectors"] == ["small", "large"])
        #expect(told.json["first"] == "small" && told.json["second"] == "large")
        let objects = told.json["objects"]?.items ?? []
        let lines = objects.map { one in
            let sides = ["first", "second"].map { one[$0]?["label"]?.text ?? "-" }
            return "\(sides.joined(separator: " ")) \(one["agreed"]?.isTrue == true)"
        }
        #expect(lines == ["ball cup false", "cup - false", "- cup false", "cup cup true"])
        let turned = try await scene.ask("/jobs/1/comparison?first=large").json
        #expect(turned["first"] == "large" && turned["second"] == "small")
        #expect(turned["objects"]?.items.count == 4)
    }

    @Test(
        "what cannot be compared is refused",
        arguments: ["first=small&second=small", "first=whole", "second=none", "first=small&second=whole"])
    func refusals(query: String) async throws {
        let answer = try await Self.scene().ask("/jobs/1/comparison?\(query)")
        #expect(answer.status == 404, "\(answer.json.line)")
        #expect(answer.json["title"]?.text?.contains("small, large") == true)
    }
}

extension BrowserTests {
    /// Two detectors on one photo.
    @Suite("Two detectors on one photo in a browser")
    struct ComparisonTests {
        @Test("a key compares two detectors, and others choose what is shown")
        func compare() async throws {
            let folder = try TemporaryFolder()
            let page = try await ReviewPage(
                finding: ComparisonAPITests.detector(in: folder), in: ComparisonAPITests.photo,
                saying: ComparisonAPITests.said)
            try await page.open("#/photos/1")
            try await page.wait("[data-test='compare']")
            func count(_ side: String) async throws -> Int {
                try await page.browser.run(
                    "return document.querySelectorAll(arguments[0]).length",
                    .string("[data-test='compared-\(side)']")
                ).whole ?? 0
            }
            try await page.browser.press("c")
            _ = try await eventually("both are drawn") {
                try await (count("first"), count("second")) == (3, 3) ? true : nil
            }
            // What is not seen is not changed.
            let accepting = "document.querySelector('[data-test=confirm]').getAttribute('aria-disabled')"
            #expect(try await page.browser.run("return \(accepting)") == "true")
            try await page.browser.press("Enter")
            let state = "document.querySelector('[data-test=state]').dataset.state"
            #expect(try await page.browser.run("return \(state)") == "open")
            try await page.browser.press("d")
            #expect(try await (count("first"), count("second")) == (2, 2))
            try await page.browser.press("2")
            #expect(try await (count("first"), count("second")) == (2, 0))
            try await page.browser.press("c")
            #expect(
                try await page.browser.run("return document.querySelector('.compare').hidden") == .bool(true))
            #expect(try await page.browser.run("return \(accepting)") == .null)
            await page.browser.quit()
        }
    }
}
