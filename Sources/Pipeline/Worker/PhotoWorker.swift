import Detection
import Findings
import Foundation
import Glibc
import Imaging
import Inference
import Results
import SystemPackage
import Targets

/// Works one photo after the other: load, letterbox, detect, draw, write.
///
/// It owns the loaded models.
final class PhotoWorker {
    private let plan: WorkPlan
    private let detectors: [any Detector]
    /// Reads targets; nil where nothing is scored.
    private let targets: TargetReader?
    private let models: [Record.Model]
    /// Every detector with the classes that its model knows.
    let detectorClasses: [WorkerLoop.Greeting.Detector]
    /// Of pages' pictures alone.
    var lastPictured: PicturedPhoto?
    /// Is told what comes next of each photo.
    private let onStage: (Stage) -> Void

    /// Loads every model of the plan.
    ///
    /// - Throws: a sentence where a model or the engine cannot be used.
    init(plan: WorkPlan, onStage: @escaping (Stage) -> Void = { _ in }) throws {
        try Imaging.start()
        self.plan = plan
        self.onStage = onStage
        try plan.checkModels()
        // Pictures for pages need no engine.
        let engine = plan.detectors.isEmpty && plan.targets == nil ? nil : try OpenVINOEngine()
        var detectors: [any Detector] = []
        var models: [Record.Model] = []
        var classes: [WorkerLoop.Greeting.Detector] = []
        for detector in plan.detectors {
            guard let engine else { break }
            let loaded = try YOLODetector(
                model: detector.model, engine: engine, options: detector.engine, settings: detector.detection)
            detectors.append(loaded)
            classes.append(.init(name: detector.name, task: "detect", classes: loaded.classNames))
            models.append(Record.Model(loaded.model, path: detector.model, sha256: detector.sha256))
        }
        var targets: TargetReader?
        if let plan = plan.targets, let engine {
            let loaded = try plan.models.map { try engine.load(try ModelFile($0.path), options: plan.engine) }
            targets = try TargetReader(arrows: loaded[0], holes: loaded[1], settings: plan.settings)
            for (file, model) in zip(plan.models, loaded) {
                models.append(Record.Model(model.description, path: file.path, sha256: file.sha256))
            }
        }
        // Once more, for a file that was swapped between the first look and the loading.
        try plan.checkModels()
        self.targets = targets
        self.detectors = detectors
        detectorClasses = classes
        self.models = models
        ResourceLimits.apply(memory: plan.memory)
    }

    /// The answer for one photo; never throws, whatever the photo is.
    ///
    /// - Parameter file: The photo, open; nil for a worker that a person started, which opens the job's path itself.
    func work(_ job: JobLine, _ file: FileDescriptor? = nil) -> AnswerLine {
        var answer = AnswerLine(claim: job.claim, ending: .done)
        do {
            try work(job, file, into: &answer)
            // Looked at again at the end: what was written to under way is no answer for what lies there now.
            try check(job, file)
        } catch {
            answer.discardFiles()
            answer.end(with: error)
            // A picture that cannot be decoded may have been in the middle of being written.
            if answer.ending == .failed, (try? check(job, file)) == nil { answer.end(with: FileChanged()) }
        }
        return answer
    }

    private func work(_ job: JobLine, _ file: FileDescriptor?, into answer: inout AnswerLine) throws {
        try check(job, file)
        if let wish = job.picture {
            answer.picture = try stage(.draw, &answer.timings.draw) { try picture(wish, of: job, file) }
            return
        }
        let photo = try stage(.load, &answer.timings.load) { try open(job, file) }
        answer.image = Record.Image(
            width: photo.size.width, height: photo.size.height, orientation: photo.orientation,
            format: photo.format.rawValue)
        answer.metadata = Record.ImageMetadata(
            width: photo.size.width, height: photo.size.height, orientation: photo.orientation,
            format: photo.format.rawValue, captured: photo.camera.captured, make: photo.camera.make,
            model: photo.camera.model)
        answer.models = models
        for (detector, plan) in zip(detectors, plan.detectors) {
            answer.detections += try detect(photo, detector, plan.resampling, &answer.timings)
        }
        answer.detections.sort { $0.confidence > $1.confidence }
        var whole: UprightPhoto?
        if let targets {
            let upright = try stage(.load, &answer.timings.load) { try photo.upright() }
            try read(targets, upright, into: &answer)
            whole = upright
        }
        if let wanted = job.wanted { try write(photo, whole, wanted, into: &answer) }
    }

