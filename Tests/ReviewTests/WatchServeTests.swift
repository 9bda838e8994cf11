import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// The page beside a run of the same process.
@Suite("quiver watch --serve")
struct WatchServeTests {
    @Test("the page shows the run, pauses it, and lets it end in good order")
    func beside() async throws {
        let scene = try await ReviewScene()
        let running = try scene.program.start([
            "watch", "photos", "--serve", "--port", "0", "--output", "watched", "--workers", "1",
        ])
        defer { kill(running.pid, SIGKILL) }
        let address = try await eventually("the page is served") { () -> String? in
            let said = try String(contentsOf: running.talk, encoding: .utf8)
            return said.firstMatch(of: #/the page is at (\S+)\//#).map { String($0.1) }
        }
        let api = address + "/api/v1"
        _ = try await eventually("the run is shown") {
            try await scene.ask(api + "/queue").json["live"]?["processIdentifier"]?.whole == Int(running.pid)
                ? true : nil
        }
        #expect(try await scene.ask("POST", api + "/queue/pause", body: "{}").json["changed"] == 1)
        #expect(try await scene.ask(api + "/queue").json["live"]?["pausedByHand"]?.isTrue == true)
        #expect(try await scene.ask("POST", api + "/queue/pause", body: "{}").json["changed"] == 0)
        #expect(try await scene.ask("POST", api + "/queue/resume", body: "{}").json["changed"] == 1)
        // A page that follows the events does not hold up the end.
        let page = try RawHTTP(address)
        defer { page.close() }
        let host = address.dropFirst("http://".count)
        page.send("GET /api/v1/events HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(page.answer { $0.contains("\r\n\r\n") }.contains("text/event-stream"))
        kill(running.pid, SIGTERM)
        let ended = try running.wait()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    @Test("what is seen again and again is told to clients of the events at once")
    func sequences() async throws {
        let scene = try await ReviewScene()
        let shots = scene.folder.appendingPathComponent("shots")
        try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
        let settings: JSONValue = [
            "watch": [["path": "shots", "settle": "200ms"]],
            "detectors": [
                [
                    "name": "things", "task": "segment", "labels": ["cup", "ball"],
                    "model": .string(try TinyModels.segmenting(in: scene.folder)),
                ]
            ],
        ]
        let file = scene.folder.appendingPathComponent("shots.json")
        try Data(settings.line.utf8).write(to: file)
        let running = try scene.program.start([
            "watch", "--serve", "--port", "0", "--output", "watched", "--config", file.path, "--label", "cup",
        ])
        defer { kill(running.pid, SIGKILL) }
        let address = try await eventually("the page is served") { () -> String? in
            let said = try String(contentsOf: running.talk, encoding: .utf8)
            return said.firstMatch(of: #/the page is at (\S+)\//#).map { String($0.1) }
        }
        let page = try RawHTTP(address)
        defer { page.close() }
        page.send("GET /api/v1/events HTTP/1.1\r\nHost: \(address.dropFirst("http://".count))\r\n\r\n")
        var (heard, count) = ("", 0)
        let sample = try Data(
            contentsOf: Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/small.jpg"))
        let news = try await eventually("the news come") { () -> String? in
            // Bytes behind the end of a JPEG make it another photo.
            count += 1
            try (sample + Data("\(count)".utf8)).write(to: shots.appendingPathComponent("\(count).jpg"))
            heard += page.answer(within: 1)
            return heard.firstMatch(of: #/event: sequence\r?\ndata: (\{.*\})/#).map { String($0.1) }
        }
        let told = try JSONParser.parse(Array(news.utf8)).value
        #expect(told["event"] == "sequence" && told["label"] == "cup" && told["detector"] == "things", "\(news)")
        #expect((told["photos"]?.whole ?? 0) >= 3, "\(news)")
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
    }
}

extension ServedBrowserTests {
    /// Somebody only looks while a folder is watched.
    @Suite("A watched folder in a browser")
    struct WatchedFolderTests {
        /// Puts a sample into the watched folder as a camera does, under its name once it is whole.
        private func shoot(_ name: String, in scene: ReviewScene) throws {
            let sample = Cases.packageRoot.appendingPathComponent("samples/photos/day2/\(name)")
            let part = scene.folder.appendingPathComponent("\(name).part")
            try FileManager.default.copyItem(at: sample, to: part)
            try FileManager.default.moveItem(at: part, to: scene.folder.appendingPathComponent("shots/\(name)"))
        }

        @Test("a new session and its next end appear on open pages, without a reload")
        func newEnd() async throws {
            let page = try await ReviewPage()
            let shots = page.scene.folder.appendingPathComponent("shots")
            try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
            let settings: JSONValue = [
                "watch": [["path": "shots", "settle": "200ms"]], "scoring": ["face": "wa-122", "arrowsPerEnd": 6],
            ]
            try Data(settings.line.utf8).write(to: page.scene.folder.appendingPathComponent("pipeline.json"))
            // The page's server is another process, and was there before.
            let watching = try page.scene.program.start(["watch", "--output", "out"])
            defer { kill(watching.pid, SIGKILL) }
            let other = ".days a[href^='#/sessions/']:not([href$='\(page.session)'])"
            try await page.open("#/sessions")
            try await page.browser.run("window.stays = 1")
            #expect(try await page.has(other) == nil)
            try shoot("end-01.jpg", in: page.scene)
            _ = try await eventually("the list shows the new session") { try await page.has(other) }
            #expect(try await page.browser.run("return window.stays") == 1, "without a reload")

            let address = try await page.browser.run(
                "return document.querySelector(arguments[0]).getAttribute('href')", .string(other))
            try await page.open(try #require(address.text))
            try await page.browser.run("window.stays = 2")
            let ends = "return document.querySelectorAll('#ends .card').length"
            #expect(try await page.browser.run(ends) == 1)
            try shoot("end-02.jpg", in: page.scene)
            let id = address.text?.split(separator: "/").last ?? ""
            _ = try await eventually("the second end is scored") { () -> Bool? in
                let rounds = try await page.scene.ask("/sessions/\(id)").json["rounds"]?.items ?? []
                return rounds.reduce(0) { $0 + ($1["ends"]?.items.count ?? 0) } == 2 ? true : nil
            }
            // A second or so later it is on the page; a busy machine takes its time.
            _ = try await eventually("the page shows the second end") {
                try await page.browser.run(ends) == 2 ? true : nil
            }
            #expect(try await page.browser.run("return window.stays") == 2, "without a reload")
            kill(watching.pid, SIGTERM)
            #expect(try watching.wait().status == 0)
            await page.browser.quit()
        }
    }
}
