import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

extension BrowserTests {
    /// The review of boxes and classes as a curator does it, in a real browser.
    @Suite("Reviewing boxes and classes in a browser", .enabled(if: Cases.isAvailable))
    struct BoxReviewTests {
        private func job(_ number: Int, in page: ReviewPage) async throws -> JSONValue {
            try await page.scene.ask("/jobs/\(number)").json
        }

        private func said(_ number: Int, in page: ReviewPage) async throws -> [JSONValue] {
            try await job(number, in: page)["review"]?["detections"]?["objects"]?.items ?? []
        }

        /// The number of a photo, which depends on the order in which they were found.
        private func number(of name: String, in page: ReviewPage) async throws -> Int {
            let jobs = try await page.scene.ask("/jobs").json["jobs"]?.items ?? []
            return try #require(jobs.first { $0["photo"]?.text?.hasSuffix(name) == true }?["job"]?.whole)
        }

        private func opened(_ name: String) async throws -> (ReviewPage, Int) {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let number = try await number(of: name, in: page)
            try await page.open("#/photos/\(number)")
            try await page.wait("[data-test='box-1']")
            return (page, number)
        }

        /// Goes on to the next photo, whose page hears no key before it is ready; answers the title of the photo before.
        private func goOn(in page: ReviewPage) async throws -> String {
            let title = try await page.text("h1")
            try await page.click("next")
            _ = try await eventually("another photo is shown") { () -> Bool? in
                guard try await page.text("h1") != title else { return nil }
                return try await page.has("html[data-ready]")
            }
            return title
        }

        @Test(
            "boxes are removed, classed, moved and drawn; what was accepted stays through another run and is exported")
        func boxes() async throws {
            let (page, first) = try await opened("people_sitting.jpg")
            let found = try await job(first, in: page)["detectors"]?.items.first?["detections"]?.items ?? []
            try #require(found.count >= 3)
            // Remove the first, give the next another class, nudge it, take the class back and do it again.
            try await page.click("list-box-1")
            try await page.browser.press("Delete")
            try await page.click("list-box-1")
            try await page.browser.press("2", "z", "y", "ArrowRight")
            // Draw one.
            try await page.click("draw-box")
            let photo = try await page.middle(".box-review .photo-side svg")
            try await page.browser.point([
                .move(photo.x - 60, photo.y - 40), .down, .move(photo.x, photo.y), .move(photo.x + 30, photo.y + 50),
                .up,
            ])
            try await page.wait("[data-test='list-box-\(found.count)']")
            try await page.click("confirm")
            let boxes = try await eventually("the review is stored") { () -> [JSONValue]? in
                let now = try await job(first, in: page)
                return now["review"]?["isAccepted"]?.isTrue == true ? try await said(first, in: page) : nil
            }
            #expect(boxes.count == found.count)
            #expect(boxes[0]["origin"]?.whole == 1)
            #expect(boxes[0]["label"]?.text == "bicycle", "\(boxes[0].line)")
            let moved = (boxes[0]["box"]?["x"]?.decimal ?? 0) - (found[1]["box"]?["x"]?.decimal ?? 0)
            #expect(moved > 0 && moved < 40, "\(moved)")
            let drawn = try #require(boxes.last)
            #expect(drawn["origin"] == .null && drawn["confidence"] == .null)
            #expect((drawn["box"]?["width"]?.decimal ?? 0) > 20 && (drawn["box"]?["height"]?.decimal ?? 0) > 20)

            // Another run with other settings finds the same photo again.
            try ReviewScene.detect(with: 0.3, in: page.scene.folder, Cases.file("."))
            let number = try await number(of: "people_sitting.jpg", in: page)
            #expect(number != first)
            let now = try await job(number, in: page)
            #expect(try await said(number, in: page) == boxes, "\(now.line.suffix(1500))")
            let exported = try page.scene.program.start(["export", "yolo", "out", "--to", "set"]).wait()
            #expect(exported.output.contains("3 photos"), "\(exported.output)")
            // What was accepted was accepted of what the first run had found.
            let isSame = try await job(first, in: page)["basis"] == now["basis"]
            #expect(now["review"]?["isAccepted"]?.isTrue == isSame)
            #expect(exported.output.contains("1 accepted in review") == isSame, "\(exported.output)")
            let labels = try String(
                contentsOf: page.scene.folder.appendingPathComponent("set/labels/people_sitting.txt"), encoding: .utf8)
            #expect(labels.split(separator: "\n").count == boxes.count)
            #expect(labels.split(separator: "\n").contains { $0.hasPrefix("1 ") }, "the bicycle:\n\(labels)")
            await page.browser.quit()
        }