    /// Reads the photo of a job, by its path only where no open file came with it.
    func open(_ job: JobLine, _ file: FileDescriptor?) throws -> Photo {
        guard let file else { return try Photo.open(job.path.file, limits: plan.limits, strict: plan.strict) }
        return try Photo.open(file, named: job.path.file, limits: plan.limits, strict: plan.strict)
    }

    private func detect(
        _ photo: Photo, _ detector: any Detector, _ resampling: Resampling, _ timings: inout Record.Timings
    ) throws -> [Detection] {
        let request = detector.request
        guard case .exactly(let size) = request.size else {
            throw PipelineError(.setting, "no detector of today asks for anything but a model's input")
        }
        let (pixels, placement) = try stage(.load, &timings.load) {
            try photo.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
        }
        onStage(.detect)
        let answer = try pixels.bytes.withUnsafeBytes { bytes in
            try detector.detect(PhotoPixels(bytes: bytes, size: pixels.size, placement: placement))
        }
        timings.infer = (timings.infer ?? 0) + answer.infer / .milliseconds(1)
        timings.decode = (timings.decode ?? 0) + answer.decode / .milliseconds(1)
        return answer.findings.detections
    }

    private func read(_ targets: TargetReader, _ photo: UprightPhoto, into answer: inout AnswerLine) throws {
        onStage(.score)
        let reading = try targets.read(
            photo.pixels.bytes, size: photo.pixels.size, hints: answer.detections.filter(\.isTarget).map(\.box))
        answer.targets = reading.detection
        answer.arrows = reading.arrows
        answer.timings.register = reading.times.register / .milliseconds(1)
        answer.timings.infer = (answer.timings.infer ?? 0) + reading.times.infer / .milliseconds(1)
        answer.timings.decode = (answer.timings.decode ?? 0) + reading.times.decode / .milliseconds(1)
    }

    /// Draws and cuts what is wanted, into temp files that only the supervisor makes visible.
    private func write(
        _ photo: Photo, _ whole: UprightPhoto?, _ wanted: JobLine.Wanted, into answer: inout AnswerLine
    ) throws {
        let staging = wanted.staging.file.appending("photo")
        var annotated: [UInt8]?
        var crops: [(label: String, bytes: [UInt8])] = []
        if wanted.annotated || wanted.crops && !answer.detections.isEmpty {
            let marks = answer.marks
            try stage(.draw, &answer.timings.draw) {
                let upright = try whole ?? photo.upright()
                if wanted.annotated {
                    annotated = try upright.annotated(marks, quality: plan.quality)
                }
                if wanted.crops {
                    crops = try answer.detections.map { ($0.label, try upright.crop($0.box, quality: plan.quality)) }
                }
            }
        }
        try stage(.write, &answer.timings.write) {
            let marked = { (picture: [UInt8]) in PictureMark.added(to: picture, content: wanted.content ?? "") }
            if let annotated {
                answer.files.annotated = RawPathText(try AtomicFile.stage(marked(annotated), for: staging))
            }
            for crop in crops {
                let staged = RawPathText(try AtomicFile.stage(marked(crop.bytes), for: staging))
                answer.files.crops.append(.init(staged: staged, label: crop.label))
            }
        }
    }

    /// Runs one stage and adds its milliseconds.
    private func stage<T>(_ stage: Stage, _ milliseconds: inout Double?, _ body: () throws -> T) rethrows -> T {
        onStage(stage)
        let start = ContinuousClock.now
        defer { milliseconds = (milliseconds ?? 0) + (ContinuousClock.now - start) / .milliseconds(1) }
        return try body()
    }
}
