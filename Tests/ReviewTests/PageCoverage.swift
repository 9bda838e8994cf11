import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// The rows of ``CoverageRow`` that are seen on the page, in one browser.
    @Suite("What documents name, on the page")
    struct PageCoverageTests {
        @Test("each row of the page")
        func rows() async throws {
            let page = try await ReviewPage()
            for row in CoverageRow.allCases {
                guard case .page(let show) = row.shown else { continue }
                do { try await show(page) } catch { Issue.record(error, "\(row.rawValue)") }
            }
            await page.browser.quit()
        }
    }
}

/// How the rows of the page are shown; each begins with an end as the model read it.
enum PageCoverage {
    /// Opens an end without any correction: of six arrows it lacks one.
    private static func fresh(_ page: ReviewPage) async throws -> Int {
        let ends = try await page.scene.session()["rounds"]?.items.flatMap { $0["ends"]?.items ?? [] } ?? []
        let place = try #require(ends.firstIndex { $0["photos"]?.items.first?["name"]?.text == "end-02.jpg" })
        let photo = try await page.photo(ofEnd: place + 1)
        // What the row before has corrected has its answer, so that this is not in its way.
        try await page.allSent()
        let nothing = #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#
        #expect(try await page.scene.ask("PUT", "/photos/\(photo)/review", body: nothing).status == 200)
        #expect(try await page.scene.end(place + 1)["missing"]?.whole == 1)
        try await page.browser.screen(1440, 900)
        try await page.review(end: place + 1)
        return place + 1
    }

    private static func mode(_ page: ReviewPage) async throws -> String {
        try await page.browser.run("return document.querySelector('.review').dataset.mode").text ?? ""
    }

    private static func fills(_ page: ReviewPage) async throws -> [String] {
        let fills = "return [...document.querySelectorAll('.placing')].map((one) => getComputedStyle(one).fill)"
        return try await page.browser.run(fills).items.compactMap(\.text)
    }

    /// The flat face on the screen: its left, top, width and height.
    private static func face(_ page: ReviewPage) async throws -> [Double] {
        let box = """
            const box = document.querySelector("quiver-face").getBoundingClientRect();
            return [box.x, box.y, box.width, box.height]
            """
        return try await page.browser.run(box).items.map { $0.decimal ?? 0 }
    }

    /// Taps the missing arrow onto the face.
    private static func place(_ page: ReviewPage, end: Int) async throws {
        let face = try await face(page)
        try await page.browser.point([.move(face[0] + face[2] / 2, face[1] + face[3] / 4), .down, .up])
        _ = try await eventually("placed") { try await page.scene.arrows(ofEnd: end).count == 6 ? true : nil }
        #expect(try await mode(page) == "choose")
    }

    @Sendable static func offTarget(_ page: ReviewPage) async throws {
        let end = try await fresh(page)
        let start = try await page.middle("[data-test='flat-arrow-1']")
        let face = try await face(page)
        try await page.browser.point([
            .move(start.x, start.y), .down, .move(start.x + 5, start.y + 5), .move(face[0] + 3, face[1] + 3), .up,
        ])
        _ = try await eventually("arrow 1 is removed") {
            try await page.scene.arrows(ofEnd: end).contains { $0["number"] == 1 } ? nil : true
        }
        _ = try await page.settledTotal()
    }

    @Sendable static func tryAgain(_ page: ReviewPage) async throws {
        let job = try #require(try await page.scene.ask("/jobs?state=failed").json["jobs"]?.items.first)
        let number = try #require(job["job"]?.whole)
        try await page.open("#/photos/\(number)")
        #expect(try await page.text("[data-test='job-trouble']").contains(#require(job["reason"]?.text)))
        try await page.click("try-again")
        _ = try await eventually("it waits in the queue") {
            try await page.scene.ask("/jobs/\(number)").json["state"]?.text == "failed" ? nil : true
        }
    }

