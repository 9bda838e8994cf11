import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The photos as pictures: filtered, chosen by keys, accepted together, and taken back.
    @Suite("The gallery in a browser")
    struct GalleryTests {
        private func count(_ selector: String, in page: ReviewPage) async throws -> Int {
            try await page.browser.run(
                "return document.querySelectorAll(arguments[0]).length", .string(selector)
            ).whole ?? 0
        }

        private func write(_ test: String, _ text: String, in page: ReviewPage) async throws {
            try await page.browser.run(
                """
                const field = document.querySelector(arguments[0]); field.value = arguments[1];
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
                """, .string("[data-test='\(test)']"), .string(text))
        }

        /// Waits until the change of the chosen photos has ended on the page, which takes no other one before.
        private func changed(in page: ReviewPage) async throws {
            try await page.wait("[data-test='bulk-accept']:not([aria-disabled])")
        }

        @Test(
            "photos stand in the order of likeness to one, and a lasso on the map chooses them",
            .enabled(if: Cases.isAvailable))
        func likeness() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.open("#/gallery?sort=number")
            _ = try await eventually("three are shown") { try await count(".tile", in: page) == 3 ? true : nil }
            func shown() async throws -> [Int?] {
                try await page.browser.run(
                    """
                    return [...document.querySelectorAll(".tile")].map((one) => Number(one.dataset.job))
                    """
                ).items.map(\.whole)
            }
            try await page.browser.run("document.querySelector('.gallery-grid').focus()")
            try await page.browser.press("ArrowRight", "l")
            _ = try await eventually("it is said that there is nothing to compare") {
                try await page.browser.run("return document.body.textContent").text?.contains("embed") == true
                    ? true : nil
            }
            try AlikeAPITests.look([1: [1, 0, 0], 2: [-1, 0.2, 0], 3: [0.9, 0.1, 0]], in: page.scene)
            try await page.browser.run("document.querySelector('.gallery-grid').focus()")
            try await page.browser.press("l")
            _ = try await eventually("the most alike follows") { try await shown() == [1, 3, 2] ? true : nil }
            try await page.click("show-map")
            _ = try await eventually("all are on the map") {
                try await page.text("[data-test='map-told']").contains("3 photos") ? true : nil
            }
            let lasso = """
                const stage = document.querySelector("[data-test='map']");
                const { left, top, width, height } = stage.getBoundingClientRect();
                stage.setPointerCapture = () => {};
                const send = (kind, x, y) => stage.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1,
                    clientX: left + x * width, clientY: top + y * height }));
                const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map((one) => one.map((side) => side * arguments[0]));
                send("pointerdown", ...corners[0]);
                for (const corner of corners.slice(1)) send("pointermove", ...corner);
                send("pointerup", ...corners[3]);
                """
            try await page.browser.run(lasso, .number(1))
            #expect(try await count(".tile[aria-selected=true]", in: page) == 3)
            // Where no point is, none is chosen.
            try await page.browser.run(lasso, .number(0.005))
            #expect(try await count(".tile[aria-selected=true]", in: page) <= 1)
            try await page.browser.run("document.querySelector(\"[data-test='map-label']\").click()")
            #expect(try await count(".tile[aria-selected=true]", in: page) >= 1)
            // The map shows what the filter passes.
            try await write("filter-where", "job:1", in: page)
            _ = try await eventually("one is left") {
                try await page.text("[data-test='map-told']").contains("1 photo ") ? true : nil
            }
            await page.browser.quit()
        }

        @Test(
            "a query, keys and a press choose photos; they are accepted together and taken back",
            .enabled(if: Cases.isAvailable))
        func changeMany() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.open("#/gallery?sort=number")
            _ = try await eventually("all have boxes") {
                let (tiles, boxes) = (
                    try await count(".tile", in: page), try await count(".tile-box.over", in: page)
                )
                return tiles == 3 && boxes > 3 ? true : nil
            }
            try await write("filter-where", "lable:person", in: page)
            _ = try await eventually("what is wrong is said") {
                try await page.text("[data-test='query-wrong']").contains("label") ? true : nil
            }
            try await write("filter-where", "name:people_*", in: page)
            _ = try await eventually("two fit") { try await count(".tile", in: page) == 2 ? true : nil }
            try await page.browser.run("document.querySelector('.gallery-grid').focus()")
            try await page.browser.press("ArrowRight", " ")
            #expect(try await count(".tile[aria-selected=true]", in: page) == 1)
            try await page.click("choose-all")
            #expect(try await count(".tile[aria-selected=true]", in: page) == 2)
            func reviewed() async throws -> Int {
                try await page.scene.ask("/jobs").json["jobs"]?.items.filter { $0["reviewed"]?.isTrue == true }.count
                    ?? 0
            }
            try await page.click("bulk-accept")
            _ = try await eventually("both are accepted") { try await reviewed() == 2 ? true : nil }
            _ = try await eventually("both are marked") {
                try await count(".tile.reviewed", in: page) == 2 ? true : nil
            }
            try await changed(in: page)
            try await page.click("bulk-undo")
            _ = try await eventually("it is taken back") { try await reviewed() == 0 ? true : nil }
            try await changed(in: page)
            try await page.click("bulk-relabel")
            try await page.wait("[data-test='bulk-to']")
            try await write("bulk-from", "person", in: page)
            try await write("bulk-to", "reader", in: page)
            _ = try await eventually("it is counted first") {
                try await page.text("[data-test='bulk-question']").contains("in 2 photos") ? true : nil
            }
            try await page.click("bulk-yes")
            _ = try await eventually("they have the class") {
                try await page.scene.ask("/jobs?where=label:reader").json["jobs"]?.items.count == 2 ? true : nil
            }
            try await changed(in: page)
            try await page.click("bulk-export")
            try await page.wait("[data-test='export-command']")
            let command =
                try await page.browser.run(
                    "return document.querySelector(\"[data-test='export-command']\").value"
                ).text ?? ""
            #expect(command.hasPrefix("quiver export yolo ") && command.contains(" --where job:"), "\(command)")
            await page.browser.quit()
        }

        @Test(
            "chosen photos get a tag, a press on it filters, and it is taken back", .enabled(if: Cases.isAvailable))
        func tags() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.open("#/gallery?sort=number&where=name:people_*")
            _ = try await eventually("two fit") { try await count(".tile", in: page) == 2 ? true : nil }
            try await page.click("choose-all")
            try await page.click("bulk-tags")
            try await page.wait("[data-test='tag-name']")
            try await write("tag-name", "week 12", in: page)
            try await page.click("tag-give")
            _ = try await eventually("both have it") {
                try await page.scene.ask("/sets").json["sets"]?.items.first?["photos"] == 2 ? true : nil
            }
            try await page.click("dialog-close")
            _ = try await eventually("both show it") { try await count(".tile-tag", in: page) == 2 ? true : nil }
            try await page.browser.run("location.hash = '#/gallery?sort=number'")
            _ = try await eventually("all are shown") { try await count(".tile", in: page) == 3 ? true : nil }
            _ = try await eventually("two show it") { try await count(".tile-tag", in: page) == 2 ? true : nil }
            try await page.browser.run("document.querySelector('.tile-tag').click()")
            _ = try await eventually("two fit it") { try await count(".tile", in: page) == 2 ? true : nil }
            #expect(
                try await page.browser.run("return decodeURIComponent(location.hash)").text?
                    .contains("set:\"week+12\"") == true)
            #expect(try await count(".tile[aria-selected=true]", in: page) == 0)
            try await page.wait("[data-test='bulk-undo']:not([aria-disabled])")
            try await page.click("bulk-undo")
            _ = try await eventually("none has it") {
                try await page.scene.ask("/sets").json["sets"]?.items.isEmpty == true ? true : nil
            }
            _ = try await eventually("none fits") { try await count(".tile", in: page) == 0 ? true : nil }
            await page.browser.quit()
        }

        @Test(
            "at a phone's width a finger chooses one more, and nothing is wider than the screen",
            .enabled(if: Cases.isAvailable))
        func phone() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.browser.screen(390, 844)
            try await page.open("#/gallery?sort=number")
            _ = try await eventually("three are shown") { try await count(".tile", in: page) == 3 ? true : nil }
            try await page.browser.run(
                """
                for (const tile of [...document.querySelectorAll(".tile")].slice(0, 2)) {
                    tile.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
                    tile.click();
                }
                """)
            #expect(try await count(".tile[aria-selected=true]", in: page) == 2)
            #expect(
                try await page.browser.run("return document.documentElement.scrollWidth <= innerWidth") == .bool(true))
            await page.browser.quit()
        }
    }
}
