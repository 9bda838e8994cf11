import Detection
import Findings
import Foundation
import Inference
import ModelFiles
import Results
import Targets
import WorkerProtocol

/// Every model of a plan, loaded.
struct LoadedModels {
    /// A detector with what the settings say of it.
    struct Loaded {
        let plan: WorkPlan.Detector
        /// Its first model's index in the record's list; nil where it has none.
        let model: Int?
        let detector: any Detector
    }

    /// In the order in which they run.
    let detectors: [Loaded]
    /// Nil where nothing is scored.
    let targets: TargetReader?
    /// Every detector with the classes that its model knows, in the order of the settings.
    let classes: [WorkerGreeting.Detector]
    /// As records name them, in the order of the plan's models.
    let names: [Record.Model]

    /// Loads them.
    init(_ plan: WorkPlan) throws {
        var engines: [EngineChoice: any Engine] = [:]
        for choice in plan.engines { engines[choice] = try Engines.engine(for: choice) }
        var names: [Record.Model] = []
        func load(
            _ model: WorkPlan.Model, _ choice: EngineChoice, _ options: EngineOptions,
            again: (any LoadedModel) -> EngineOptions? = { _ in nil }
        ) throws -> any LoadedModel {
            let engine = try engines[choice] ?? Engines.engine(for: choice)
            let file = try ModelFile(model.path)
            var loaded = try engine.load(file, options: options)
            if let options = again(loaded) { loaded = try engine.load(file, options: options) }
            names.append(Record.Model(loaded.description, model))
            return loaded
        }
        let made = try plan.detectors.map { detector in
            try detector.settings.atItsPlace {
                let index = names.count
                let (engine, cache) = (detector.settings.engine, plan.cache)
                if detector.settings.task == .text {
                    let made = try detector.makeText(cache: cache) { try load($0, engine, $1) }
                    return Loaded(plan: detector, model: names.count > index ? index : nil, detector: made)
                }
                let loaded = try detector.model.map { model in
                    try load(model, engine, detector.engineOptions(cache: cache)) { loaded in
                        detector.yuNetOptions(for: loaded, cache: cache)
                    }
                }
                let second = try detector.landmarks.map { try load($0, engine, detector.secondOptions(cache: cache)) }
                return Loaded(
                    plan: detector, model: loaded == nil ? nil : index, detector: try detector.make(loaded, second))
            }
        }
        targets = try plan.targets.map { targets in
            var options = EngineOptions()
            options.cacheFolder = plan.cache
            return try TargetReader(
                arrows: try load(targets.arrows, .auto, options), holes: try load(targets.holes, .auto, options),
                settings: TargetSettings(scoring: targets.scoring))
        }
        classes = made.map {
            WorkerGreeting.Detector(
                name: $0.plan.name, task: $0.plan.settings.task, classes: $0.detector.classNames)
        }
        detectors = plan.order.map { made[$0] }
        self.names = names
    }
}

extension WorkPlan.Detector {
    /// The detector of the settings' task; a new task is a line here.
    ///
    /// - Parameter second: The second model of tasks that have two.
    func make(_ model: (any LoadedModel)?, _ second: (any LoadedModel)?) throws -> any Detector {
        guard let model else { return try makeWithoutModel() }
        switch settings.task {
        // Text is made before, of three models, and the others have none.
        case .text, .barcodes, .document, .extract: return try makeWithoutModel()
        case .faces where YuNetDetector.recognises(model): return try yuNet(model)
        case .faces:
            return try filtered(FaceDetector(detector: model, landmarks: second, settings: mediaPipeSettings))
        case .hands:
            return try filtered(HandDetector(detector: model, landmarks: second, settings: mediaPipeSettings))
        case .pose where isMediaPipe:
            return try filtered(BodyDetector(detector: model, landmarks: second, settings: mediaPipeSettings))
        case .pose: return try YOLOPoseDetector(model, settings: detectorSettings)
        case .segment: return try SegmentDetector(model, settings: detectorSettings)
        case .obb: return try RotatedBoxDetector(model, settings: detectorSettings)
        case .detect: return try YOLODetector(model, settings: detectorSettings)
        case .classify:
            try Classifier.checkNormalization(of: model.description)
            return try Classifier(model, settings: detectorSettings)
        }
    }
}

extension WorkPlan.Detector {
    private func filtered(_ detector: any Detector) throws -> any Detector {
        settings.classes.isEmpty && settings.thresholds.isEmpty
            ? detector : try ClassFilter(detector, settings: detectorSettings)
    }
}

extension Record.Model {
    /// A model as the engine runs it.
    init(_ description: ModelDescription, _ model: WorkPlan.Model) {
        self.init(
            name: (model.path as NSString).lastPathComponent.plainName, sha256: model.sha256,
            engine: description.engine, precision: description.precision)
    }
}
