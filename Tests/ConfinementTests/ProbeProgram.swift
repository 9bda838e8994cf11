import Confinement
import Foundation
import SystemPackage
import TestSupport

/// The program `confinement-probe`: a confinement is for ever, so each is tried in a process of its own.
struct ProbeProgram {
    struct Answer: Decodable {
        var report: ConfinementReport?
        var error: String?
        var main: ProbeReport?
        var other: ProbeReport?
        var threads: [String]
        var moved: String?

        /// What the kernel says of a field of each thread, such as `Seccomp`.
        func field(_ name: String) -> [String] {
            threads.map { status in
                let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
                return String(line.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces)
            }
        }
    }

    private struct Request: Encodable {
        var confinement: Confinement?
        var readable: String
        var beside: String
        var writable: String
        var photo: String
        var atStart: String
        var writableAtStart: String
        var instead: String?
    }

    /// It died before it could answer.
    struct Died: Error {
        let reason: Process.TerminationReason
        let status: Int32
    }

    private static let executable: URL = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [
            bundle, Cases.packageRoot.appendingPathComponent(".build/debug"),
            Cases.packageRoot.appendingPathComponent(".build/release"),
        ].map { $0.appendingPathComponent("confinement-probe") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[1]
    }()

    let folder: TemporaryFolder
    /// Nil for a process that is not confined.
    var confinement: Confinement?

    /// A place to probe in, with the least confinement that a worker can have.
    init(_ mode: Confinement.Mode?, newestLandlock: Int32? = nil) throws {
        folder = try TemporaryFolder()
        let root = FilePath(folder.url.resolvingSymlinksInPath().path)
        try ConfinementProbe(
            readable: root.appending("inputs/photo"), beside: root.appending("secret"),
            writable: root.appending("staging"), photo: root.appending("photos/a.jpg"),
            atStart: root.appending("models/beside"), writableAtStart: root.appending("compiled")
        ).prepare()
        confinement = mode.map {
            Confinement(
                mode: $0, reads: [root.appending("inputs")], writes: [staging], startReads: [root.appending("models")],
                startWrites: [root.appending("compiled")])
        }
        confinement?.newestLandlock = newestLandlock
    }

    private var root: FilePath { FilePath(folder.url.resolvingSymlinksInPath().path) }
    var staging: FilePath { root.appending("staging") }

    /// Runs the program; `whileReady` is called when it says a line before its answer.
    func run(instead: String? = nil, whileReady: (() throws -> Void)? = nil) throws -> Answer {
        let process = Process()
        process.executableURL = Self.executable
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let request = Request(
            confinement: confinement, readable: root.appending("inputs/photo").string,
            beside: root.appending("secret").string, writable: staging.string,
            photo: root.appending("photos/a.jpg").string, atStart: root.appending("models/beside").string,
            writableAtStart: root.appending("compiled").string, instead: instead)
        input.fileHandleForWriting.write(try JSONEncoder().encode(request))
        try input.fileHandleForWriting.close()
        if let whileReady {
            _ = output.fileHandleForReading.readData(ofLength: "ready\n".utf8.count)
            try whileReady()
        }
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Died(reason: process.terminationReason, status: process.terminationStatus)
        }
        return try JSONDecoder().decode(Answer.self, from: answer)
    }
}
