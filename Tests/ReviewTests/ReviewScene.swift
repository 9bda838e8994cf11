import Foundation
import FoundationNetworking
import Glibc
import JSONTree
import Storage
import StorageSQLite
import TestSupport

/// Scored sample photos of a test's own, and a server over them.
///
/// Scoring takes seconds, so that all tests copy the results of one run.
final class ReviewScene: Sendable {
    private let temporary: TemporaryFolder
    let running: RunningQuiver
    /// As in `http://127.0.0.1:40001`.
    let address: String

    /// What one run over the samples of a day has left, with a photo that is none beside them.
    private static let scored = Task { () -> TemporaryFolder in
        let folder = try TemporaryFolder()
        folder.keepUntilExit()
        let photos = folder["photos"]
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        let samples = Cases.packageRoot.appendingPathComponent("samples/photos/day1")
        for name in ["end-01.jpg", "end-02.jpg", "end-03.jpg", "end-04.jpg"] {
            try FileManager.default.copyItem(
                at: samples.appendingPathComponent(name), to: photos.appendingPathComponent(name))
        }
        try Data(contentsOf: samples.appendingPathComponent("end-01.jpg")).prefix(2000)
            .write(to: photos.appendingPathComponent("half.jpg"))
        try photos.appendingPathComponent("half.jpg").age()
        let ended = try QuiverProgram(folder: folder.url).start([
            "score", "./photos", "--output", "out", "--arrows", "6", "--face", "wa-122",
        ]).wait()
        guard ended.status <= 1 else { throw WebDriver.Failed("the samples were not scored: \(ended.talk)") }
        return folder
    }

    var program: QuiverProgram { QuiverProgram(folder: temporary.url) }
    var folder: URL { temporary.url }

    /// - Parameter options: Further options of `quiver serve`.
    init(_ options: [String] = [], port: Int = 0) async throws {
        temporary = try TemporaryFolder()
        let scored = try await Self.scored.value
        for name in ["photos", "out"] {
            try FileManager.default.copyItem(at: scored[name], to: temporary[name])
        }
        (running, address) = try await Self.serve(in: temporary.url, options, port: port)
    }

    /// A server over photos with boxes and classes, found by real models.
    ///
    /// - Parameter cases: The folder of the test's pictures and models.
    init(detectedIn cases: URL) async throws {
        temporary = try TemporaryFolder()
        let photos = temporary["photos"]
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for name in ["object_cat.png", "people_reading.jpg", "people_sitting.jpg"] {
            try FileManager.default.copyItem(
                at: cases.appendingPathComponent("people/photos/\(name)"), to: photos.appendingPathComponent(name))
        }
        try Self.detect(with: 0.35, in: temporary.url, cases)
        (running, address) = try await Self.serve(in: temporary.url, [], port: 0)
    }

