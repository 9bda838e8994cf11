import Foundation
import FoundationNetworking
import Glibc
import JSONTree
import TestSupport

/// A watched folder that takes photos, with the page beside the work.
///
/// Files settle for an hour: what is taken sooner was not waited for.
final class UploadScene: Sendable {
    let temporary: TemporaryFolder
    /// The watching program and where it listens; another one after a start.
    private(set) nonisolated(unsafe) var running: RunningQuiver
    private(set) nonisolated(unsafe) var address: String

    /// - Parameters:
    ///   - uploads: What the settings say of them.
    ///   - full: From how many photos on senders are told to wait.
    ///   - options: Of `quiver watch`.
    init(uploads: JSONValue = ["on": true], full: Int? = nil, _ options: [String] = ["--serve", "--port", "0"])
        async throws
    {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: temporary["shots"], withIntermediateDirectories: true)
        let settings: JSONValue = [
            "watch": [["path": "shots", "settle": "1h"]], "scoring": ["face": "wa-122", "arrowsPerEnd": 6],
            "output": ["path": "out"], "workers": ["count": 1], "serve": ["uploads": uploads],
            "intake": ["full": full.map { .integer($0) } ?? .null],
        ]
        try Data(settings.line.utf8).write(to: temporary["pipeline.json"])
        (running, address) = try await Self.watch(in: temporary.url, options)
    }

    deinit { kill(running.pid, SIGKILL) }

    var program: QuiverProgram { QuiverProgram(folder: temporary.url) }

    static func start(in folder: URL, _ arguments: [String]) async throws -> (RunningQuiver, String) {
        let running = try QuiverProgram(folder: folder).start(arguments)
        let address = try await eventually("the page is served") { () -> String? in
            let said = try String(contentsOf: running.talk, encoding: .utf8)
            return said.firstMatch(of: #/the page is at (\S+)\//#).map { String($0.1) }
        }
        return (running, address)
    }

    /// Kills the program and its workers, and starts it again.
    func killAndStart(_ options: [String] = ["--serve", "--port", "0"]) async throws {
        kill(running.pid, SIGKILL)
        _ = try running.wait()
        (running, address) = try await Self.watch(in: temporary.url, options)
    }

    /// Starts to watch, and waits until the folder was looked at: no photo is taken before.
    private static func watch(in folder: URL, _ options: [String]) async throws -> (RunningQuiver, String) {
        let started = try await start(in: folder, ["watch"] + options)
        _ = try await eventually("the folder is watched") {
            let said = try QuiverProgram(folder: folder).start(["status", "--format", "jsonl"]).wait().output
            return said.contains(#""watches":[""#) ? true : nil
        }
        return started
    }

    /// Gets something.
    func ask(_ path: String, headers: [String: String] = [:]) async throws -> ReviewScene.Answer {
        try await ask("GET", path, headers: headers)
    }

    /// One request with bytes, or JSON text; an empty type sends none.
    func ask(
        _ method: String, _ path: String, _ body: Data? = nil, type: String = "application/octet-stream",
        headers: [String: String] = [:]
    ) async throws -> ReviewScene.Answer {
        guard let url = URL(string: path.hasPrefix("http") ? path : address + "/api/v1" + path) else {
            throw WebDriver.Failed(path)
        }
        var request = URLRequest(url: url, timeoutInterval: 300)
        request.httpMethod = method
        request.httpBody = body
        if method != "GET", !type.isEmpty { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        let (data, response) = try await URLSession(configuration: configuration).data(for: request)
        guard let response = response as? HTTPURLResponse else { throw WebDriver.Failed("no answer") }
        return (response.statusCode, (try? JSONParser.parse(Array(data)).value) ?? nil, data, response)
    }

    /// Begins an upload.
    func begin(
        _ key: String, _ size: Int, more: String = "", headers: [String: String] = [:]
    ) async throws -> ReviewScene.Answer {
        try await ask(
            "POST", "/uploads", Data(#"{"key":"\#(key)","size":\#(size)\#(more)}"#.utf8), type: "application/json",
            headers: headers)
    }

    /// A photo of the samples.
    static func sample(_ name: String = "day1/end-01.jpg") throws -> Data {
        try Data(contentsOf: Cases.packageRoot.appendingPathComponent("samples/photos/\(name)"))
    }

    /// A photo of a few bytes whose content is its own; no detector finds anything in it.
    static func tiny(_ number: Int) throws -> Data {
        try Data(contentsOf: Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/small.jpg"))
            + Data("\(number)".utf8)
    }

    /// What lies in the watched folder, hidden names left out, with the folders inside it.
    var photos: [String] {
        let all = FileManager.default.enumerator(atPath: temporary["shots"].path)?.compactMap { $0 as? String } ?? []
        return all.filter { !$0.hasPrefix(".") && $0.hasSuffix(".jpg") }.sorted()
    }

    /// The names that are kept of uploads, without the lock.
    var kept: [String] {
        let hidden = temporary["shots/.quiver-uploads"].path
        return ((try? FileManager.default.contentsOfDirectory(atPath: hidden)) ?? []).filter { $0 != "lock" }.sorted()
    }
}
