import Foundation
import Glibc
import JSONTree
import TestSupport

/// A folder that is watched, whose page takes photos.
final class CaptureScene: Sendable {
    let page: ReviewPage
    let running: RunningQuiver
    let address: String
    private let output: String

    /// - Parameter uploads: What the settings say of photos that are sent, beside that they are taken.
    init(output: String = "watched", uploads: [JSONValue.Member] = []) async throws {
        page = try await ReviewPage()
        self.output = output
        let folder = page.scene.folder
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("drop"), withIntermediateDirectories: true)
        let settings: JSONValue = [
            "watch": [["path": "drop", "settle": "200ms"]], "scoring": ["face": "wa-122", "arrowsPerEnd": 6],
            "serve": ["uploads": .object([.init("on", true)] + uploads)],
        ]
        try Data(settings.line.utf8).write(to: folder.appendingPathComponent("pipeline.json"))
        (running, address) = try await Self.watch(page.scene.program, output, port: 0)
        try await page.browser.screen(390, 844, isTouch: true)
    }

    deinit { kill(running.pid, SIGKILL) }

    private static func watch(
        _ program: QuiverProgram, _ output: String, port: Int
    ) async throws -> (RunningQuiver, String) {
        let running = try program.start(["watch", "--serve", "--port", "\(port)", "--output", output])
        let address = try await eventually("the page is served") { () -> String? in
            let said = try String(contentsOf: running.talk, encoding: .utf8)
            return said.firstMatch(of: #/the page is at (\S+)\//#).map { String($0.1) }
        }
        return (running, address)
    }

    /// Ends the program at once and starts it again at its address; the caller ends that one.
    func restart() async throws -> RunningQuiver {
        kill(running.pid, SIGKILL)
        running.process.waitUntilExit(within: 600)
        let port = Int(address.split(separator: ":").last ?? "") ?? 0
        return try await Self.watch(page.scene.program, output, port: port).0
    }

    /// The photos in the watched folder.
    func photos() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: page.scene.folder.appendingPathComponent("drop").path)
            .filter { !$0.hasPrefix(".") }
    }

    /// The ends of all sessions.
    func ends() async throws -> [JSONValue] {
        var ends: [JSONValue] = []
        for session in try await page.scene.ask(address + "/api/v1/sessions").json["sessions"]?.items ?? [] {
            let whole = try await page.scene.ask(address + "/api/v1/sessions/\(session["id"]?.text ?? "")").json
            ends += whole["rounds"]?.items.flatMap { $0["ends"]?.items ?? [] } ?? []
        }
        return ends
    }

    /// Opens a route of this server's page, and counts the bytes of photos that are sent from it, and from those that are
    /// loaded behind it.
    func open(_ route: String) async throws {
        try await page.browser.command(
            "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watchesPieces)])
        try await page.browser.open("about:blank")
        try await page.browser.open(address + "/" + route)
    }

    /// Counts the bytes of photos, and has a piece wait that begins behind what ``hold(behind:of:)`` lets through.
    private static let watchesPieces = #"""
        if (window.bytesSent === undefined) {
            const own = window.fetch;
            window.bytesSent = 0;
            window.fetch = async (address, more) => {
                const start = Number(/\/pieces\/(\d+)$/.exec(address)?.[1] ?? -1);
                while (start >= Number(sessionStorage.getItem("test.most") ?? Infinity)) {
                    await new Promise((done) => setTimeout(done, 20));
                    more?.signal?.throwIfAborted();
                }
                window.bytesSent += more?.body?.size ?? 0;
                return own(address, more);
            };
        }
        """#

    /// Has the page that is open, and what is loaded in its place, send nothing of a photo behind so much of it until it is
    /// told of more: however late this test's next step comes, the photo is still on its way.
    ///
    /// - Parameter percent: Nil for all of it.
    func hold(behind percent: Int?, of photo: URL) async throws {
        // A little more, so that the page's whole per cent are reached.
        let most = try percent.map { try Data(contentsOf: photo).count * ($0 + 1) / 100 }
        try await page.browser.run(
            "sessionStorage.setItem('test.most', arguments[0] ?? Infinity)", .init(most))
    }

    /// Opens the view that takes photos, from the list of sessions.
    func openCapture() async throws {
        try await open("#/sessions")
        try await page.wait("[data-test='to-capture']")
        try await page.click("to-capture")
        try await page.wait("[data-test='choose-photos-field']")
    }

    static func sample(_ path: String) -> URL {
        Cases.packageRoot.appendingPathComponent("samples/photos/\(path)")
    }

    /// Waits until so much of the photo has been sent.
    func sent(percent: Int) async throws {
        _ = try await eventually("\(percent) % are sent") {
            let bar = "return Number(document.querySelector('.upload-bar')?.getAttribute('aria-valuenow') ?? 0)"
            return try await self.page.browser.run(bar).whole ?? 0 >= percent ? true : nil
        }
    }

    /// Waits until the review has opened by itself, and answers the bytes that were sent until then.
    @discardableResult
    func reviewed() async throws -> Int {
        _ = try await eventually("the review opens") {
            try await self.page.browser.run("return document.documentElement.dataset.ready") == .string("review")
                ? true : nil
        }
        return try await page.browser.run("return window.bytesSent ?? 0").whole ?? 0
    }
}