    /// A server over one photo with what one detector of the settings found in it.
    ///
    /// - Parameter results: What the photo's record says in the place of that; nil for what was found.
    init(finding detector: JSONValue, in photo: URL, saying results: JSONValue? = nil) async throws {
        temporary = try TemporaryFolder()
        let photos = temporary["photos"]
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: photo, to: photos.appendingPathComponent(photo.lastPathComponent))
        let settings: JSONValue = ["detectors": [detector]]
        try Data(settings.line.utf8).write(to: temporary["pipeline.json"])
        let ended = try QuiverProgram(folder: temporary.url).start(["run", "photos", "--output", "out"]).wait()
        guard ended.status == 0 else { throw WebDriver.Failed("nothing was found: \(ended.talk)") }
        if let results { try Self.say(results, in: temporary.url) }
        (running, address) = try await Self.serve(in: temporary.url, [], port: 0)
    }

    /// Puts results in the record of the first photo, as detectors of other kinds would have given them.
    static func say(_ results: JSONValue, in folder: URL) throws {
        let queue = folder.appendingPathComponent("out/quiver.sqlite").path
        try SQLiteQueueStore(path: queue, owner: .current(), at: 0).transaction { transaction in
            let job = JobID(rawValue: 1)
            guard let bytes = try transaction.jobs.result(of: job),
                case .object(let members) = try JSONParser.parse(bytes).value
            else { throw WebDriver.Failed("the photo has no record") }
            let record = JSONValue.object(members.map { $0.name == "results" ? .init("results", results) : $0 })
            try transaction.jobs.saveResult(Array(record.line.utf8), of: job)
        }
    }

    /// Looks for objects and classes in all photos.
    static func detect(with confidence: Double, in folder: URL, _ cases: URL) throws {
        let settings: JSONValue = [
            "detectors": [
                [
                    "name": "objects", "model": .string(cases.appendingPathComponent("models/yolov8n_int8.onnx").path),
                    "confidence": .number(confidence),
                ],
                [
                    "name": "whole", "task": "classify", "mean": [0.498, 0.498, 0.498], "std": [0.502, 0.502, 0.502],
                    "model": .string(cases.appendingPathComponent("people/efficientnet_lite0.onnx").path),
                ],
            ]
        ]
        try Data(settings.line.utf8).write(to: folder.appendingPathComponent("pipeline.json"))
        let ended = try QuiverProgram(folder: folder).start(["run", "photos", "--output", "out", "--replace"]).wait()
        guard ended.status == 0 else { throw WebDriver.Failed("nothing was detected: \(ended.talk)") }
    }

    /// Another server over the same results, which the caller ends.
    func serve(_ options: [String]) async throws -> (RunningQuiver, address: String) {
        try await Self.serve(in: folder, options, port: 0)
    }

    private static func serve(
        in folder: URL, _ options: [String], port: Int
    ) async throws -> (RunningQuiver, address: String) {
        let running = try QuiverProgram(folder: folder).start(
            ["serve", "--output", "out", "--port", "\(port)"] + options)
        let address = try await eventually("the server listens") { () -> String? in
            let said = try String(contentsOf: running.talk, encoding: .utf8)
            return said.firstMatch(of: #/the page is at (\S+)\//#).map { String($0.1) }
        }
        return (running, address)
    }

    deinit { kill(running.pid, SIGKILL) }

    var api: String { address + "/api/v1" }

    /// An answer of the server, as it came and as JSON where it is some.
    typealias Answer = (status: Int, json: JSONValue, data: Data, headers: HTTPURLResponse)

    /// Gets something.
    func ask(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await ask("GET", path, headers: headers)
    }

    /// One request; the body is JSON text.
    func ask(
        _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        guard let url = URL(string: path.hasPrefix("http") ? path : api + path) else { throw WebDriver.Failed(path) }
        var request = URLRequest(url: url, timeoutInterval: 300)
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        let (data, response) = try await URLSession(configuration: configuration).data(for: request)
        guard let response = response as? HTTPURLResponse else { throw WebDriver.Failed("no answer") }
        return (response.statusCode, (try? JSONParser.parse(Array(data)).value) ?? nil, data, response)
    }

    /// The one session of the samples.
    func session() async throws -> JSONValue {
        let list = try await ask("/sessions").json
        guard let id = list["sessions"]?.items.first?["id"]?.text else { throw WebDriver.Failed(list.line) }
        return try await ask("/sessions/\(id)").json
    }

    /// The arrows of an end as the server has them now.
    func arrows(ofEnd number: Int) async throws -> [JSONValue] { try await end(number)["arrows"]?.items ?? [] }

    func end(_ number: Int) async throws -> JSONValue {
        let ends = try await session()["rounds"]?.items.flatMap { $0["ends"]?.items ?? [] } ?? []
        guard ends.indices.contains(number - 1) else { throw WebDriver.Failed("no end \(number)") }
        return ends[number - 1]
    }
}

extension JSONValue {
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var whole: Int? { if case .integer(let number) = self { number } else { nil } }
    var isTrue: Bool { self == .bool(true) }
    var decimal: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
