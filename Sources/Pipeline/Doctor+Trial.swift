import Foundation

extension Doctor {
    /// Runs a ``ConfinementTrial`` in a further process of this program.
    public struct Trial: Sendable {
        /// What the process is given beside its task: the settings file, where one was named.
        private let arguments: [String]

        public init(arguments: [String] = []) { self.arguments = arguments }

        func run() throws -> ConfinementTrial {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: WorkerProcess.ownProgram.string)
            process.arguments = ["worker", "--probe", folder.path] + arguments
            let (output, talk) = (Pipe(), Pipe())
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = talk
            try process.run()
            let answer = output.fileHandleForReading.readDataToEndOfFile()
            let words = talk.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0, process.terminationReason == .exit else {
                let said = String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init)
                throw PipelineError(.setting, said ?? "the trial ended with \(process.terminationStatus)")
            }
            return try JSONDecoder().decode(ConfinementTrial.self, from: answer)
        }
    }
}