    @Sendable static func camera(_ page: ReviewPage) async throws {
        let (folder, drop) = (page.scene.folder, page.scene.folder.appendingPathComponent("drop"))
        try FileManager.default.createDirectory(at: drop, withIntermediateDirectories: true)
        let settings: JSONValue = ["watch": [["path": "drop"]], "serve": ["uploads": ["on": true]]]
        try Data(settings.line.utf8).write(to: folder.appendingPathComponent("pipeline.json"))
        let (running, address) = try await UploadScene.start(
            in: folder, ["watch", "--serve", "--port", "0", "--output", "watched"])
        defer { kill(running.pid, SIGKILL) }
        _ = try await eventually("photos are taken") {
            try await page.scene.ask(address + "/api/v1/uploads").json["isOn"] == true ? true : nil
        }
        // A device with a camera to point.
        try await page.browser.screen(390, 844, isTouch: true)
        try await page.browser.open("about:blank")
        try await page.browser.open(address + "/#/capture")
        try await page.wait("[data-test='take-photo-field'][capture]")
        try await page.wait("[data-test='choose-photos-field'][multiple]")
        let photo = Cases.packageRoot.appendingPathComponent("samples/photos/day2/end-01.jpg")
        try await page.browser.choose([photo], in: "[data-test='take-photo-field']")
        let sent = try await eventually("the photo is in the drop folder") {
            try FileManager.default.contentsOfDirectory(at: drop, includingPropertiesForKeys: nil)
                .first { $0.pathExtension == "jpg" && !$0.lastPathComponent.hasPrefix(".") }
        }
        #expect(try Data(contentsOf: sent) == Data(contentsOf: photo))
    }

    @Sendable static func tint(_ page: ReviewPage) async throws {
        let end = try await fresh(page)
        let tinted = try await fills(page)
        #expect(tinted.count == 2 && tinted.allSatisfy { $0.hasPrefix("rgba(0, 200, 83") }, "\(tinted)")
        try await place(page, end: end)
        #expect(try await fills(page).allSatisfy { $0 == "none" })
    }

    @Sendable static func belowExpected(_ page: ReviewPage) async throws {
        let end = try await fresh(page)
        try await place(page, end: end)
        // The placed one is chosen.
        try await page.browser.press("Delete")
        try await page.wait(".review[data-mode=place]")
        _ = try await eventually("removed") { try await page.scene.arrows(ofEnd: end).count == 5 ? true : nil }
    }

    @Sendable static func atStart(_ page: ReviewPage) async throws {
        _ = try await fresh(page)
        #expect(try await mode(page) == "place")
        #expect(try await page.has("[data-test='place-banner']") == true)
    }

    @Sendable static func chips(_ page: ReviewPage) async throws {
        _ = try await fresh(page)
        try await page.wait(".history .chip")
        let sizes = """
            const size = (one) => { const box = one.getBoundingClientRect(); return [box.width, box.height]; };
            return [".arrow-list .chip", ".history .chip"].map((one) => [...document.querySelectorAll(one)].map(size))
            """
        let measured = try await page.browser.run(sizes).items.map { $0.items.map { $0.items.map { $0.decimal ?? 0 } } }
        #expect(measured.count == 2 && measured.allSatisfy { !$0.isEmpty })
        #expect(
            measured.first?.allSatisfy { $0 == [44, 44] } == true
                && measured.last?.allSatisfy { $0 == [32, 32] } == true)
    }

    @Sendable static func words(_ page: ReviewPage) async throws {
        let end = try await fresh(page)
        let arrow = try #require(try await page.scene.arrows(ofEnd: end).first)
        let detail = try await page.text("[data-test='list-arrow-1'] .detail")
        #expect(detail == "\(Int(((arrow["confidence"]?.decimal ?? 0) * 100).rounded()))%, very high", "\(detail)")
        var seen: Set<String> = []
        for name in ["end-01.jpg", "end-02.jpg", "end-03.jpg", "end-04.jpg"] {
            let record = try ProgramCoverage.record(page.scene.folder.appendingPathComponent("out/\(name).json"))
            for one in (record["detections"]?.items ?? []) + (record["arrows"]?.items ?? []) {
                let confidence = try #require(one["confidence"]?.decimal)
                let word =
                    confidence >= 0.9
                    ? "very high" : confidence >= 0.7 ? "high" : confidence >= 0.5 ? "moderate" : "low"
                #expect(one["confidenceLevel"]?.text == word, "\(name): \(confidence)")
                seen.insert(word)
            }
        }
        #expect(seen.count > 1)
    }
}
