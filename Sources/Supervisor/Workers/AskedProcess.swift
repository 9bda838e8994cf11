import Foundation
import SystemPackage
import SystemValues
import WorkerProtocol

/// A further process of this program that is asked one thing, answers, and ends.
struct AskedProcess: Sendable {
    /// The program; this one but in tests.
    var program = ProgramFolders.ownProgram.string
    /// How long it may take.
    var limit: Duration
    /// Whether it hears no Ctrl-C of this process's terminal.
    var hasOwnGroup = true
    /// What it is told of the environment.
    var environment = ProcessInfo.processInfo.environment

    /// What it prints; blocks.
    ///
    /// - Parameters:
    ///   - input: What it reads.
    ///   - arguments: Its arguments, made from an empty folder that it may use.
    /// - Throws: ``PipelineError`` with the last line of its talk where it fails.
    func answer(to input: [UInt8] = [], _ arguments: (String) -> [String]) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-\(UUID().uuidString)")
        let place = folder.appendingPathComponent("trial")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Into files and not pipes: one that is full would hold the process up while the other is read.
        let (output, talk) = (folder.appendingPathComponent("output"), folder.appendingPathComponent("talk"))
        let ending = try Self.withFile(output) { output in
            try Self.withFile(talk) { talk in
                try ChildProgram(
                    FilePath(program), arguments: [program] + arguments(place.path),
                    environment: environment, hasOwnGroup: hasOwnGroup
                )
                .run(input: input, output: output, error: talk, limit: limit)
            }
        }
        guard let ending else {
            throw PipelineError(
                .setting, "the process took longer than \((limit / .seconds(1)).formatted()) s and was ended",
                fault: .environment)
        }
        guard ending == .exited(0) else {
            let words = String(decoding: (try? Data(contentsOf: talk)) ?? Data(), as: UTF8.self)
            let said = words.split(separator: "\n").last.map(String.init)
            throw PipelineError(.setting, said ?? "the process \(ending.description)")
        }
        return try Data(contentsOf: output)
    }

    /// Lends a new file to write to.
    private static func withFile<Result>(
        _ file: URL, _ body: (FileDescriptor) throws -> Result
    ) throws -> Result {
        let descriptor = try FileDescriptor.open(
            FilePath(file.path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerReadWrite])
        return try descriptor.closeAfter { try body(descriptor) }
    }
}
