import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// What is done with a whole session, in its dialogs.
    @Suite("Arranging sessions in a browser")
    struct SessionDialogTests {
        private func fill(_ selector: String, _ text: String, in page: ReviewPage) async throws {
            try await page.wait(selector)
            _ = try await page.browser.run(
                """
                const node = document.querySelector(arguments[0]); node.value = arguments[1];
                node.dispatchEvent(new Event("input", { bubbles: true }));
                node.dispatchEvent(new Event("change", { bubbles: true }));
                """, .string(selector), .string(text))
        }

        private func sessions(of page: ReviewPage) async throws -> [JSONValue] {
            try await page.scene.ask("/sessions").json["sessions"]?.items ?? []
        }

        private static func arrows(of session: JSONValue) -> [JSONValue] {
            let ends = (session["rounds"]?.items ?? []).flatMap { $0["ends"]?.items ?? [] }
            return ends.flatMap { $0["arrows"]?.items ?? [] }
        }

        @Test("a session is renamed and dated, divided, and put together again")
        func arranged() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            try await page.click("rename")
            try await fill("[data-test='session-name']", "Club round", in: page)
            try await fill("[data-test='session-date']", "2026-04-01", in: page)
            try await page.click("dialog-ok")
            let renamed = try await eventually("it has its name") {
                try await sessions(of: page).first { $0["name"]?.text == "Club round" }
            }
            #expect(renamed["date"]?.text == "2026-04-01")
            let ends = renamed["ends"]?.whole ?? 0

            _ = try await eventually("the page has the new name") {
                try await page.text("h1").contains("Club round") ? true : nil
            }
            try await page.click("split")
            try await fill("input[name='name']", "Second half", in: page)
            _ = try await page.browser.run("document.querySelector(\"input[name='photo']\").click()")
            try await page.click("dialog-ok")
            let halves = try await eventually("there are two") {
                let now = try await sessions(of: page)
                return now.count == 2 ? Optional(now) : Optional.none
            }
            #expect(halves.map { $0["ends"]?.whole ?? 0 }.reduce(0, +) == ends)
            #expect(halves.contains { $0["name"]?.text == "Second half" && $0["ends"]?.whole == 1 })

            let half = try #require(halves.first { $0["name"]?.text == "Second half" }?["id"]?.text)
            try await page.open("#/sessions/\(half)")
            try await page.click("merge")
            try await page.wait("[data-test='merge-into']")
            try await page.click("dialog-ok")
            let merged = try await eventually("there is one again") {
                let now = try await sessions(of: page)
                return now.count == 1 ? Optional(now[0]) : Optional.none
            }
            #expect(merged["ends"]?.whole == ends && merged["name"]?.text == "Club round")
            await page.browser.quit()
        }

        @Test("a session becomes a round, and says what is missing and who leads; on another device too")
        func round() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            #expect(try await page.has("#round") == nil)
            try await page.click("round-of-session")
            try await fill("[data-test='round']", "wa-70", in: page)
            #expect(try await page.text("[data-test='round-facts']").contains("720"))
            try await page.click("dialog-ok")
            try await page.wait("[data-test='progress']")
            let progress = try #require(try await page.scene.session()["progress"]?.items.first)
            let best = try #require(progress["best"]?.whole)
            #expect(try await page.text("#round h2") == "WA 720, 70 m")
            #expect(try await page.text("[data-test='progress']").contains("\(best)"))
            let put = try await page.scene.ask(
                "PUT", "/sessions/\(page.session)", body: #"{"archers":{"names":["Ana","Ben"],"by":"end"}}"#)
            #expect(put.status == 200)
            // What another client changed is drawn here by itself.
            try await page.wait("[data-test='ranking']")
            #expect(try await page.text("[data-test='ranking']").contains("Ben"))
            let other = try await page.scene.ask("/sessions/\(page.session)").json
            #expect(other["round"]?["id"]?.text == "wa-70" && other["ranking"]?["rows"]?.items.count == 2)
            try await page.click("round-of-session")
            try await fill("[data-test='round']", "none", in: page)
            try await page.click("dialog-ok")
            _ = try await eventually("it is no round any more") { try await page.has("#round") == nil ? true : nil }
            await page.browser.quit()
        }

        @Test("archers are named once, and told apart by the colour of their arrows")
        func colours() async throws {
            let page = try await ReviewPage()
            let colours: [String] = Self.arrows(of: try await page.scene.session()).compactMap { $0["colour"]?.text }
            let colour = try #require(colours.first)
            try await page.open("#/sessions/\(page.session)")
            try await page.click("archers")
            try await fill("[data-test='archer-name-1']", "Ana", in: page)
            try await page.click("add-archer")
            try await fill("[data-test='archer-name-2']", "Ben", in: page)
            _ = try await page.browser.run("document.querySelector(\"[data-test='by-colour']\").click()")
            try await fill("[data-test='archer-colour-2']", colour, in: page)
            try await page.click("dialog-ok")
            let session = try await eventually("the archers are named") {
                let now = try await page.scene.session()
                return now["archers"]?["by"]?.text == "colour" ? Optional(now) : Optional.none
            }
            #expect(session["archers"]?["names"]?.items.map(\.text) == ["Ana", "Ben"])
            for arrow in Self.arrows(of: session) {
                #expect(arrow["archer"]?.text == (arrow["colour"]?.text == colour ? "Ben" : nil), "\(arrow.line)")
            }
            await page.browser.quit()
        }
    }
}