        @Test(
            "undo leads back to the photo that was changed last, a change from elsewhere is said, letters can be off")
        func sharedWithEnds() async throws {
            let (page, first) = try await opened("people_sitting.jpg")
            let found = try await job(first, in: page)["detectors"]?.items.first?["detections"]?.items ?? []
            let press = "document.body.dispatchEvent(new KeyboardEvent(arguments[0], { key: 'h', bubbles: true }))"
            try await page.browser.run(press, "keydown")
            #expect(try await page.has(".review.bare") == true)
            try await page.browser.run(press, "keyup")
            #expect(try await page.has(".review.bare") == nil)
            try await page.click("list-box-1")
            try await page.browser.press("Delete")
            _ = try await page.settledTotal()
            #expect(try await said(first, in: page).count == found.count - 1)
            // Nothing was accepted: the step is the change itself, on a photo that is no longer shown.
            let title = try await goOn(in: page)
            try await page.browser.press("z")
            _ = try await eventually("the box is back, on the first photo") {
                try await said(first, in: page).count == found.count ? true : nil
            }
            #expect(try await page.text("h1") == title)
            _ = try await page.settledTotal()
            try await page.click("keys")
            try await page.click("letters")
            try await page.browser.press("Escape")
            try await page.click("list-box-1")
            try await page.browser.press("2", "d")
            #expect(try await page.has(".stage[data-mode=place]") == nil)
            _ = try await page.settledTotal()
            #expect(try await said(first, in: page).first?["label"] == found.first?["label"])
            let body = #"{"isAccepted":true,"detections":{"objects":[]},"classes":{}}"#
            #expect(try await page.scene.ask("PUT", "/jobs/\(first)/review", body: body).status == 200)
            try await page.wait("[data-test='changed-elsewhere']")
            #expect(try await page.has("[data-test='list-box-1']") == nil)
            // It would undo another's word.
            #expect(try await page.has("[data-test='undo'][aria-disabled='true']") == true)
            await page.browser.quit()
        }

        @Test("a step back to a photo that somebody else has changed since is not taken")
        func foreignSteps() async throws {
            let (page, first) = try await opened("people_sitting.jpg")
            try await page.click("list-box-1")
            try await page.browser.press("Delete")
            _ = try await page.settledTotal()
            let title = try await goOn(in: page)
            let body = #"{"isAccepted":true,"detections":{"objects":[]},"classes":{}}"#
            #expect(try await page.scene.ask("PUT", "/jobs/\(first)/review", body: body).status == 200)
            try await page.browser.press("z")
            _ = try await eventually("the photo is shown") { try await page.text("h1") == title ? true : nil }
            try await page.wait("[data-test='undo'][aria-disabled='true']")
            _ = try await page.settledTotal()
            #expect(try await said(first, in: page).isEmpty, "what the other reviewer said stays")
            await page.browser.quit()
        }

        @Test("names of boxes cover each other nowhere and stand whole on the photo", arguments: [360, 1440])
        func names(width: Int) async throws {
            let (page, number) = try await opened("people_sitting.jpg")
            try await page.browser.screen(width, 640, isTouch: width == 360)
            try await page.open("#/photos/\(number)")
            try await page.wait(".box-text")
            let faults = try await page.browser.run(
                """
                const stage = document.querySelector(".box-stage").getBoundingClientRect();
                const all = [...document.querySelectorAll(".box-text")].map((node) => node.getBoundingClientRect());
                const isOut = (one) => one.left < stage.left || one.right > stage.right || one.bottom > stage.bottom;
                const covers = (a, b) => a !== b && a.left < b.right && b.left < a.right && a.top + 3 < b.bottom
                    && b.top + 3 < a.bottom;
                return [all.length, all.filter((one) => isOut(one) || all.some((other) => covers(one, other))).length];
                """
            ).items
            #expect((faults.first?.whole ?? 0) >= 3 && faults.last == 0, "\(faults)")
            await page.browser.quit()
        }

