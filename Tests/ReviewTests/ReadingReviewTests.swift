import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of lines of text and codes as a person does it, in a real browser; the test wrote what was read.
    @Suite("Reviewing lines of text and codes in a browser")
    struct ReadingReviewTests {
        /// The model that a run needs at all.
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static func line(_ text: String, _ confidence: Double, _ y: Int) -> JSONValue {
            [
                "text": .string(text), "confidence": .number(confidence), "corners": ReviewPage.corners(60, y, 400, 40),
                "words": [],
            ]
        }

        private func opened() async throws -> ReviewPage {
            let model = try TinyModels.segmenting(in: folder.url)
            let results: JSONValue = [
                ReviewPage.result(
                    "notes", "text", "texts",
                    [
                        Self.line("Meeting notes", 0.95, 40), Self.line("Roorn 3", 0.41, 130),
                        Self.line("Bring paper", 0.8, 220), Self.line("illegib1e", 0.55, 310),
                    ]),
                ReviewPage.result(
                    "codes", "barcodes", "codes",
                    [
                        [
                            "symbology": "qr", "text": "a\r\nb", "bytes": "YQ0KYg==",
                            "corners": ReviewPage.corners(60, 400, 400, 40),
                        ]
                    ]),
            ]
            let page = try await ReviewPage(
                finding: [
                    "name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"],
                ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"), saying: results)
            try await page.open("#/photos/1")
            try await page.wait("[data-test='line-4']")
            return page
        }

        private func texts(in page: ReviewPage) async throws -> [String] {
            try await page.browser.run(
                "return [...document.querySelectorAll('.reading-field')].map((one) => one.value)"
            ).items.compactMap(\.text)
        }

        private func become(_ expected: [String], in page: ReviewPage, _ what: String) async throws {
            _ = try await eventually("\(what): \(expected)") {
                try await texts(in: page) == expected ? true : nil
            }
        }

        private func focused(in page: ReviewPage) async throws -> String {
            try await page.browser.run("return document.activeElement.dataset.test ?? ''").text ?? ""
        }

        @Test("a line is edited, one accepted, one deleted and undone, a code edited; all stays when loaded again")
        func lines() async throws {
            let page = try await opened()
            let browser = page.browser
            try await become(["Roorn 3", "illegib1e", "Bring paper", "Meeting notes", "a\nb"], in: page, "by doubt")
            // Enter stores what was typed and goes on; a line that was not typed in is accepted by it.
            try await browser.press("n")
            #expect(try await focused(in: page) == "line-text-2")
            _ = try await browser.run("document.activeElement.select()")
            try await browser.press("R", "o", "o", "m", " ", "3", "Enter")
            #expect(try await focused(in: page) == "line-text-4")
            try await browser.press("Enter")
            #expect(try await page.text("[data-test=readings-state]") == "None is in doubt.")
            #expect(try await focused(in: page) == "line-4", "the next Enter is the photo's")
            try await page.click("list-line-3")
            try await browser.press("Delete")
            try await become(["Room 3", "illegib1e", "Meeting notes", "a\nb"], in: page, "deleted")
            try await browser.press("z")
            try await become(["Room 3", "illegib1e", "Bring paper", "Meeting notes", "a\nb"], in: page, "undone")
            try await browser.press("y")
            try await become(["Room 3", "illegib1e", "Meeting notes", "a\nb"], in: page, "done again")
            _ = try await browser.run(
                """
                const field = document.querySelector("[data-test=code-text-1]");
                field.focus();
                field.setSelectionRange(0, 0);
                """)
            try await browser.press("X", "Enter")
            try await become(["Room 3", "illegib1e", "Meeting notes", "Xa\nb"], in: page, "a code is edited")
            try await page.click("confirm")
            let review = try await eventually("the review is stored") { () -> JSONValue? in
                let review = try await page.scene.ask("/jobs/1").json["review"]
                return review?["isAccepted"]?.isTrue == true ? review : nil
            }
            let lines = review["texts"]?["notes"]?.items ?? []
            #expect(lines.map { $0["text"]?.text } == ["Meeting notes", "Room 3", "illegib1e"], "as they are read")
            #expect(lines.map { $0["origin"]?.whole } == [0, 1, 3])
            #expect(lines.map { $0["confidence"]?.decimal } == [0.95, nil, nil])
            #expect(review["codes"]?["codes"]?.items.map { $0["text"]?.text } == ["Xa\r\nb"])

            try await page.open("#/photos/1")
            try await become(["Room 3", "illegib1e", "Meeting notes", "Xa\nb"], in: page, "loaded again")
            await browser.quit()
        }

        @Test("lines count among the photos in doubt by their lowest confidence, and are accepted above one")
        func doubts() async throws {
            let page = try await opened()
            let row = try await page.scene.ask("/jobs").json["jobs"]?.items.first
            #expect(row?["uncertain"]?.decimal == 0.41 && row?["findings"]?.whole == 5)
            for (bound, changed) in [(0.42, 0), (0.41, 1)] {
                let answer = try await page.scene.ask(
                    "POST", "/jobs/accept", body: #"{"above":\#(bound),"detector":"notes"}"#)
                #expect(answer.json["changed"]?.whole == changed, "above \(bound)")
            }
            await page.browser.quit()
        }
    }
}
