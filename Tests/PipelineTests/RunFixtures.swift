import Foundation
import Results
import TestSupport

/// What most tests of whole runs need: a folder, photos in it, and the records that a run has left.
struct RunFixtures {
    let temporary: TemporaryFolder
    var folder: URL { temporary.url }
    var photos: URL { folder.appendingPathComponent("photos") }
    var output: URL { folder.appendingPathComponent("out") }
    var program: QuiverProgram { QuiverProgram(folder: folder) }

    /// Our own model: tests of the pipeline need no model of others.
    static let model = Cases.packageRoot.appendingPathComponent("samples/models/targets.onnx").path

    init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    /// A small real JPEG whose content no other number shares: bytes behind the end of a JPEG are nobody's pixels.
    static func photo(_ number: Int) throws -> Data {
        let sample = Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/small.jpg")
        var data = try Data(contentsOf: sample)
        data.append(contentsOf: "\(number)".utf8)
        return data
    }

    /// Writes photos 0 to count - 1 as `0000.jpg` and so on, old enough to count as settled.
    @discardableResult
    func add(_ count: Int, in sub: String = "", from first: Int = 0) throws -> [URL] {
        let folder = sub.isEmpty ? photos : photos.appendingPathComponent(sub)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try (first..<first + count).map { number in
            let name = String(format: "%05d.jpg", number)
            let url = folder.appendingPathComponent(name)
            try Self.photo(number).write(to: url)
            try age(url)
            return url
        }
    }

    /// Makes a file look as if nobody had touched it for an hour.
    func age(_ url: URL) throws {
        try url.age()
    }

    /// Runs `quiver run` over the photos.
    ///
    /// With one worker, where `extra` says no other number: loading the model is most of what such a run costs, and each does it.
    func run(_ extra: String...) throws -> QuiverProgram.Ended {
        let usual = ["run", photos.path, "--output", output.path, "--model", Self.model, "--workers", "1"]
        return try program.start(usual + extra).wait()
    }

    /// The records that lie in the output folder, by their path in it without `.json`.
    func records() throws -> [String: Record] {
        var records: [String: Record] = [:]
        let names = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        for name in names where name.hasSuffix(".json") {
            let data = try Data(contentsOf: output.appendingPathComponent(name))
            records[String(name.dropLast(5))] = try Record.decode(data)
        }
        return records
    }

    /// The queue beside the results.
    var queue: URL { output.appendingPathComponent("quiver.sqlite") }

    /// How many photos the queue has in each state.
    func counts() throws -> [String: Int] {
        struct Status: Decodable { var counts: [String: Int] }
        let status = try program.run("status", "--queue", queue.path, "--format", "json")
        return try JSONDecoder().decode(Status.self, from: Data(status.output.utf8)).counts
    }

    /// Names of temp files that nobody has cleaned up.
    func leftovers() -> [String] {
        let names = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".tmp") }
    }
}
