import Detection
import Inference
import Settings
import WorkerProtocol

extension ModelReport {
    /// What `quiver model inspect` says of the first detector's model, run as a worker would run it.
    ///
    /// - Throws: where there is no detector, or its model cannot be loaded at all.
    package init(_ settings: Settings) throws {
        let plan = try WorkPlan(settings)
        guard let detector = plan.detectors.first, let model = detector.model else {
            throw PipelineError(.setting, "no detector is set; name a model with --model", fault: .input)
        }
        try self.init(
            of: model.path, engine: try Engines.engine(for: detector.settings.engine),
            options: detector.engineOptions(cache: plan.cache), settings: detector.detectorSettings)
    }
}
