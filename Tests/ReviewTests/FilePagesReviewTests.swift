import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of a file with several pages, in a real browser: each page is shown, corrected and stored by itself.
    @Suite("Reviewing the pages of a file in a browser")
    struct FilePagesReviewTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func lines(in page: ReviewPage) async throws -> [String] {
            try await page.browser.run(
                "return [...document.querySelectorAll('.reading-field')].map((one) => one.value)"
            ).items.compactMap(\.text)
        }

        private func become(_ expected: [String], in page: ReviewPage, _ what: String) async throws {
            _ = try await eventually("\(what): \(expected)") {
                try await lines(in: page) == expected ? true : nil
            }
        }

        private func choose(_ number: Int, in page: ReviewPage) async throws {
            _ = try await page.browser.run(
                """
                const choice = document.querySelector("[data-test=file-page]");
                choice.value = arguments[0];
                choice.dispatchEvent(new Event("change"));
                """, .string("\(number)"))
        }

        @Test("a page is chosen, its line is corrected, and the other page's stays as it was read")
        func pages() async throws {
            let file = folder["letter.pdf"]
            try Data(SmallPDF.bytes(pages: [["Invoice 2026"], ["Terms of delivery"]])).write(to: file)
            try file.age()
            let page = try await ReviewPage(
                finding: ["name": "words", "task": "text", "text": ["engine": "layer"]], in: file)
            try await page.open("#/photos/1")
            try await become(["Invoice 2026"], in: page, "the first page is shown first")
            #expect(try await page.text("h1") == "letter.pdf#1")
            try await choose(2, in: page)
            try await become(["Terms of delivery"], in: page, "the second is chosen")
            #expect(try await page.text("h1") == "letter.pdf#2")
            #expect(try await page.browser.run("return location.hash").text?.hasSuffix("page=2") == true)
            let picture = try await page.browser.run("return document.querySelector('image').getAttribute('href')").text
            #expect(picture?.hasSuffix("&page=2") == true)
            _ = try await page.browser.run(
                "const field = document.querySelector('[data-test=line-text-1]'); field.focus(); field.select()")
            try await page.browser.press("T", "e", "r", "m", "s", "Enter")
            let review = try await eventually("the correction is stored") { () -> JSONValue? in
                let review = try await page.scene.ask("/jobs/1").json["review"]
                return review?["texts"]?["words#2"] == nil ? nil : review
            }
            #expect(review["texts"]?["words#2"]?.items.map { $0["text"]?.text } == ["Terms"])
            #expect(review["texts"]?["words"] == nil)
            try await choose(1, in: page)
            try await become(["Invoice 2026"], in: page, "the first page is as it was")
            try await page.open("#/photos/1?page=2")
            try await become(["Terms"], in: page, "loaded again")
            await page.browser.quit()
        }

        @Test("the API tells of pages, and has a picture of each")
        func answers() async throws {
            let file = folder["letter.pdf"]
            try Data(SmallPDF.bytes(pages: [["Invoice 2026"], ["Terms of delivery"]])).write(to: file)
            try file.age()
            let page = try await ReviewPage(
                finding: ["name": "words", "task": "text", "text": ["engine": "layer"]], in: file)
            let job = try await page.scene.ask("/jobs/1").json
            #expect(job["pages"]?.items.map { $0["page"]?.whole } == [1, 2])
            #expect(job["pages"]?.items.map { $0["width"]?.whole } == [1250, 1250])
            #expect(job["detectors"]?.items.map { $0["name"]?.text } == ["words", "words#2"])
            #expect(job["detectors"]?.items.map { $0["page"]?.whole } == [1, 2])
            try await page.expectDescribed("Job", "/jobs/1")
            #expect(try await page.scene.ask("/jobs/1/picture?longest=256&page=2").status == 200)
            #expect(try await page.scene.ask("/jobs/1/picture?longest=256&page=3").status == 404)
            #expect(try await page.scene.ask("/jobs/1/picture?longest=256&page=0").status == 400)
            await page.browser.quit()
        }
    }
}
