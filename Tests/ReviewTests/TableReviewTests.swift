import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of tables as a person does it, in a real browser; the test wrote what was read.
    @Suite("Reviewing tables in a browser")
    struct TableReviewTests {
        /// The model that a run needs at all.
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static func table(_ rows: [[String]], _ confidence: Double, _ y: Int) -> JSONValue {
            let cells = rows.enumerated().flatMap { row, texts in
                texts.enumerated().map { column, text -> JSONValue in
                    [
                        "row": .integer(row), "column": .integer(column), "rowSpan": 1, "columnSpan": 1,
                        "text": .string(text), "corners": ReviewPage.corners(60 + 200 * column, y + 50 * row, 200, 50),
                    ]
                }
            }
            let corners = ReviewPage.corners(60, y, 400, 50 * rows.count)
            return [
                "kind": "table", "text": "", "confidence": .number(confidence), "corners": corners,
                "table": [
                    "confidence": .number(confidence), "corners": corners, "isRuled": true,
                    "rows": .integer(rows.count), "columns": 2, "cells": .array(cells),
                ],
            ]
        }

        private func opened() async throws -> ReviewPage {
            let model = try TinyModels.segmenting(in: folder.url)
            let paragraph: JSONValue = [
                "kind": "paragraph", "text": "Prices", "confidence": 0.1,
                "corners": ReviewPage.corners(60, 10, 400, 20),
            ]
            let results: JSONValue = [
                ReviewPage.result(
                    "parts", "extract", "contents",
                    [
                        paragraph, Self.table([["Item", "Price"], ["Paper", "4.50"]], 0.93, 60),
                        Self.table([["Narne", "9.00"]], 0.52, 300),
                    ])
            ]
            let page = try await ReviewPage(
                finding: [
                    "name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"],
                ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"), saying: results)
            try await page.open("#/photos/1")
            try await page.wait("[data-test='table-2']")
            return page
        }

        private func cells(in page: ReviewPage) async throws -> [String] {
            try await page.browser.run(
                "return [...document.querySelectorAll('.cell-field')].map((one) => one.value)"
            ).items.compactMap(\.text)
        }

        private func become(_ expected: [String], in page: ReviewPage, _ what: String) async throws {
            _ = try await eventually("\(what): \(expected)") {
                try await cells(in: page) == expected ? true : nil
            }
        }

        private func focused(in page: ReviewPage) async throws -> String {
            try await page.browser.run("return document.activeElement.dataset.test ?? ''").text ?? ""
        }

        @Test("cells are edited by keys alone, a table accepted, one deleted and undone; all stays when loaded again")
        func edits() async throws {
            let page = try await opened()
            let browser = page.browser
            try await become(["Narne", "9.00"], in: page, "the doubtful one comes first")
            try await browser.press("n")
            #expect(try await focused(in: page) == "cell-1-1")
            _ = try await browser.run("document.activeElement.select()")
            try await browser.press("N", "a", "m", "e", "Tab")
            #expect(try await focused(in: page) == "cell-1-2")
            let label = "return document.querySelector('[data-test=cell-1-1]').getAttribute('aria-label')"
            #expect(try await browser.run(label).text?.contains("“Narne”") == true, "it says what was read")
            #expect(
                try await page.text("[data-test=tables-state]") == "One is to be checked.", "a cell is not the table")
            // Enter in the last cell accepts the table; the next Enter is the photo's.
            try await browser.press("Enter")
            #expect(try await page.text("[data-test=tables-state]") == "None is in doubt.")
            #expect(try await focused(in: page) == "table-2")
            try await page.click("list-table-1")
            try await become(["Item", "Price", "Paper", "4.50"], in: page, "another is chosen")
            try await browser.press("Delete")
            try await become(["Name", "9.00"], in: page, "deleted")
            try await browser.press("z")
            try await page.wait("[data-test='list-table-2']")
            // A press on a cell in the photo chooses it, E edits it.
            let place = try await browser.run(
                """
                const box = document.querySelector("[data-test='table-1']").getBoundingClientRect();
                return [box.x + box.width * 0.75, box.y + box.height * 0.75];
                """
            ).items.map { $0.decimal ?? 0 }
            try await browser.point([.move(place[0], place[1]), .down, .up], isTouch: true)
            try await browser.press("e")
            #expect(try await focused(in: page) == "cell-2-2")
            _ = try await browser.run("document.activeElement.select()")
            try await browser.press("5", "Shift", "Enter", "Shift", "6", "Escape")
            try await become(["Item", "Price", "Paper", "4.50"], in: page, "Escape leaves it as it was")
            try await page.click("confirm")
            let review = try await eventually("the review is stored") { () -> JSONValue? in
                let review = try await page.scene.ask("/jobs/1").json["review"]
                return review?["isAccepted"]?.isTrue == true ? review : nil
            }
            let tables = review["tables"]?["parts"]?.items ?? []
            #expect(tables.map { $0["confidence"]?.decimal } == [0.93, nil])
            #expect(tables.map { $0["origin"]?.whole } == [0, 1])
            #expect(tables.last?["cells"]?.items.map { $0["text"]?.text } == ["Name", "9.00"])

            try await page.open("#/photos/1")
            try await page.wait("[data-test='list-table-2']")
            try await page.click("list-table-2")
            try await become(["Name", "9.00"], in: page, "loaded again")
            await browser.quit()
        }

        @Test("tables count among the photos in doubt by their lowest confidence; the API is as it is described")
        func doubts() async throws {
            let page = try await opened()
            let row = try await page.scene.ask("/jobs").json["jobs"]?.items.first
            #expect(row?["uncertain"]?.decimal == 0.52 && row?["findings"]?.whole == 3)
            for (bound, changed) in [(0.53, 0), (0.52, 1)] {
                let answer = try await page.scene.ask(
                    "POST", "/jobs/accept", body: #"{"above":\#(bound),"detector":"parts"}"#)
                #expect(answer.json["changed"]?.whole == changed, "above \(bound)")
            }
            try await page.expectDescribed("Job", "/jobs/1")
            await page.browser.quit()
        }
    }
}
