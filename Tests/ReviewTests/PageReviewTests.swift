import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of pages of paper as a person does it, in a real browser; the test wrote what was found.
    @Suite("Reviewing pages of paper in a browser")
    struct PageReviewTests {
        /// The model that a run needs at all.
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func opened() async throws -> ReviewPage {
            let model = try TinyModels.segmenting(in: folder.url)
            let results: JSONValue = [
                ReviewPage.result(
                    "sheets", "document", "pages",
                    [
                        ["confidence": 0.9, "corners": ReviewPage.corners(60, 60, 300, 400), "flatSize": [300, 400]],
                        [
                            "confidence": 0.4, "corners": ReviewPage.corners(500, 100, 300, 400),
                            "flatSize": [300, 400],
                        ],
                    ])
            ]
            let page = try await ReviewPage(
                finding: [
                    "name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"],
                ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"), saying: results)
            try await page.open("#/photos/1")
            try await page.wait("[data-test='page-2']")
            return page
        }

        private func focused(in page: ReviewPage) async throws -> String {
            try await page.browser.run("return document.activeElement.dataset.test ?? ''").text ?? ""
        }

        private func count(in page: ReviewPage) async throws -> Int? {
            try await page.browser.run("return document.querySelectorAll('.page-mark').length").whole
        }

        private func accepted(in page: ReviewPage) async throws -> [JSONValue] {
            try await page.click("confirm")
            return try await eventually("the review is stored") {
                let review = try await page.scene.ask("/jobs/1").json["review"]
                return review?["isAccepted"]?.isTrue == true ? review?["pages"]?["sheets"]?.items ?? [] : nil
            }
        }

        private func place(_ page: JSONValue?, _ corner: Int) -> [Double] {
            let point = page?["corners"]?.items.dropFirst(corner).first
            return [point?["x"]?.decimal ?? 0, point?["y"]?.decimal ?? 0]
        }

        @Test("a page is accepted and its corner nudged by keys alone, one deleted and undone, one added")
        func keys() async throws {
            let page = try await opened()
            let browser = page.browser
            try await browser.press("n")
            #expect(try await focused(in: page) == "corner-2-1", "the one in doubt")
            #expect(try await page.text("[data-test=pages-state]") == "One is to be checked.")
            try await browser.press("Enter")
            #expect(try await page.text("[data-test=pages-state]") == "None is in doubt.")
            try await browser.press("k", "3", "ArrowRight", "Shift", "ArrowDown", "Shift")
            #expect(try await focused(in: page) == "corner-1-3")
            try await browser.press("d")
            #expect(try await count(in: page) == 3)
            try await browser.press("Delete")
            #expect(try await count(in: page) == 2)
            try await browser.press("z")
            #expect(try await count(in: page) == 3)
            let pages = try await accepted(in: page)
            #expect(pages.map { $0["origin"]?.whole } == [0, 1, nil])
            #expect(pages.allSatisfy { $0["confidence"]?.decimal == nil }, "all were seen by a person")
            let (moved, step) = (place(pages.first, 2), place(pages.first, 2)[0] - 360)
            #expect(step >= 1 && moved[1] == 463 + 10 * step, "\(moved)")
            #expect(place(pages.first, 0) == [60, 60] && place(pages[1], 0) == [500, 100], "nothing else was touched")
            try await page.expectDescribed("Job", "/jobs/1")
            await browser.quit()
        }

        @Test("a corner is dragged by mouse and by finger; sides never cross", arguments: [false, true])
        func drags(isTouch: Bool) async throws {
            let page = try await opened()
            let browser = page.browser
            if isTouch {
                try await browser.screen(390, 844, isTouch: true)
                _ = try await eventually("the page is narrow") {
                    try await browser.run("return innerWidth") == 390 ? true : nil
                }
            }
            try await page.click("list-page-1")
            // Both corners are on the screen, so that looking for one scrolls nothing.
            _ = try await browser.run("document.querySelector('.stage').scrollIntoView({ block: 'center' })")
            let corner = try await page.middle("[data-test='corner-1-1']")
            let other = try await page.middle("[data-test='corner-1-3']")
            try await browser.point(
                [.move(corner.x, corner.y), .down, .move(other.x, other.y), .move(other.x + 9, other.y + 9), .up],
                isTouch: isTouch)
            let isConvex = try await browser.run(
                """
                const points = [...document.querySelector("[data-test='page-1'] polygon").points];
                return points.every((b, k) => {
                    const [a, c] = [points.at(k - 1), points[(k + 1) % 4]];
                    return (b.x - a.x) * (c.y - b.y) > (b.y - a.y) * (c.x - b.x);
                });
                """)
            #expect(isConvex.isTrue, "beyond the opposite corner it would be folded")
            try await browser.press("z")
            #expect(
                try await browser.run("return document.querySelector('[data-test=undo]').ariaDisabled").text == "true")
            let again = try await page.middle("[data-test='corner-1-1']")
            try await browser.point(
                [
                    .move(again.x, again.y), .down, .move(again.x + 6, again.y + 4),
                    .move(again.x + 12, again.y + 8), .up,
                ], isTouch: isTouch)
            let scroll = try await browser.run("return document.documentElement.scrollWidth - innerWidth")
            #expect((scroll.whole ?? .max) <= 0, "nothing is wider than the screen")
            let pages = try await accepted(in: page)
            let moved = place(pages.first, 0)
            #expect(moved[0] > 62 && moved[1] > 61 && moved[0] - 60 > moved[1] - 60, "\(moved)")
            #expect(place(pages.first, 1) == [360, 63] && pages.first?["confidence"]?.decimal == nil)
            #expect(pages.last?["confidence"]?.decimal == 0.4, "nobody spoke of the other one alone")
            await browser.quit()
        }

        @Test("pages count among the photos in doubt by their lowest confidence")
        func doubts() async throws {
            let page = try await opened()
            let row = try await page.scene.ask("/jobs").json["jobs"]?.items.first
            #expect(row?["uncertain"]?.decimal == 0.4 && row?["findings"]?.whole == 2)
            for (bound, changed) in [(0.41, 0), (0.4, 1)] {
                let answer = try await page.scene.ask(
                    "POST", "/jobs/accept", body: #"{"above":\#(bound),"detector":"sheets"}"#)
                #expect(answer.json["changed"]?.whole == changed, "above \(bound)")
            }
            await page.browser.quit()
        }
    }
}
