import Foundation
import JSONTree
import TestSupport
import Testing

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
            #expect(exported.output.contains("1 reviewed by a person"))
            let labels = try String(
                contentsOf: page.scene.folder.appendingPathComponent("set/labels/people_sitting.txt"), encoding: .utf8)
            #expect(labels.split(separator: "\n").count == boxes.count)
            #expect(labels.split(separator: "\n").contains { $0.hasPrefix("1 ") }, "the bicycle:\n\(labels)")
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
    }
}
