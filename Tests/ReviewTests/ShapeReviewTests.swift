import Findings
import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The review of masks and keypoints as a curator does it, in a real browser.
    @Suite("Reviewing masks and keypoints in a browser", .enabled(if: Cases.isAvailable))
    struct ShapeReviewTests {
        private func job(in page: ReviewPage) async throws -> JSONValue { try await page.scene.ask("/jobs/1").json }

        private func opened(_ detector: JSONValue, photo: String) async throws -> ReviewPage {
            let page = try await ReviewPage(finding: detector, in: try Cases.file("people/photos/\(photo)"))
            try await page.open("#/photos/1")
            return page
        }

        private func accepted(in page: ReviewPage) async throws -> JSONValue {
            try await page.click("confirm")
            return try await eventually("the review is stored") { () -> JSONValue? in
                guard let review = try await job(in: page)["review"], review["isAccepted"]?.isTrue == true else {
                    return Optional.none
                }
                return Optional(review)
            }
        }

        @Test("a mask is erased by a stroke, another one deleted, undone, and accepted")
        func masks() async throws {
            let folder = try TemporaryFolder()
            let model = try TinyModels.segmenting(in: folder.url)
            let page = try await opened(
                ["name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"]],
                photo: "object_cat.png")
            try await page.wait("[data-test='mask-1']")
            let before = try #require(try await job(in: page)["detectors"]?.items.first?["masks"]?.items.first?["mask"])
            // The second one goes, and comes back.
            try await page.click("list-mask-2")
            try await page.browser.press("Delete")
            try await page.browser.press("z")
            try await page.wait("[data-test='list-mask-2']")
            try await page.click("list-mask-1")
            try await page.click("mask-erase")
            let middle = try await page.middle("[data-test='mask-1']")
            try await page.browser.point([
                .move(middle.x, middle.y - 20), .down, .move(middle.x, middle.y), .move(middle.x, middle.y + 20), .up,
            ])
            let review = try await accepted(in: page)
            let masks = review["masks"]?["things"]?.items ?? []
            #expect(masks.count == 2, "\(review.line.prefix(600))")
            let (old, new) = (try mask(before), try mask(masks.first?["mask"]))
            #expect(old.size == new.size)
            #expect(new.area < old.area && new.area > old.area / 3, "\(old.area) became \(new.area)")
            #expect(old.union(new)?.area == old.area, "erasing adds nothing")
            await page.browser.quit()
        }

        private func mask(_ json: JSONValue?) throws -> RunLengthMask {
            let sides = (json?["size"]?.items ?? []).compactMap(\.whole)
            try #require(sides.count == 2)
            let size = PixelSize(width: sides[1], height: sides[0])
            return try #require(RunLengthMask(size: size, counts: json?["counts"]?.text ?? ""))
        }

        @Test("a keypoint is dragged and nudged, hidden, and stays through another run")
        func keypoints() async throws {
            let page = try await opened(["name": "hands", "task": "hands"], photo: "hand_point.jpeg")
            try await page.click("list-pose-1")
            try await page.wait("[data-test='point-1-9']")
            let before = try await job(in: page)["detectors"]?.items.first?["poses"]?.items ?? []
            try #require(before.count == 2 && before[0]["keypoints"]?.items.count == 21)
            let tip = try await page.middle("[data-test='point-1-9']")
            try await page.browser.point([
                .move(tip.x, tip.y), .down, .move(tip.x + 15, tip.y + 5), .move(tip.x + 30, tip.y + 10), .up,
            ])
            try await page.browser.press("ArrowRight", "v")
            let review = try await accepted(in: page)
            let poses = review["poses"]?["hands"]?.items ?? []
            #expect(poses.count == 2)
            let (old, new) = (before[0]["keypoints"]?.items[8], poses.first?["keypoints"]?.items[8])
            #expect(new?["name"]?.text == "indexTip")
            let (dx, dy) = (
                (new?["x"]?.decimal ?? 0) - (old?["x"]?.decimal ?? 0),
                (new?["y"]?.decimal ?? 0) - (old?["y"]?.decimal ?? 0)
            )
            #expect(dx > 10 && dy > 2 && dx > dy, "moved by \(dx), \(dy)")
            #expect(new?["visibility"]?.decimal == 0)
            // Nothing else was touched.
            #expect(poses.first?["keypoints"]?.items[0]["x"] == before[0]["keypoints"]?.items[0]["x"])
            await page.browser.quit()
        }
    }
}
