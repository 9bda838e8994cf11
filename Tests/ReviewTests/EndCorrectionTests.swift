import Foundation
import JSONTree
import Registration
import TestSupport
import Testing

@testable import Review

extension BrowserTests {
    /// Every correction of an end has a way back, and a doubt can be judged on any screen.
    @Suite("Ways back in the review of an end")
    struct EndCorrectionTests {
        private func read(_ arrows: [JSONValue]) -> [String] {
            arrows.map { "\($0["number"]?.whole ?? 0) \($0["mark"]?.text ?? "") \($0["source"]?.text ?? "")" }
        }

        @Test("a confirmed end is un-confirmed, and each arrow goes back to what the model read, a removed one too")
        func ways() async throws {
            let page = try await ReviewPage()
            let before = read(try await page.scene.arrows(ofEnd: 1))
            try await page.review(end: 1)
            try await page.click("list-arrow-1")
            try await page.browser.press("Delete")
            try await page.click("list-arrow-2")
            try await page.click("score-5")
            _ = try await page.settledTotal()
            try await page.browser.press("Enter")
            _ = try await eventually("confirmed") {
                try await page.scene.end(1)["isConfirmed"]?.isTrue == true ? true : nil
            }
            // The reload forgets the steps of undo.
            try await page.review(end: 1)
            #expect(try await page.text("[data-test=list-arrow-2]").contains("manual correction"))
            #expect(try await page.text("[data-test=list-arrow-3]").contains("confirmed as read"))
            try await page.click("restore-1")
            _ = try await eventually("the removed arrow is back") {
                try await page.scene.arrows(ofEnd: 1).count == before.count ? true : nil
            }
            #expect(try await page.scene.end(1)["isConfirmed"]?.isTrue == true)
            try await page.click("unconfirm")
            let open = try await eventually("no longer confirmed") { () -> [JSONValue]? in
                let end = try await page.scene.end(1)
                return end["isConfirmed"]?.isTrue == false ? end["arrows"]?.items : Optional.none
            }
            #expect(open.filter { $0["source"]?.text == "person" }.compactMap { $0["number"]?.whole } == [2])
            try await page.click("restore-2")
            _ = try await eventually("as read") {
                read(try await page.scene.arrows(ofEnd: 1)) == before ? true : nil
            }
            #expect(try await page.has("[data-test=restore-all]") == nil)
            await page.browser.quit()
        }

        @Test("the type of a face is chosen where one is added, and corrected where one was found")
        func types() async throws {
            let page = try await ReviewPage()
            let choose = """
                const list = document.querySelector("[data-test=face-type]"); list.value = arguments[0];
                list.dispatchEvent(new Event("change"))
                """
            func faces(_ end: Int) async throws -> [String] {
                let photo = try await page.scene.end(end)["photos"]?.items.first
                return photo?["faces"]?.items.compactMap { $0["type"]?.text } ?? []
            }
            try await page.review(end: 3)
            try await page.click("correct-face")
            try await page.browser.run(choose, "wa-80-6")
            _ = try await eventually("corrected") { try await faces(3) == ["wa-80-6"] ? true : nil }
            try await page.click("reset-face")
            _ = try await eventually("as found") { try await faces(3) == ["wa-122"] ? true : nil }
            let ends = try await page.scene.session()["rounds"]?.items.first?["ends"]?.items ?? []
            let index = try #require(ends.firstIndex { $0["photos"]?.items.first?["name"]?.text == "half.jpg" })
            try await page.review(end: index + 1)
            try await page.browser.run(choose, "field-80")
            try await page.click("add-face")
            _ = try await eventually("added") { try await faces(index + 1) == ["field-80"] ? true : nil }
            await page.browser.quit()
        }

