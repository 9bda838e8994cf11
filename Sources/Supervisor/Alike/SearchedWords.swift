import Findings
import Foundation
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

/// Words as a vector among those of photos, by the text half of a CLIP pair.
///
/// The model is run by a worker of its own, which is confined like those of photos, answers and ends.
public struct SearchedWords: Sendable {
    /// The detector whose vectors they may be compared with.
    public let detector: String
    /// Where they lie among photos.
    public let vector: Embedding
    /// How many parts of words the model had no place for, at the end of the text.
    public let left: Int

    /// The longest text, in bytes.
    public static let longest = 4_096

    /// Has words made into a vector; blocks.
    ///
    /// - Parameter detector: The detector's name; nil where one alone has a text model.
    /// - Throws: ``PipelineError`` where no detector has one, or it cannot be used.
    public init(_ text: String, settings: Settings, detector: String? = nil) throws {
        try self.init(text, settings: settings, detector: detector, process: AskedProcess(limit: .seconds(300)))
    }

    init(_ text: String, settings: Settings, detector: String?, process: AskedProcess) throws {
        let chosen = try Self.detector(in: settings, named: detector)
        let question = WordsQuestion(
            text: text, detector: chosen.withoutPlace, memory: settings.workers.memory,
            confine: settings.workers.confine, cache: settings.cache?.string)
        var process = process
        process.hasOwnGroup = false
        // As workers of photos: the address of a database may hold its password.
        process.environment = WorkerProcess.handedOn(process.environment)
        let line = try process.answer(to: Array(JSONEncoder.lines.encode(question))) { _ in ["worker", "--words"] }
        // A vector has some kilobytes.
        guard line.count < 1 << 20, let answer = try? JSONDecoder().decode(WordsAnswer.self, from: line) else {
            throw PipelineError(.protocolBroken, "the worker for words gave no answer; please report this")
        }
        if let failure = answer.failure {
            throw PipelineError(.modelRefused, failure.message.forTerminal, fault: failure.fault)
        }
        guard let vector = answer.vector else {
            throw PipelineError(.protocolBroken, "the worker for words gave no vector; please report this")
        }
        (self.detector, self.vector, left) = (chosen.name, vector, min(max(answer.left, 0), Self.longest))
    }

    /// The detector with the text model.
    private static func detector(in settings: Settings, named name: String?) throws -> Settings.Detector {
        let able = settings.detectors.filter { $0.words != nil && (name == nil || $0.name == name) }
        if able.count == 1 { return able[0] }
        guard able.isEmpty else {
            let names = able.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw PipelineError(
                .setting, "several detectors have a text model, \(names): name one with --detector", fault: .input)
        }
        let whose = name.map { "the detector \"\($0)\" has" } ?? "no detector has"
        throw PipelineError(
            .setting,
            "\(whose) a text model: name the text half of its CLIP pair in pipeline.json, as in "
                + #""detectors": [{"name": "look", "task": "embed", "model": "clip-image.onnx", "words": "clip-text.onnx"}]"#,
            fault: .input)
    }
}
