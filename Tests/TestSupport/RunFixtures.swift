import Foundation

/// What most tests of whole runs need: a folder, photos in it, and the records that a run has left.
package struct RunFixtures: Sendable {
    package let temporary: TemporaryFolder
    package var folder: URL { temporary.url }
    package var photos: URL { folder.appendingPathComponent("photos") }
    package var output: URL { folder.appendingPathComponent("out") }
    package var program: QuiverProgram { QuiverProgram(folder: folder) }

    /// Our own model: tests of the pipeline need no model of others.
    package static let model = Cases.packageRoot.appendingPathComponent("samples/models/targets.onnx").path

    /// Our own classifier of actions.
    package static let actions = Cases.packageRoot.appendingPathComponent("samples/models/actions.onnx").path

    package init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    /// A small real JPEG whose content no other number shares: bytes behind the end of a JPEG are nobody's pixels.
    package static func photo(_ number: Int) throws -> Data {
        let sample = Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/small.jpg")
        var data = try Data(contentsOf: sample)
        data.append(contentsOf: "\(number)".utf8)
        return data
    }

    /// Writes photos 0 to count - 1 as `0000.jpg` and so on, old enough to count as settled.
    @discardableResult
    package func add(_ count: Int, in sub: String = "", from first: Int = 0) throws -> [URL] {
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
    package func age(_ url: URL) throws {
        try url.age()
    }

    /// Runs `quiver run` over the photos.
    ///
    /// With one worker, where `extra` says no other number: loading the model is most of what such a run costs, and each does it.
    package func run(_ extra: String...) throws -> QuiverProgram.Ended {
        let usual = ["run", photos.path, "--output", output.path, "--model", Self.model, "--workers", "1"]
        return try program.start(usual + extra).wait()
    }

    /// The queue beside the results.
    package var queue: URL { output.appendingPathComponent("quiver.sqlite") }

    /// How many photos the queue has in each state.
    package func counts() throws -> [String: Int] {
        struct Status: Decodable { var counts: [String: Int] }
        let status = try program.run("status", "--queue", queue.path, "--format", "json")
        return try JSONDecoder().decode(Status.self, from: Data(status.output.utf8)).counts
    }

    /// Names of temp files that nobody has cleaned up.
    package func leftovers() -> [String] {
        let names = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".tmp") }
    }
}