        @Test(
            "a low or narrow screen leaves half of its height to the photo, near the doubt, with the next one in reach",
            arguments: [(844, 390), (932, 430), (568, 320), (320, 568), (360, 640), (390, 844)])
        func screens(width: Int, height: Int) async throws {
            let page = try await ReviewPage()
            try await page.browser.screen(width, height, isTouch: true)
            let photo = try await page.photo(ofEnd: 1)
            try await page.open("#/review/\(page.session)/\(photo)")
            try await page.wait(".photo-side .marker.selected.doubt")
            let seen = try await page.browser.run(
                """
                const [photo, deck, mark, next] = ["quiver-photo", ".deck", ".photo-side .marker.selected .mark-dot",
                    "[data-test=next-doubt]"].map((one) => document.querySelector(one).getBoundingClientRect());
                const below = deck.left < photo.right ? deck.top : innerHeight;
                const { view } = document.querySelector("quiver-photo");
                return [Math.min(photo.bottom, below, innerHeight) - Math.max(photo.top, 0), document.documentElement.scrollWidth,
                    mark.top >= photo.top && mark.bottom <= Math.min(photo.bottom, below), next.bottom <= innerHeight,
                    view.isAtHome, getComputedStyle(document.querySelector(".photo-side .marker .mark-dot")).fill]
                """
            ).items
            try #require(seen.count == 6)
            // Half of the height, or a square as wide as a narrow screen.
            let least = Double(min(width, height / 2))
            #expect((seen[0].decimal ?? 0) >= least, "the photo keeps \(seen[0].line)")
            #expect((seen[1].whole ?? .max) <= width)
            #expect(seen[2].isTrue && seen[3].isTrue && seen[4] == .bool(false), "\(seen)")
            #expect(seen[5].text == "none", "the tip is under the mark")
            let first = try await page.text(".photo-side .marker.selected .mark-text")
            try await page.click("next-doubt")
            #expect(try await page.text("[data-test=reason]").contains("Arrow 2"), "after \(first)")
            await page.browser.quit()
        }

        @Test("in German it is said in German why an end has no score")
        func troubleInGerman() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions")
            let said = try await page.browser.run(
                """
                return import("\(Site.built.prefix)/strings/language.js").then(async ({ setLanguage, troubleOf }) => {
                    await setLanguage("de");
                    return arguments[0].map(troubleOf);
                });
                """, .array((MissingFace.allCases.map(\.sentence) + ["x.jpg is empty"]).map { .string($0) })
            ).items.compactMap(\.text)
            #expect(said.count == MissingFace.allCases.count + 1)
            #expect(said.dropLast().allSatisfy { $0.contains("Auflage") }, "\(said)")
            #expect(said.last == "Kein Ergebnis. Quiver meldet: „x.jpg is empty.“")
            await page.browser.quit()
        }

        @Test(
            "a low screen shows the photo beside or above what is said of it: an end in trouble, and a photo with boxes",
            arguments: [(320, 568), (360, 640), (568, 320), (844, 390)])
        func lowScreens(width: Int, height: Int) async throws {
            let page = try await ReviewPage()
            try await page.browser.screen(width, height, isTouch: true)
            // The third end has fewer arrows than it should, which a banner says.
            let end = try await page.photo(ofEnd: 3)
            let jobs = try await page.scene.ask("/jobs?state=done").json["jobs"]?.items ?? []
            let job = try #require(jobs.first?["job"]?.whole)
            for route in ["#/review/\(page.session)/\(end)", "#/photos/\(job)"] {
                try await page.open(route)
                try await page.wait(".photo-side")
                let seen = try await page.browser.run(
                    """
                    const [photo, deck] = [".photo-side", ".deck"].map((one) => document.querySelector(one).getBoundingClientRect());
                    const below = deck.left < photo.right ? deck.top : innerHeight;
                    return [Math.min(photo.bottom, below, innerHeight) - Math.max(photo.top, 0), photo.width,
                        document.documentElement.scrollWidth];
                    """
                ).items.map { $0.decimal ?? 0 }
                #expect(seen.count == 3 && seen[0] >= 0.4 * Double(height), "\(route): \(seen)")
                #expect(seen[1] >= 0.4 * Double(width) && seen[2] <= Double(width), "\(route): \(seen)")
            }
            await page.browser.quit()
        }

        @Test("marks are hidden as long as H is held, and letters do nothing once they are switched off")
        func keys() async throws {
            let page = try await ReviewPage()
            try await page.review(end: 1)
            let send = "dispatchEvent(new KeyboardEvent(arguments[0], { key: 'h', bubbles: true, cancelable: true }))"
            try await page.browser.run("document.body." + send, "keydown")
            #expect(try await page.has(".review.bare") == true)
            try await page.browser.run("document.body." + send, "keyup")
            #expect(try await page.has(".review.bare") == nil)
            try await page.click("keys")
            try await page.click("letters")
            try await page.browser.press("Escape")
            try await page.click("list-arrow-1")
            let before = try await page.settledTotal()
            try await page.browser.press("5")
            #expect(try await page.settledTotal() == before)
            try await page.browser.press("Delete")
            #expect(try await page.settledTotal() < before)
            await page.browser.quit()
        }
    }
}
