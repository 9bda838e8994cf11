import Detection
import Findings
import Inference
import ModelFiles
import WorkerProtocol

/// How a task's detector is made of its models, and what it wants to look at.
///
/// A new task is a line in `DetectorTask.recipe`.
struct DetectorRecipe: Sendable {
    /// What it looks at where it runs on what another detector found.
    enum Following: Sendable {
        /// The photo's own pixels around each finding.
        case regions
        /// The same, but a page as it is from straight above.
        case flatPages
        /// The pixels in which the other one looked, together with all that it found there.
        case findings
    }

    /// How the engine runs the model of a role.
    typealias Options = @Sendable (WorkPlan.Detector, ModelNeed.Role) -> EngineOptions

    /// What it looks at where it runs on what another detector found.
    var follows = Following.regions
    /// How the engine runs the model of a role.
    var options: Options = usual
    /// What a library of its own reads when it starts, beside the models.
    var folders: @Sendable (WorkPlan.Detector) -> [String] = { _ in [] }
    /// Makes it; throws a sentence where a model is missing or another one than it should be.
    var make: @Sendable (DetectorModels) throws -> any Detector

    /// What findings must be over where neither the settings nor the detector say.
    static let usualConfidence = 0.35

    /// As the settings say.
    static let usual: Options = { plan, role in role == .main ? plan.mainOptions : plan.commonOptions }

    /// The recipe of a task with one model and the settings of every detector.
    ///
    /// - Parameter confidence: The detector's own, where the settings name none.
    static func ofOneModel(
        follows: Following = .regions, options: @escaping Options = usual, confidence: Double = usualConfidence,
        _ make: @escaping @Sendable (any LoadedModel, DetectorSettings) throws -> any Detector
    ) -> DetectorRecipe {
        DetectorRecipe(follows: follows, options: options) { models in
            try make(models.pair().main, models.plan.detectorSettings(confidence: confidence))
        }
    }

    /// The recipe of a task without a model.
    static func ofNoModel(
        follows: Following = .regions, _ make: @escaping @Sendable (WorkPlan.Detector) -> any Detector
    ) -> DetectorRecipe {
        DetectorRecipe(follows: follows) { models in
            // One that is named all the same is in the record, as for every task.
            _ = (try models.load(.main), try models.load(.landmarks))
            return make(models.plan)
        }
    }
}

extension DetectorTask {
    /// How its detectors are made: the table of all tasks.
    var recipe: DetectorRecipe {
        switch self {
        case .detect: .ofOneModel { try YOLODetector($0, settings: $1) }
        case .classify:
            .ofOneModel(follows: .flatPages) { model, settings in
                try Classifier.checkNormalization(of: model.description)
                return try Classifier(model, settings: settings)
            }
        case .embed:
            .ofOneModel(follows: .flatPages, options: { $0.options(ofFeatures: $1) }) { model, settings in
                try Classifier.checkNormalization(of: model.description)
                return try Embedder(model, settings: settings)
            }
        case .faces: .faces
        case .hands: .hands
        case .pose: .pose
        case .segment: .ofOneModel { try SegmentDetector($0, settings: $1) }
        case .people: .people
        case .subject: .subject
        case .obb: .ofOneModel { try RotatedBoxDetector($0, settings: $1) }
        case .text: .text
        case .barcodes: .barcodes
        case .document: .document
        case .extract: .extract
        case .gs1: .gs1
        }
    }
}

extension WorkPlan.Detector {
    /// How the engine runs any model of this detector.
    var commonOptions: EngineOptions {
        EngineOptions(device: settings.device, precision: settings.precision, threads: settings.threads)
    }

    /// How the engine runs a main model that takes what the settings say.
    var mainOptions: EngineOptions {
        var options = commonOptions
        options.take(sizeOf: self)
        options.normalization = normalization
        return options
    }

    /// The same of a model of vectors, whose layer before its classes is an output too where it is asked for.
    func options(ofFeatures role: ModelNeed.Role) -> EngineOptions {
        var options = DetectorRecipe.usual(self, role)
        guard role == .main else { return options }
        switch settings.layout {
        case .vector: options.features = .none
        case .penultimate: options.features = .always
        default: options.features = .ofClassifiers
        }
        return options
    }

    /// What the settings say of the values that the main model takes; nil where they say nothing.
    var normalization: Normalization? { Normalization(mean: settings.mean, deviation: settings.deviation) }

    /// How findings are chosen and named.
    ///
    /// - Parameter confidence: The detector's own, where the settings name none.
    func detectorSettings(confidence: Double = DetectorRecipe.usualConfidence) -> DetectorSettings {
        DetectorSettings(
            confidence: settings.confidence ?? confidence, confidenceByClass: settings.thresholds, iou: settings.iou,
            classes: settings.classes, rename: settings.rename, classAware: !settings.agnostic,
            maximumDetections: settings.maxDetections,
            layout: settings.layout, labels: settings.labels, fit: letterbox.fit, fill: letterbox.fill)
    }
}

extension WorkPlan.Detector {
    /// A detector with the names that the settings give its classes.
    func renaming(_ detector: any Detector) throws -> any Detector {
        // A classifier adds the probabilities of all classes that become one, also of those that it does not keep.
        guard !settings.rename.isEmpty, settings.task != .classify else { return detector }
        return try RenamedClasses(detector, settings: detectorSettings())
    }
}

extension WorkPlan.Detector {
    /// Sees that the detector has the classes that the settings ignore at places; one that names none may have any.
    func checkIgnored(by detector: any Detector) throws {
        let names = detector.classNames
        guard !names.isEmpty, let other = settings.ignore.first(where: { !names.contains($0.label) }) else { return }
        let near = Suggestion.nearest(to: other.label, among: names)
        throw DetectionError(
            .classes,
            "The settings ignore places of a class \"\(other.label)\", which the detector does not have"
                + (near.map { "; did you mean \"\($0)\"?" } ?? "."))
    }
}

extension EngineOptions {
    /// Asks for the size of input that the settings name.
    ///
    /// The common one is for models that leave theirs open; one that has its own is refused only where the detector's own
    /// settings name another.
    mutating func take(sizeOf detector: WorkPlan.Detector) {
        guard case .fixed(let size) = detector.letterbox.size else { return }
        inputSize = size
        requiresInputSize = detector.settings.size != nil
    }
}
