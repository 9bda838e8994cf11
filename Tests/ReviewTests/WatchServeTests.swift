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
        let address = try await eventually("the page is served", within: 180) { () -> String? in
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
        #expect(page.answer(within: 1).contains("text/event-stream"))
        kill(running.pid, SIGTERM)
        let ended = try running.wait()
        #expect(ended.status == 0, "\(ended.talk)")
    }
}
