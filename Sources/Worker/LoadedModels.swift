import Detection
import Findings
import Foundation
import Inference
import InferenceOpenVINO
import ModelFiles
import Results
import Targets
import WorkerProtocol

/// Every detector of a plan with its models, loaded.
struct LoadedModels {
    /// A detector with what the settings say of it.
    struct Loaded {
        let plan: WorkPlan.Detector
        /// Its first model's index in the record's list; nil where it has none.
        let model: Int?
        /// What it looks at of another detector's findings.
        let follows: DetectorRecipe.Following
        let detector: any Detector
    }

    /// In the order in which they run.
    let detectors: [Loaded]
    /// Nil where nothing is scored.
    let targets: TargetReader?
    /// The index, in the record's list, of the model that sees arrows; nil where nothing is scored.
    let arrowModel: Int?
    /// Every detector with the classes that its model knows, in the order of the settings.
    let classes: [WorkerGreeting.Detector]
    /// As records name them, in the order of the plan's models.
    let names: [Record.Model]

    /// Loads them, but for what other plans of the worker have loaded already.
    init(_ plan: WorkPlan, _ shared: SharedModels) throws {
        let loader = try ModelLoader(plan)
        let made = try plan.detectors.map { detector in
            let index = loader.names.count
            let known = try shared.detectors[detector.withoutPlace] ?? Self.made(detector, loader)
            shared.detectors[detector.withoutPlace] = known
            loader.note(known.names)
            return Loaded(
                plan: detector, model: known.hasMain ? index : nil, follows: detector.settings.task.recipe.follows,
                detector: known.detector)
        }
        arrowModel = plan.targets == nil ? nil : loader.names.count
        targets = try plan.targets.map { targets in
            let models = try [targets.arrows, targets.holes].map { file in
                let known = try shared.targets[file] ?? loader.load(file, .auto, EngineOptions())
                shared.targets[file] = known
                loader.note([Record.Model(known.description, file)])
                return known
            }
            return try TargetReader(
                arrows: models[0], holes: models[1], settings: TargetSettings(scoring: targets.scoring))
        }
        classes = made.map {
            WorkerGreeting.Detector(name: $0.plan.name, task: $0.plan.settings.task, classes: $0.detector.classNames)
        }
        detectors = plan.order.map { made[$0] }
        names = loader.names
    }
}

extension LoadedModels {
    /// Makes a detector with the models that it needs.
    private static func made(_ detector: WorkPlan.Detector, _ loader: ModelLoader) throws -> SharedModels.Made {
        try detector.settings.atItsPlace {
            let recipe = detector.settings.task.recipe
            let models = DetectorModels(plan: detector, recipe: recipe, loader: loader)
            let made = try detector.renaming(recipe.make(models))
            try detector.checkIgnored(by: made)
            return SharedModels.Made(detector: made, hasMain: models.hasMain, names: models.names)
        }
    }
}

/// What one worker has loaded: plans that ask for the same detector get the same one, as photos are looked at one after the other.
final class SharedModels {
    /// A detector with its models, as records name them.
    struct Made {
        let detector: any Detector
        let hasMain: Bool
        let names: [Record.Model]
    }

    var detectors: [WorkPlan.Detector: Made] = [:]
    var targets: [WorkPlan.Model: any LoadedModel] = [:]
}

/// The models that a detector's recipe asks for, each loaded when it does.
final class DetectorModels {
    let plan: WorkPlan.Detector
    /// Whether the main model was loaded.
    private(set) var hasMain = false
    /// What was loaded, as records name it.
    private(set) var names: [Record.Model] = []
    private let recipe: DetectorRecipe
    private let loader: ModelLoader

    init(plan: WorkPlan.Detector, recipe: DetectorRecipe, loader: ModelLoader) {
        self.plan = plan
        self.recipe = recipe
        self.loader = loader
    }

    /// Loads the model of a role; nil where the settings have none.
    ///
    /// - Parameters:
    ///   - options: How it runs; nil for what the recipe says.
    ///   - again: Looks at the loaded model; where it gives options the model is loaded anew with them.
    func load(
        _ role: ModelNeed.Role, _ options: EngineOptions? = nil,
        again: (any LoadedModel) -> EngineOptions? = { _ in nil }
    ) throws -> (any LoadedModel)? {
        guard let model = plan[role] else { return nil }
        let options = options ?? recipe.options(plan, role)
        let loaded = try loader.load(model, plan.settings.engine, options, again: again)
        if role == .main { hasMain = true }
        names.append(Record.Model(loaded.description, model))
        return loaded
    }

    /// Loads the main model and, where the settings have one, the model of landmarks; throws a sentence where there is no main one.
    func pair(
        again: (any LoadedModel) -> EngineOptions? = { _ in nil }
    ) throws -> (main: any LoadedModel, landmarks: (any LoadedModel)?) {
        let (main, landmarks) = (try load(.main, again: again), try load(.landmarks))
        guard let main else {
            throw PipelineError(
                .modelRefused, "the task \(plan.settings.task.rawValue) needs a model; name one with --model",
                fault: .input)
        }
        return (main, landmarks)
    }
}

/// Loads one model after the other for a plan, and keeps how records name them.
final class ModelLoader {
    private(set) var names: [Record.Model] = []
    private var engines: [EngineChoice: any Engine] = [:]
    private let cache: String?

    /// Starts the engines that a plan needs.
    init(_ plan: WorkPlan) throws {
        cache = plan.cache
        for choice in plan.engines { engines[choice] = try Engines.engine(for: choice) }
    }

    func load(
        _ model: WorkPlan.Model, _ choice: EngineChoice, _ options: EngineOptions,
        again: (any LoadedModel) -> EngineOptions? = { _ in nil }
    ) throws -> any LoadedModel {
        let engine = try engines[choice] ?? Engines.engine(for: choice)
        let file = try ModelFile(model.path)
        var loaded = try engine.load(file, options: options.cached(in: cache))
        if let options = again(loaded) { loaded = try engine.load(file, options: options.cached(in: cache)) }
        return loaded
    }

    /// The plan has these models, loaded for it or before.
    func note(_ models: [Record.Model]) { names += models }
}

extension EngineOptions {
    /// The same with a folder for compiled models.
    func cached(in folder: String?) -> EngineOptions {
        var options = self
        options.cacheFolder = folder
        return options
    }
}

extension Record.Model {
    /// A model as the engine runs it.
    init(_ description: ModelDescription, _ model: WorkPlan.Model) {
        self.init(
            name: (model.path as NSString).lastPathComponent.plainName, sha256: model.sha256,
            engine: description.engine, precision: description.arithmetic)
    }
}

/// The engines that Quiver can run models with; a new one is a line in ``all``.
enum Engines {
    /// In the order in which `auto` tries them.
    static let all: [(choice: EngineChoice, type: any Engine.Type)] = [(.openvino, OpenVINOEngine.self)]

    /// The engine that the settings ask for.
    ///
    /// - Throws: `InferenceError` where it is not on this machine.
    static func engine(for choice: EngineChoice) throws -> any Engine { try type(for: choice).init() }

    /// The same without starting it.
    static func type(for choice: EngineChoice) -> any Engine.Type {
        all.first { $0.choice == choice || choice == .auto }?.type ?? OpenVINOEngine.self
    }
}
