import Foundation
import Glibc

/// The program itself, run as a user runs it.
public struct QuiverProgram: Sendable {
    public struct Ended: Sendable {
        public let status: Int32
        public let output: String
        public let talk: String
    }

    /// Beside the test bundle that is running.
    public static let executable: URL = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [
            bundle, Cases.packageRoot.appendingPathComponent(".build/debug"),
            Cases.packageRoot.appendingPathComponent(".build/release"),
        ].map { $0.appendingPathComponent("quiver") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[1]
    }()

    public let folder: URL
    /// Where the program keeps its own things of queues in databases: what has another one is another host.
    public var state: URL
    /// Variables of the environment beside the machine's.
    public var environment: [String: String] = [:]

    public init(folder: URL) {
        self.folder = folder
        state = folder.appendingPathComponent("state")
    }

    /// The environment of a process of this program.
    var surroundings: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        // The checkout's engine, whatever folder the test runs in; nothing of the caller's own settings.
        for key in environment.keys where key.hasPrefix("QUIVER_") && key != "QUIVER_CASES" && key != "QUIVER_OPENVINO"
        {
            environment[key] = nil
        }
        environment["QUIVER_STATE"] = state.path
        // A page of text that is read in a second takes minutes where a machine has too much to do.
        environment["QUIVER_WORKERS_TIMEOUT"] = "1h"
        return environment.merging(self.environment) { $1 }
    }

    /// Starts the program; `process` is running when this returns.
    ///
    /// - Parameters:
    ///   - reader: Takes its standard output in place of a file.
    ///   - readsTalk: Whether the reader takes its standard error instead.
    ///   - writer: Gives its standard input in place of nothing.
    public func start(
        _ arguments: [String], reader: Pipe? = nil, readsTalk: Bool = false, writer: Pipe? = nil
    ) throws -> RunningQuiver {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = surroundings
        let output = folder.appendingPathComponent("stdout-\(UUID().uuidString)")
        let talk = folder.appendingPathComponent("stderr-\(UUID().uuidString)")
        for url in [output, talk] { try Data().write(to: url) }
        process.standardInput = writer ?? FileHandle.nullDevice as Any
        process.standardOutput = try (readsTalk ? nil : reader) ?? FileHandle(forWritingTo: output) as Any
        process.standardError = try (readsTalk ? reader : nil) ?? FileHandle(forWritingTo: talk) as Any
        try process.run()
        return RunningQuiver(process: process, output: output, talk: talk)
    }

    /// Runs the program to its end.
    public func run(_ arguments: String...) throws -> Ended { try start(arguments).wait() }
}

/// A program that is running.
public struct RunningQuiver: Sendable {
    public let process: Process
    public let output: URL
    public let talk: URL

    public var pid: Int32 { process.processIdentifier }

    /// The processes that it has started and that still run.
    public var children: [Int32] {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)) ?? ""
        let listed = text.split(separator: " ").compactMap { Int32($0) }
        guard listed.isEmpty else { return listed }
        // A thread other than the first may have started them.
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.flatMap { thread -> [Int32] in
            let text = (try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// A set of signals that the kernel keeps for the process, such as those that are caught.
    public func signals(_ name: String) -> UInt64 {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { UInt64($0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces), radix: 16) }
            ?? 0
    }

    /// Waits until a signal asks it to stop in good order, in place of ending it.
    public func waitUntilItHearsSignals() throws {
        let mask: UInt64 = [SIGINT, SIGTERM, SIGHUP].reduce(0) { $0 | 1 << UInt64($1 - 1) }
        try wait { signals("SigCgt") & mask == mask }
    }

    /// So many seconds are waited for anything; they guard against what never comes, and no slow machine needs them.
    private static let patience = 1200

    /// Waits for the end; a program that has not ended after twenty minutes is killed, so that its test fails.
    public func wait() throws -> QuiverProgram.Ended {
        process.waitUntilExit(within: Self.patience)
        return QuiverProgram.Ended(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            talk: try String(contentsOf: talk, encoding: .utf8))
    }

    /// Asks again and again until the condition holds.
    ///
    /// It fails the caller after twenty minutes, and at once where the program has ended without it.
    public func wait(until condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(Self.patience)
        while true {
            // Before the condition is asked: what the program did last counts.
            let hasEnded = !process.isRunning
            if try condition() { return }
            guard !hasEnded, .now < end else {
                throw TookTooLong(talk: (try? String(contentsOf: talk, encoding: .utf8)) ?? "")
            }
            poll(nil, 0, 20)
        }
    }

    public struct TookTooLong: Error, CustomStringConvertible {
        let talk: String
        public var description: String {
            "the condition did not come true; the program said: \(talk.suffix(2000))"
        }
    }
}
