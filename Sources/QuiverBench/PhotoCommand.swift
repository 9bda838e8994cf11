import ArgumentParser
import Detection
import Findings
import Foundation
import Imaging
import Inference
import InferenceOpenVINO
import ModelFiles
import SystemPackage

/// `quiver-bench photo`: what a photo costs at the least, its two large parts alone.
///
/// One process and one thread, as in a worker. `scripts/bench` holds whole runs against 1 / (decode + infer).
struct PhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", abstract: "Measure decoding to a model's input, and the model, each alone.")

    @Option(help: "The model.")
    var model: String

    @Option(help: "The most photos to measure with.")
    var count = 40

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "A folder of photos.")
    var folder: String

    func run() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(count)
        let paths = names.map { FilePath("\(folder)/\($0)") }
        guard let first = paths.first else { throw ValidationError("There is no photo in \(folder).") }
        let loaded = try OpenVINOEngine().load(ModelFile(model), options: EngineOptions())
        let detector = try YOLODetector(loaded, settings: DetectorSettings())
        let request = detector.request
        guard case .exactly(let size) = request.size else { throw ValidationError("The model takes no exact size.") }
        let (pixels, placement) = try Photo.open(first).input(size, fit: request.fit, fill: request.fill)

        let decode = try mean(paths) { path in
            _ = try Photo.open(path).input(size, fit: request.fit, fill: request.fill)
        }
        let infer = try pixels.bytes.withUnsafeBytes { bytes in
            let photo = PhotoPixels(bytes: bytes, size: pixels.size, placement: placement)
            return try mean(paths) { _ in _ = try detector.detect(photo) }
        }
        if json {
            let precision = loaded.description.precision
            print(
                #"{"decode": \#(decode), "infer": \#(infer), "photos": \#(paths.count), "precision": "\#(precision)"}"#)
        } else {
            print(String(format: "decode %.2f ms, infer %.2f ms, %d photos", decode, infer, paths.count))
            print("computed in \(loaded.description.precision); \(ProcessorArithmetic.current.gain)")
        }
    }

    /// Mean milliseconds; one round goes before that does not count.
    private func mean(_ paths: [FilePath], _ body: (FilePath) throws -> Void) throws -> Double {
        for path in paths.prefix(3) { try body(path) }
        let start = ContinuousClock.now
        for path in paths { try body(path) }
        return (ContinuousClock.now - start) / .milliseconds(1) / Double(paths.count)
    }
}