        @Test("the list shows at once what others accept, begins high on a phone, and transfers only what changed")
        func list() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.browser.screen(360, 640, isTouch: true)
            try await page.open("#/photos")
            try await page.wait("[data-test='job-1']")
            let place = "return document.querySelector('.virtual').getBoundingClientRect().top"
            let top = try await page.browser.run(place)
            #expect((top.decimal ?? 640) < 320, "\(top.line)")
            #expect(try await page.scene.ask("POST", "/jobs/accept", body: #"{"above":0}"#).status == 200)
            _ = try await eventually("the photo is shown as reviewed") {
                try await page.has(".photo-row.reviewed")
            }
            let statuses = try await page.browser.run(
                """
                const asked = [], fetchOnce = window.fetch;
                window.fetch = async (...all) => {
                    const answer = await fetchOnce(...all);
                    if (String(all[0]).includes("/jobs?")) asked.push(answer.status);
                    return answer;
                };
                return import("\(Site.built.prefix)/photos/photo-index.js")
                    .then((index) => index.fetchPhotos({ fresh: true })).then(() => asked);
                """)
            // The page itself may ask meanwhile, for the list and for other things.
            #expect(!statuses.items.isEmpty && statuses.items.allSatisfy { $0 == 304 }, "\(statuses.line)")
            #expect(try await page.scene.ask("/jobs?limit=1").json["total"] == 3)
            #expect(try await page.scene.ask("/jobs?limit=1&after=1").json["total"] == .null)
            await page.browser.quit()
        }

        @Test("a class is chosen with one key, and all photos above a confidence are accepted at once")
        func classes() async throws {
            let (page, first) = try await opened("object_cat.png")
            let classes = try await job(first, in: page)["detectors"]?.items.last?["classes"]?.items ?? []
            try #require(classes.count >= 2)
            _ = try await page.browser.run("document.querySelector(\"[data-test='class-2']\").focus()")
            try await page.click("class-2")
            try await page.click("confirm")
            _ = try await eventually("the class is stored") {
                try await job(first, in: page)["review"]?["classes"]?["whole"] == classes[1]["label"] ? true : nil
            }
            let changed = try await page.scene.ask("POST", "/jobs/accept", body: #"{"above":0,"detector":"objects"}"#)
            #expect(changed.json["changed"]?.whole == 2)
            let other = try await number(of: "people_reading.jpg", in: page)
            #expect(try await job(other, in: page)["review"]?["isAccepted"]?.isTrue == true)
            await page.browser.quit()
        }

        @Test("accepting many takes the photos that the filter shows, asks with their number and can be taken back")
        func acceptsWhatIsShown() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let shown = try await number(of: "people_reading.jpg", in: page)
            let hidden = try await number(of: "people_sitting.jpg", in: page)
            try await page.open("#/photos")
            try await page.wait("[data-test='accept-all']")
            _ = try await page.browser.run(
                """
                const set = (name, value, event) => {
                    const input = document.querySelector(`[data-test='${name}']`);
                    input.value = value;
                    input.dispatchEvent(new Event(event, { bubbles: true }));
                };
                set("filter-where", "name:people_reading", "input");
                const above = document.querySelector("[data-test='accept-above']");
                above.min = 0;
                set("accept-above", 0, "input");
                """)
            try await page.click("accept-all")
            _ = try await eventually("it is asked") { () -> Bool? in
                if try await page.has("[data-test='accept-question']") == true { return true }
                // A page that looks for what was typed just now says so on a slow machine, and is asked once more.
                let again = try await page.browser.run(
                    """
                    const message = document.querySelector("[data-test='message']");
                    message?.remove();
                    return message !== null;
                    """)
                if again.isTrue { try await page.click("accept-all") }
                return nil
            }
            #expect(try await page.text("[data-test='accept-question']").contains("1"))
            #expect(try await job(shown, in: page)["review"]?["isAccepted"]?.isTrue != true)
            try await page.click("accept-yes")
            _ = try await eventually("the photo that is shown is accepted") {
                try await job(shown, in: page)["review"]?["isAccepted"]?.isTrue == true ? true : nil
            }
            #expect(try await job(hidden, in: page)["review"]?["isAccepted"]?.isTrue != true)
            // The page hears of it a moment later, and has nothing to take back before.
            try await page.wait("[data-test='accept-undo']:not([hidden])")
            try await page.click("accept-undo")
            _ = try await eventually("the acceptance is taken back") {
                try await job(shown, in: page)["review"]?["isAccepted"]?.isTrue != true ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a confidence outside 0 to 1 accepts nothing", arguments: ["-5", "1.01"])
        func boundOutside(bound: String) async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let answer = try await page.scene.ask("POST", "/jobs/accept", body: #"{"above":\#(bound)}"#)
            #expect(answer.status == 422)
            let jobs = try await page.scene.ask("/jobs").json["jobs"]?.items ?? []
            #expect(jobs.allSatisfy { $0["reviewed"]?.isTrue != true })
            await page.browser.quit()
        }
    }
}
