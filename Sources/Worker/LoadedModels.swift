import Detection
import Inference
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
    /// Every detector with the classes that its model knows, in the order of the settings.
    let classes: [WorkerGreeting.Detector]
    /// As records name them, in the order of the plan's models.
    let names: [Record.Model]

    /// Loads them.
    init(_ plan: WorkPlan) throws {
        let loader = try ModelLoader(plan)
        let made = try plan.detectors.map { detector in
            try detector.settings.atItsPlace {
                let (recipe, index) = (detector.settings.task.recipe, loader.names.count)
                let models = DetectorModels(plan: detector, recipe: recipe, loader: loader)
                let made = try recipe.make(models)
                return Loaded(
                    plan: detector, model: models.hasMain ? index : nil, follows: recipe.follows, detector: made)
            }
        }
        targets = try plan.targets.map { targets in
            try TargetReader(
                arrows: try loader.load(targets.arrows, .auto, EngineOptions()),
                holes: try loader.load(targets.holes, .auto, EngineOptions()),
                settings: TargetSettings(scoring: targets.scoring))
        }
        classes = made.map {
            WorkerGreeting.Detector(name: $0.plan.name, task: $0.plan.settings.task, classes: $0.detector.classNames)
        }
        detectors = plan.order.map { made[$0] }
        names = loader.names
    }
}
