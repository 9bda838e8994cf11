import Findings

/// Tells the time of running models from the rest of the work.
struct InferenceWatch {
    let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// Running models so far.
    var infer = Duration.zero

    init() { start = clock.now }

    var now: ContinuousClock.Instant { clock.now }

    /// An answer with all the time that went by: what was not running a model, cropping included, is decoding.
    func answer(_ poses: [Pose]) -> DetectorAnswer {
        DetectorAnswer(found: .poses(poses), infer: infer, decode: now - start - infer)
    }
}
