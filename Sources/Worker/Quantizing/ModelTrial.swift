import Confinement
import Detection
import Findings
import Foundation
import Imaging
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

/// What `quiver model quantize` has done with photos in a process of its own, which is confined as a worker is.
package enum ModelTrial {
    /// What is to be done.
    package struct Job: Codable {
        /// The photos, in the order in which they are tried; what is no picture is passed over.
        package var photos: [RawPathText]
        /// What the user named, which alone may be read.
        package var roots: [RawPathText]
        /// So many photos are enough.
        package var count: Int
        /// What the model looks for.
        package var task: DetectorTask
        /// The folder that may be written to.
        package var folder: RawPathText
        /// The model to compare with the one of the settings; nil to write that one's inputs into the folder.
        package var quantized: RawPathText?

        /// A job from its parts.
        package init(
            photos: [FilePath], roots: [FilePath], count: Int, task: DetectorTask, folder: FilePath,
            quantized: FilePath? = nil
        ) {
            self.photos = photos.map(RawPathText.init)
            self.roots = roots.map(RawPathText.init)
            self.count = count
            self.task = task
            self.folder = RawPathText(folder)
            self.quantized = quantized.map(RawPathText.init)
        }
    }

    /// What was done.
    package struct Answer: Codable {
        /// Photos that were read.
        package var read = 0
        /// Photos that were tried, the first of the list.
        package var tried = 0
        /// Why the first of those that could not be read could not; nil where all could.
        package var firstProblem: String?
        /// What a comparison came to; nil where inputs were written.
        package var comparison: ModelComparison?
    }

    /// The tasks whose models can be quantized: one model, whose input is the photo made to fit, and boxes to compare.
    package static let tasks: [DetectorTask] = [.detect, .segment, .obb, .pose]

    /// Does a job; the process can do little else afterwards.
    package static func run(_ settings: Settings, _ job: Job) throws -> Answer {
        var plans = [try plan(settings, job, model: nil)]
        if let quantized = job.quantized { plans.append(try plan(settings, job, model: quantized.file)) }
        var confinement = plans[0].confinement
        confinement?.reads += job.roots.map(\.file)
        confinement?.startReads += plans.dropFirst().flatMap { $0.confinement?.startReads ?? [] }
        let begun = try confinement?.begin()
        try Imaging.start()
        let models = try plans.map { plan in
            guard let model = try LoadedModels(plan, SharedModels()).detectors.first else {
                throw PipelineError(.setting, "no detector is set; name a model", fault: .input)
            }
            return model
        }
        ResourceLimits.apply(memory: plans[0].memory, pixels: plans[0].limits.pixels)
        let report = try begun?.complete()
        if plans[0].confine == .required, let report, !report.isWhole {
            throw PipelineError(.setting, "workers.confine is required, and \(report.sentence)", fault: .environment)
        }
        if models.count == 2 {
            let confidence = settings.detectors.first.map { DetectorThreshold($0) } ?? DetectorThreshold()
            return try compare(models, plans, job, confidence)
        }
        return try writeInputs(models[0], plans[0], job)
    }

    /// The plan of a worker that looks with one model and no more.
    private static func plan(_ settings: Settings, _ job: Job, model: FilePath?) throws -> WorkPlan {
        var settings = settings
        settings.detectors = Array(settings.detectors.prefix(1))
        settings.scoring.face = nil
        for index in settings.detectors.indices {
            settings.detectors[index].task = job.task
            if let model { settings.detectors[index].model = model }
            guard job.quantized != nil else { continue }
            // Weak boxes count for average precision.
            settings.detectors[index].confidence = ModelComparison.weakest
            settings.detectors[index].thresholds = [:]
        }
        var plan = try WorkPlan(settings)
        (plan.isConfined, plan.staging) = (true, job.folder)
        return plan
    }

    /// Writes what the model is handed of each photo: 8-bit RGB, row by row, a file a photo.
    private static func writeInputs(_ model: LoadedModels.Loaded, _ plan: WorkPlan, _ job: Job) throws -> Answer {
        let request = model.detector.request
        guard case .exactly(let size) = request.size else {
            throw PipelineError(.modelRefused, "the model takes photos of any size", fault: .input)
        }
        let resampling =
            plan.detectors[0].settings.resample ?? request.resampling ?? plan.detectors[0].letterbox.resample
        return try eachPhoto(of: job) { path, number in
            let photo = try Photo.open(path, limits: plan.limits, strict: plan.strict, window: plan.window)
            let (pixels, _) = try photo.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
            let name = String(format: "%06d.rgb", number)
            // What Foundation writes by asks for more than the sandbox lets a worker do.
            let file = try FileDescriptor.open(
                job.folder.file.appending(name), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
            try file.closeAfter { _ = try pixels.bytes.withUnsafeBytes { try file.writeAll($0) } }
        }
    }

    /// Looks at each photo with both models, the other one first each time.
    private static func compare(
        _ models: [LoadedModels.Loaded], _ plans: [WorkPlan], _ job: Job, _ confidence: DetectorThreshold
    ) throws -> Answer {
        var looks = [ModelComparison.Pace(), ModelComparison.Pace()]
        var photos: [BoxAgreement.Photo] = []
        var answer = try eachPhoto(of: job) { path, number in
            var found: [[any Finding]] = [[], []]
            // The first photo twice: what is slow once, as pages of memory, counts for neither.
            for isCounted in number == 0 ? [false, true] : [true] {
                for index in number % 2 == 0 ? [0, 1] : [1, 0] {
                    let (items, pace) = try look(at: path, with: models[index], plans[index])
                    if isCounted { looks[index].add(pace) }
                    found[index] = items
                }
            }
            photos.append(
                BoxAgreement.Photo(
                    wanted: found[0].filter { $0.confidence >= confidence(of: $0.label) }, given: found[1]))
        }
        guard !photos.isEmpty else { return answer }
        answer.comparison = ModelComparison(
            agreement: BoxAgreement(photos) { confidence(of: $0) }, original: looks[0], quantized: looks[1])
        return answer
    }

    private static func look(
        at path: FilePath, with model: LoadedModels.Loaded, _ plan: WorkPlan
    ) throws -> ([any Finding], ModelComparison.Pace) {
        let start = ContinuousClock.now
        var context = PhotoContext(
            plan: plan, job: JobLine(claim: nil, path: RawPathText(path)), file: nil, onStage: { _ in })
        context.take(try Photo.open(path, limits: plan.limits, strict: plan.strict, window: plan.window))
        var timings = DetectorResult.Timings()
        let answer = try model.look(at: nil, decodesWhole: false, in: &context, &timings)
        let pace = ModelComparison.Pace(photos: 1, whole: ContinuousClock.now - start, model: answer.infer)
        return (answer.found.items, pace)
    }

    /// Does something with each photo until there are enough, and passes over those that cannot be read.
    private static func eachPhoto(of job: Job, _ body: (FilePath, Int) throws -> Void) throws -> Answer {
        var answer = Answer()
        for photo in job.photos where answer.read < job.count {
            answer.tried += 1
            do {
                try body(photo.file, answer.read)
                answer.read += 1
            } catch let error as ImagingError where error.fault == .input {
                answer.firstProblem = answer.firstProblem ?? error.description
            }
        }
        return answer
    }
}

/// What findings of a label must reach, by a detector's settings.
private struct DetectorThreshold {
    var common = DetectorRecipe.usualConfidence
    var own: [String: Double] = [:]

    init() {}

    init(_ detector: Settings.Detector) {
        (common, own) = (detector.confidence ?? common, detector.thresholds)
    }

    func callAsFunction(of label: String) -> Double { own[label] ?? common }
}
