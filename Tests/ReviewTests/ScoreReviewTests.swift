import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of scores as a coach does it, in a real browser.
    @Suite("Reviewing scores in a browser")
    struct ScoreReviewTests {
        /// An end with arrows of known places, and its first arrow.
        private func opened(end: Int = 3) async throws -> (ReviewPage, JSONValue) {
            let page = try await ReviewPage()
            try await page.review(end: end)
            let arrow = try #require(try await page.scene.arrows(ofEnd: end).first { $0["isPlaced"]?.isTrue == true })
            try await page.wait("[data-test='arrow-\(arrow["number"]?.whole ?? 0)']")
            return (page, arrow)
        }

        private func arrow(_ number: Int, ofEnd end: Int, in page: ReviewPage) async throws -> JSONValue? {
            try await page.scene.arrows(ofEnd: end).first { $0["number"]?.whole == number }
        }

        @Test(
            "an arrow is dragged: its score changes under way, is undone, done again, confirmed, and kept",
            arguments: [false, true])
        func drag(isTouch: Bool) async throws {
            let (page, before) = try await opened()
            if isTouch {
                try await page.browser.screen(390, 844, scale: 2, isTouch: true)
                try await page.review(end: 3)
            }
            let number = before["number"]?.whole ?? 0
            let marker = "[data-test='arrow-\(number)']"
            try await page.wait(marker)
            let start = try await page.middle(marker)
            let size =
                try await page.browser.run(
                    "return document.querySelector('quiver-photo').getBoundingClientRect().width"
                ).decimal ?? 0
            // Towards the middle of the face, so that it stays on it.
            let way = (before["normalizedX"]?.decimal ?? 0) > 0 ? -size / 12 : size / 12
            // What the page shows while the arrow is under way.
            try await page.browser.run(
                """
                const text = document.querySelector(arguments[0] + " .mark-text"); window.shown = [text.textContent];
                new MutationObserver(() => window.shown.push(text.textContent))
                    .observe(text, { characterData: true, childList: true, subtree: true });
                """, .string(marker))
            var steps: [WebDriver.Pointing] = [.move(start.x, start.y), .down]
            for step in 1...8 { steps.append(.move(start.x + way * Double(step) / 8, start.y)) }
            try await page.browser.point(steps + [.rest(milliseconds: 100), .up], isTouch: isTouch)
            let shown = try await page.browser.run("return window.shown").items.compactMap(\.text)
            let under = try await page.text(marker + " .mark-text")
            #expect(shown.contains(under) && shown.count > 1, "\(shown)")
            let total = try await page.settledTotal()
            let stored = try await eventually("the move is stored") { () -> JSONValue? in
                let now = try await arrow(number, ofEnd: 3, in: page)
                return now?["wasAdjusted"]?.isTrue == true ? now : Optional.none
            }
            #expect(stored["mark"]?.text == under, "\(under) \(stored.line)")
            #expect(stored["source"]?.text == "person")
            #expect(try await page.scene.end(3)["total"]?["score"]?.whole == total)

            try await page.browser.press("z")
            _ = try await eventually("undone") {
                try await arrow(number, ofEnd: 3, in: page)?["wasAdjusted"]?.isTrue == false ? true : nil
            }
            try await page.browser.press("y")
            _ = try await eventually("done again") {
                try await arrow(number, ofEnd: 3, in: page)?["wasAdjusted"]?.isTrue == true ? true : nil
            }
            #expect(try await arrow(number, ofEnd: 3, in: page)?["mark"] == stored["mark"])
            try await page.click("confirm")
            _ = try await eventually("confirmed") {
                try await page.scene.end(3)["isConfirmed"]?.isTrue == true ? true : nil
            }
            try await page.review(end: 3)
            #expect(try await page.text(marker + " .mark-text") == stored["mark"]?.text)
            #expect(try await page.has(".marker.doubt") == nil)
            #expect(
                try await page.browser.run("return document.querySelector('[data-test=state]').dataset.state")
                    == "confirmed")
            await page.browser.quit()
        }

        @Test("keys alone choose an arrow, nudge it, set its score, remove it, and go on")
        func keys() async throws {
            let (page, before) = try await opened()
            let number = before["number"]?.whole ?? 0
            try await page.browser.run(
                "document.querySelector(arguments[0]).focus()", .string("[data-test='arrow-\(number)']"))
            try await page.browser.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
            let moved = try await eventually("nudged") { () -> JSONValue? in
                let now = try await arrow(number, ofEnd: 3, in: page)
                guard let x = now?["normalizedX"]?.decimal, let old = before["normalizedX"]?.decimal else {
                    return Optional.none
                }
                return abs(x - old - 0.02) < 0.002 ? now : Optional.none
            }
            #expect(moved["wasAdjusted"]?.isTrue == true)
            try await page.browser.press("x")
            _ = try await eventually("an X") {
                try await arrow(number, ofEnd: 3, in: page)?["mark"]?.text == "X" ? true : nil
            }
            try await page.browser.press("t")
            let ten = try await eventually("a 10") { () -> JSONValue? in
                let now = try await arrow(number, ofEnd: 3, in: page)
                return now?["mark"]?.text == "10" ? now : Optional.none
            }
            #expect(ten["isX"]?.isTrue == false)
            try await page.browser.press("m")
            _ = try await eventually("a miss") {
                try await arrow(number, ofEnd: 3, in: page)?["mark"]?.text == "M" ? true : nil
            }
            try await page.browser.press("Delete")
            _ = try await eventually("removed") { try await arrow(number, ofEnd: 3, in: page) == nil ? true : nil }
            try await page.browser.press("z")
            _ = try await eventually("back") { try await arrow(number, ofEnd: 3, in: page) != nil ? true : nil }
            let shown = try await page.browser.run("return location.hash").text
            try await page.browser.press("Enter")
            _ = try await eventually("confirmed") {
                try await page.scene.end(3)["isConfirmed"]?.isTrue == true ? true : nil
            }
            _ = try await eventually("the next doubtful photo is shown") {
                try await page.browser.run("return location.hash").text != shown ? true : nil
            }
            await page.browser.quit()
        }

        @Test("an arrow that is dragged off the face is removed, and one is placed by a tap")
        func removeAndPlace() async throws {
            let (page, before) = try await opened()
            let number = before["number"]?.whole ?? 0
            let start = try await page.middle("[data-test='flat-arrow-\(number)']")
            let measure = """
                const b = document.querySelector('quiver-face').getBoundingClientRect();
                return [b.x, b.y, b.width, b.height]
                """
            let face = try await page.browser.run(measure).items.map { $0.decimal ?? 0 }
            try await page.browser.point([
                .move(start.x, start.y), .down, .move(start.x + 5, start.y + 5), .move(face[0] + 3, face[1] + 3), .up,
            ])
            _ = try await eventually("removed") { try await arrow(number, ofEnd: 3, in: page) == nil ? true : nil }
            let count = try await page.scene.arrows(ofEnd: 3).count
            // Below what an end has, placing goes on by itself. Banners may have moved the face, and do so once more with the
            // server's answer.
            try await page.wait(".review[data-mode=place] [data-test=place-banner]")
            _ = try await page.settledTotal()
            try await page.laidOut()
            let now = try await page.browser.run(measure).items.map { $0.decimal ?? 0 }
            try await page.browser.point([.move(now[0] + now[2] / 2, now[1] + now[3] / 2), .down, .up])
            let added = try await eventually("placed") { () -> JSONValue? in
                let now = try await page.scene.arrows(ofEnd: 3)
                return now.count == count + 1
                    ? now.first { $0["source"]?.text == "person" && $0["read"] == .null } : Optional.none
            }
            #expect(["X", "10"].contains(added["mark"]?.text ?? ""), "\(added.line)")
            #expect(added["isPlaced"]?.isTrue == true)
            await page.browser.quit()
        }

        @Test("placing begins by itself where an end lacks arrows, tints the target, and ends with the last one")
        func placingByItself() async throws {
            let (page, _) = try await opened()
            try #require(try await page.scene.end(3)["missing"]?.whole == 1)
            let tint = """
                return [...document.querySelectorAll(".placing")].map((one) => getComputedStyle(one).fill)
                """
            #expect(try await page.browser.run("return document.querySelector('.review').dataset.mode") == "place")
            let tinted = try await page.browser.run(tint).items.compactMap(\.text)
            #expect(tinted.count == 2 && tinted.allSatisfy { $0.hasPrefix("rgba(0, 200, 83") }, "\(tinted)")
            let face = try await page.browser.run(
                """
                const b = document.querySelector("quiver-face").getBoundingClientRect();
                return [b.x + b.width / 2, b.y + b.height / 4]
                """
            ).items.map { $0.decimal ?? 0 }
            try await page.browser.point([.move(face[0], face[1]), .down, .up])
            _ = try await eventually("placed") { try await page.scene.arrows(ofEnd: 3).count == 6 ? true : nil }
            #expect(try await page.browser.run("return document.querySelector('.review').dataset.mode") == "choose")
            let plain = try await page.browser.run(tint).items.compactMap(\.text)
            #expect(plain.allSatisfy { $0 == "none" }, "\(plain)")
            // The placed one is chosen: without it placing begins again, and a step back ends that.
            try await page.browser.press("Delete")
            try await page.wait(".review[data-mode=place]")
            try await page.browser.press("z")
            try await page.wait(".review[data-mode=choose]")
            _ = try await eventually("back") { try await page.scene.arrows(ofEnd: 3).count == 6 ? true : nil }
            // Enter confirms what is there.
            try await page.browser.press("Delete")
            try await page.wait(".review[data-mode=place]")
            try await page.browser.press("Enter")
            let end = try await eventually("confirmed") { () -> JSONValue? in
                let end = try await page.scene.end(3)
                return end["isConfirmed"]?.isTrue == true ? end : Optional.none
            }
            #expect(end["arrows"]?.items.count == 5, "\(end.line)")
            await page.browser.quit()
        }

        @Test("chips are 44 in the list of the end, 32 in the ends before")
        func chips() async throws {
            let (page, _) = try await opened()
            try await page.wait(".history .chip")
            let sizes = try await page.browser.run(
                """
                const size = (one) => { const b = one.getBoundingClientRect(); return [b.width, b.height]; };
                return [".arrow-list .chip", ".history .chip"].map((one) => [...document.querySelectorAll(one)].map(size));
                """
            ).items.map { $0.items.map { $0.items.map { $0.decimal ?? 0 } } }
            #expect(sizes.count == 2 && !sizes[0].isEmpty && !sizes[1].isEmpty)
            #expect(sizes[0].allSatisfy { $0 == [44, 44] } && sizes[1].allSatisfy { $0 == [32, 32] }, "\(sizes)")
            await page.browser.quit()
        }

        @Test("a failed photo is tried again from its end and from its own page, with the reason beside")
        func tryAgain() async throws {
            let page = try await ReviewPage()
            let job = try #require(try await page.scene.ask("/jobs?state=failed").json["jobs"]?.items.first)
            let (number, reason) = (try #require(job["job"]?.whole), try #require(job["reason"]?.text))
            func state() async throws -> String? { try await page.scene.ask("/jobs/\(number)").json["state"]?.text }
            let ends = try await page.scene.session()["rounds"]?.items.first?["ends"]?.items ?? []
            let index = try #require(ends.firstIndex { $0["photos"]?.items.first?["name"]?.text == "half.jpg" })
            try await page.open("#/review/\(page.session)/\(page.photo(ofEnd: index + 1))")
            try await page.wait("[data-test='try-again']")
            #expect(try await page.text(".banners").contains(reason))
            try await page.click("try-again")
            _ = try await eventually("it waits in the queue") { try await state() == "failed" ? nil : true }
            // The next run of the folder that it lies in fails with it again.
            let folder = URL(fileURLWithPath: try #require(job["photo"]?.text)).deletingLastPathComponent().path
            let again = try page.scene.program.start([
                "score", folder, "--output", "out", "--arrows", "6", "--face", "wa-122",
            ]).wait()
            #expect(again.status <= 1)
            _ = try await eventually("it has failed again") { try await state() == "failed" ? true : nil }
            try await page.open("#/photos/\(number)")
            #expect(try await page.text("[data-test='job-trouble']").contains(reason))
            try await page.click("try-again")
            _ = try await eventually("it waits in the queue") { try await state() == "failed" ? nil : true }
            await page.browser.quit()
        }

        @Test("the face is corrected by its handles, and every arrow is scored anew")
        func face() async throws {
            let (page, _) = try await opened()
            let before = try await page.scene.arrows(ofEnd: 3).map { $0["score"]?.whole ?? 0 }
            try await page.click("correct-face")
            let centre = try await page.middle("[data-test='face-centre']")
            let rim = try await page.middle("[data-test='face-right']")
            let way = (rim.x - centre.x) * 0.35
            try await page.browser.point([
                .move(centre.x, centre.y), .down, .move(centre.x + 4, centre.y), .move(centre.x + way, centre.y), .up,
            ])
            let photo = try await eventually("the face is corrected") { () -> JSONValue? in
                let photo = try await page.scene.end(3)["photos"]?.items.first
                return photo?["faces"]?.items.first?["isCorrected"]?.isTrue == true ? photo : Optional.none
            }
            #expect(photo["faces"]?.items.first?["type"]?.text == "wa-122")
            let after = try await page.scene.arrows(ofEnd: 3).map { $0["score"]?.whole ?? 0 }
            #expect(after.count == before.count && after != before, "\(before) \(after)")
            try await page.click("reset-face")
            _ = try await eventually("reset") {
                try await page.scene.arrows(ofEnd: 3).map { $0["score"]?.whole ?? 0 } == before ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a photo that failed is entered by hand")
        func manual() async throws {
            let page = try await ReviewPage()
            let ends = try await page.scene.session()["rounds"]?.items.first?["ends"]?.items ?? []
            let index = try #require(ends.firstIndex { $0["photos"]?.items.first?["name"]?.text == "half.jpg" })
            try await page.review(end: index + 1)
            for mark in ["X", "9", "M"] { try await page.click("score-\(mark)") }
            _ = try await page.settledTotal()
            try await page.click("confirm")
            let end = try await eventually("entered") { () -> JSONValue? in
                let end = try await page.scene.end(index + 1)
                return end["isConfirmed"]?.isTrue == true ? Optional(end) : Optional.none
            }
            #expect(Set(end["arrows"]?.items.compactMap { $0["mark"]?.text } ?? []) == ["X", "9", "M"], "\(end.line)")
            #expect(end["total"]?["score"]?.whole == 19 && end["trouble"] == .null)
            await page.browser.quit()
        }

        @Test("archers are named, and their arrows are theirs")
        func archers() async throws {
            let (page, before) = try await opened()
            let answer = try await page.scene.ask(
                "PUT", "/sessions/\(page.session)", body: #"{"archers":{"names":["Ana","Ben"],"by":"hand"}}"#)
            #expect(answer.status == 200)
            try await page.review(end: 3)
            let number = before["number"]?.whole ?? 0
            try await page.browser.run(
                "document.querySelector(arguments[0]).focus()", .string("[data-test='arrow-\(number)']"))
            try await page.browser.press("Alt", "2", "Alt")
            _ = try await eventually("Ben's") {
                try await arrow(number, ofEnd: 3, in: page)?["archer"]?.text == "Ben" ? true : nil
            }
            try await page.open("#/sessions/\(page.session)")
            #expect(try await page.text("[data-test='archer-sheets']").contains("Ben"))
            await page.browser.quit()
        }
    }
}
