import Confinement
import Detection
import Findings
import Foundation
import Inference
import ModelFiles
import Results
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

/// Makes words into a vector, in a process of its own that is confined as a worker of photos is.
package enum WordsVector {
    /// Answers a question; the process can do little else afterwards.
    package static func answer(_ question: WordsQuestion) -> WordsAnswer {
        do {
            let answer = try embed(question)
            return WordsAnswer(answer.vector, left: answer.left)
        } catch {
            return WordsAnswer(failure: Record.Failure(error))
        }
    }

    private static func embed(_ question: WordsQuestion) throws -> TextEmbedder.Answer {
        let detector = question.detector
        guard let path = detector.words?.string else {
            throw PipelineError(.setting, "\"\(detector.name)\" has no text model (words)", fault: .input)
        }
        let begun = try confinement(for: path, question)?.begin()
        let file = try modelFile(path)
        let tokenizer = try CLIPTokenizer(besideModel: path)
        guard let engine = try Engines.engine(for: detector.engine) as? any TokenEngine else {
            throw PipelineError(.modelRefused, "no engine here runs models of words", fault: .environment)
        }
        let options = EngineOptions(
            device: detector.device, precision: detector.precision, threads: detector.threads,
            cacheFolder: question.cache)
        let model = try engine.loadTokenModel(file, options: options)
        ResourceLimits.apply(memory: question.memory, pixels: 0)
        let report = try begun?.complete()
        if question.confine == .required, let report, !report.isWhole {
            throw PipelineError(.setting, "workers.confine is required, and \(report.sentence)", fault: .environment)
        }
        return try TextEmbedder(model, tokenizer).embed(question.text)
    }

    private static func modelFile(_ path: String) throws -> ModelFile {
        do {
            return try ModelFile(path)
        } catch {
            guard error.code == .modelMissing else { throw error }
            throw PipelineError(
                .modelRefused, "there is no text model \(path); correct detectors[].words", fault: .input)
        }
    }

    /// Until it begins, the model's folder and the engine to read and the folder of compiled models to write; nothing afterwards.
    private static func confinement(for path: String, _ question: WordsQuestion) -> Confinement? {
        guard question.confine != .off else { return nil }
        let needed = [path] + Engines.type(for: question.detector.engine).files
        return Confinement(
            reads: Confinement.libraryReads, writes: [],
            startReads: needed.map { FilePath($0).removingLastComponent() }
                + (question.usesDevices ? Confinement.deviceStarts : []),
            startWrites: [question.cache.map { FilePath($0) }].compactMap { $0 }, usesDevices: question.usesDevices)
    }
}
