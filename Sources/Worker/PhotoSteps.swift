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
    let steps: [any PhotoStep]
    /// Every detector with the classes that its model knows, in the order of the settings.
    let classes: [WorkerGreeting.Detector]

    /// Loads what the steps need: models and engines.
    ///
    /// - Throws: a sentence where a model or an engine cannot be used.
    init(_ plan: WorkPlan, _ ground: PlannedGround) throws {
        let models = try LoadedModels(plan)
        classes = models.classes
        steps = [
            LoadStep(models: models.names),
            DetectStep(
                models.detectors, inOrder: plan.detectors.map(\.name), decodesWhole: models.targets != nil),
            models.targets.map {
                TargetStep($0, seekers: plan.targetSeekers(among: models.classes), model: models.arrowModel)
            },
            DrawStep(),
            CropStep(ground: ground),
            WriteStep(),
        ].compactMap { $0 }
    }

    /// Runs every step.
    func run(_ context: inout PhotoContext) throws {
        for step in steps { try step.run(&context) }
    }
}
