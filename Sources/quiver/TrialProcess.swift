import Findings
import Foundation
import SystemPackage
import SystemValues
import Worker

/// The process in which photos are read for `quiver model quantize`: this program again, confined as a worker is.
struct TrialProcess {
    let config: String?
    let model: String
    /// The only folder that it may write to.
    let work: FilePath
    /// What it may read beside models and libraries.
    let roots: [FilePath]
    let task: DetectorTask

    /// Has photos looked at until there are enough of them.
    ///
    /// - Parameter quantized: The model to compare; nil to have the inputs of the other one written.
    func run(over photos: [FilePath], count: Int, quantized: FilePath? = nil) throws -> ModelTrial.Answer {
        let job = ModelTrial.Job(
            photos: photos, roots: roots, count: count, task: task, folder: work, quantized: quantized)
        let (question, said) = (work.appending("trial.json"), work.appending("trial-answer.json"))
        let output = try QuantizeError.unless(done: "\(work.string.forTerminal) cannot be written to") {
            try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: question.string))
            return try FileDescriptor.open(
                said, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        }
        let ending = try output.closeAfter {
            let words =
                ["worker", "--trial", question.string, "--model", model] + (config.map { ["--config", $0] } ?? [])
            let program = ProgramFolders.ownProgram
            return try ChildProgram(
                program, arguments: [program.string] + words, environment: ProcessInfo.processInfo.environment,
                hasOwnGroup: false
            ).run(output: output)
        }
        guard ending == .exited(0) else {
            throw QuantizeError("the process that reads photos \(ending?.description ?? "was ended"), see above")
        }
        return try QuantizeError.unless(done: "the answer of the process that reads photos cannot be read") {
            try JSONDecoder().decode(
                ModelTrial.Answer.self, from: Data(contentsOf: URL(fileURLWithPath: said.string)))
        }
    }
}

/// A folder for one quantization, which is removed at its end; those of processes that were killed go first.
struct WorkFolder: ~Copyable {
    private static let beginning = "quantizing-"
    let path: FilePath

    init(in cache: FilePath) throws {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: cache.string)) ?? [] where name.hasPrefix(Self.beginning) {
            guard let process = pid_t(name.dropFirst(Self.beginning.count)) else { continue }
            // One with this process's number is of an earlier process: in a container numbers come again.
            guard process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) else { continue }
            try? files.removeItem(atPath: cache.appending(name).string)
        }
        let path = cache.appending("\(Self.beginning)\(getpid())")
        self.path = path
        try QuantizeError.unless(done: "the folder \(path.string.forTerminal) cannot be made") {
            try files.createDirectory(
                atPath: path.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }
}
