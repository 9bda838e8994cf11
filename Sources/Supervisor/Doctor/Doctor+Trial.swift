import Dispatch
import Foundation
import Glibc
import WorkerProtocol

extension Doctor {
    /// Runs a worker's diagnosis and its ``ConfinementTrial`` in further processes of this program.
    public struct Trial: Sendable {
        /// What the process is given beside its task: the settings file, where one was named.
        private let arguments: [String]
        /// The program and what comes before its folder, this program and its task but in tests.
        var program = WorkerProcess.ownProgram.string
        var task = ["worker", "--probe"]
        /// How long it may take; models that are compiled for the first time take most of it.
        var limit = Duration.seconds(300)

        /// A trial whose processes get these arguments after their own, such as `--config FILE`.
        public init(arguments: [String] = []) { self.arguments = arguments }

        /// Tries the walls.
        func run() throws -> ConfinementTrial {
            let output = try answer { task + [$0] }
            return try JSONDecoder().decode(ConfinementTrial.self, from: output)
        }

        /// What a worker finds of what it needs.
        func diagnosis() throws -> [DoctorFinding] {
            try JSONDecoder().decode([DoctorFinding].self, from: answer { _ in ["worker", "--diagnose"] })
        }

        /// What the process prints.
        ///
        /// - Parameter task: Its arguments before those of all, made from an empty folder that it may use.
        private func answer(_ task: (String) -> [String]) throws -> Data {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-\(UUID().uuidString)")
            let place = folder.appendingPathComponent("trial")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            // Into files and not pipes: one that is full would hold the process up while the other is read.
            let (output, talk) = (folder.appendingPathComponent("output"), folder.appendingPathComponent("talk"))
            for file in [output, talk] { try Data().write(to: file) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = task(place.path) + arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: talk)
            try wait(for: process)
            guard process.terminationStatus == 0, process.terminationReason == .exit else {
                let words = String(decoding: (try? Data(contentsOf: talk)) ?? Data(), as: UTF8.self)
                let said = words.split(separator: "\n").last.map(String.init)
                throw PipelineError(.setting, said ?? "the trial ended with \(process.terminationStatus)")
            }
            return try Data(contentsOf: output)
        }

        /// Starts the process and waits for its end, which comes at the limit at the latest.
        private func wait(for process: Process) throws {
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            try process.run()
            guard ended.wait(timeout: .now() + (limit / .seconds(1))) == .timedOut else { return }
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
            throw PipelineError(
                .setting, "the trial took longer than \((limit / .seconds(1)).formatted()) s and was ended",
                fault: .environment)
        }
    }
}
