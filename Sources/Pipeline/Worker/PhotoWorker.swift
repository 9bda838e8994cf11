import Detection
import Findings
import Foundation
import Glibc
import Imaging
import Inference
import Results
import SystemPackage

/// Works one photo after the other: load, letterbox, detect, draw, write.
///
/// It owns the loaded models.
final class PhotoWorker {
    private let plan: WorkPlan
    private let detectors: [any Detector]
    private let models: [Record.Model]

    /// Loads every model of the plan.
    ///
    /// - Throws: a sentence where a model or the engine cannot be used.
    init(plan: WorkPlan) throws {
        try Imaging.start()
        self.plan = plan
        let engine = try OpenVINOEngine()
        var detectors: [any Detector] = []
        var models: [Record.Model] = []
        for detector in plan.detectors {
            let loaded = try YOLODetector(
                model: detector.model, engine: engine, options: detector.engine, settings: detector.detection)
            detectors.append(loaded)
            models.append(
                Record.Model(
                    name: (detector.model as NSString).lastPathComponent, sha256: detector.sha256,
                    engine: loaded.model.engine, precision: loaded.model.precision))
        }
        self.detectors = detectors
        self.models = models
        ResourceLimits.apply(memory: plan.memory)
    }

    /// The answer for one photo; never throws, whatever the photo is.
    func work(_ job: JobLine) -> AnswerLine {
        var answer = AnswerLine(claim: job.claim, ending: .done)
        do {
            try work(job, into: &answer)
            // Read again at the end: what was written to under way is no answer for what lies there now.
            try check(job)
        } catch {
            discard(&answer)
            Self.end(&answer, with: error)
            // A picture that cannot be decoded may have been in the middle of being written.
            if answer.ending == .failed, (try? check(job)) == nil { Self.end(&answer, with: FileChanged()) }
        }
        return answer
    }

    private func work(_ job: JobLine, into answer: inout AnswerLine) throws {
        try check(job)
        let path = job.path.file
        let photo = try stage(&answer.timings.load) {
            try Photo.open(path, limits: plan.limits, strict: plan.strict)
        }
        answer.image = Record.Image(
            width: photo.size.width, height: photo.size.height, orientation: photo.orientation,
            format: photo.format.rawValue)
        answer.model = models.first
        for (detector, plan) in zip(detectors, plan.detectors) {
            answer.detections += try detect(photo, detector, plan.resampling, &answer.timings)
        }
        answer.detections.sort { $0.confidence > $1.confidence }
        if let wanted = job.wanted { try write(photo, wanted, into: &answer) }
    }

    private func detect(
        _ photo: Photo, _ detector: any Detector, _ resampling: Resampling, _ timings: inout Record.Timings
    ) throws -> [Detection] {
        let request = detector.request
        guard case .exactly(let size) = request.size else {
            throw PipelineError(.setting, "no detector of today asks for anything but a model's input")
        }
        let (pixels, placement) = try stage(&timings.load) {
            try photo.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
        }
        let answer = try pixels.bytes.withUnsafeBytes { bytes in
            try detector.detect(PhotoPixels(bytes: bytes, size: pixels.size, placement: placement))
        }
        timings.infer = (timings.infer ?? 0) + answer.infer / .milliseconds(1)
        timings.decode = (timings.decode ?? 0) + answer.decode / .milliseconds(1)
        return answer.findings.detections
    }

    /// Draws, cuts and copies what is wanted, into temp files that only the supervisor makes visible.
    private func write(_ photo: Photo, _ wanted: JobLine.Wanted, into answer: inout AnswerLine) throws {
        let staging = wanted.staging.file.appending("photo")
        var annotated: [UInt8]?
        var crops: [(label: String, bytes: [UInt8])] = []
        if wanted.annotated || wanted.crops && !answer.detections.isEmpty {
            try stage(&answer.timings.draw) {
                let upright = try photo.upright()
                if wanted.annotated {
                    annotated = try upright.annotated(answer.detections.map { Mark($0) }, quality: plan.quality)
                }
                if wanted.crops {
                    crops = try answer.detections.map { ($0.label, try upright.crop($0.box, quality: plan.quality)) }
                }
            }
        }
        try stage(&answer.timings.write) {
            if let annotated { answer.files.annotated = RawPathText(try AtomicFile.stage(annotated, for: staging)) }
            for crop in crops {
                let staged = RawPathText(try AtomicFile.stage(crop.bytes, for: staging))
                answer.files.crops.append(.init(staged: staged, label: crop.label))
            }
            if let original = wanted.original {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: photo.path.string))
                answer.files.original = RawPathText(try AtomicFile.stage(bytes, for: original.file))
            }
        }
    }

    /// Runs one stage and adds its milliseconds.
    private func stage<T>(_ milliseconds: inout Double?, _ body: () throws -> T) rethrows -> T {
        let start = ContinuousClock.now
        defer { milliseconds = (milliseconds ?? 0) + (ContinuousClock.now - start) / .milliseconds(1) }
        return try body()
    }
}
