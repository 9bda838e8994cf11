import Findings
import Imaging
import WorkerProtocol

/// One step of a photo's way; it is made once, with what it needs, and then sees one photo after the other.
protocol PhotoStep {
    /// Does the step's work on one photo.
    func run(_ context: inout PhotoContext) throws
}

/// A photo's way through a worker, in order; a new step is a file in `Steps` and a line here.
struct PhotoSteps {
    private let load: LoadStep
    /// After the photo was loaded, or its first page.
    let steps: [any PhotoStep]
    /// The same for every further page: what is scored is the first.
    let stepsOfPages: [any PhotoStep]
    /// Every detector with the classes that its model knows, in the order of the settings.
    let classes: [WorkerGreeting.Detector]

    /// Loads what the steps need: models and engines.
    ///
    /// - Parameter shared: What other plans of the same worker have loaded.
    /// - Throws: a sentence where a model or an engine cannot be used.
    init(_ plan: WorkPlan, _ ground: PlannedGround, _ shared: SharedModels) throws {
        let models = try LoadedModels(plan, shared)
        classes = models.classes
        try plan.checkBlur(classes)
        load = LoadStep(models: models.names)
        let detect = DetectStep(
            models.detectors, inOrder: plan.detectors.map(\.name), decodesWhole: models.targets != nil)
        let target = models.targets.map {
            TargetStep($0, seekers: plan.targetSeekers(among: models.classes), model: models.arrowModel)
        }
        stepsOfPages = [detect, DrawStep(), CropStep(ground: ground), WriteStep()]
        steps = [detect, LikenessStep()] + [target].compactMap { $0 } + stepsOfPages.dropFirst()
    }

    /// Runs every step, of a file with pages on one after the other.
    func run(_ context: inout PhotoContext) throws {
        try load.run(&context)
        let pages = context.pageCount
        guard pages == 1 else { return try run(pages: pages, &context) }
        for step in steps { try step.run(&context) }
    }
}
