import Detection
import Findings
import Imaging
import Results
import Settings
import WorkerProtocol

/// Runs every detector on the photo, or on what another detector found in it.
struct DetectStep: PhotoStep {
    /// In the order in which they run.
    private let detectors: [LoadedModels.Loaded]
    /// Their places in the settings, which is the order of the record.
    private let places: [String: Int]
    /// Whether a later step needs all pixels anyway: the photo is then decoded once for all.
    private let decodesWhole: Bool

    init(_ detectors: [LoadedModels.Loaded], inOrder places: [String], decodesWhole: Bool) {
        self.detectors = detectors
        self.places = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
        self.decodesWhole = decodesWhole || detectors.contains { $0.plan.settings.on.detector != nil }
    }

    func run(_ context: inout PhotoContext) throws {
        if decodesWhole { try context.stage(.load, \.load) { context in _ = try context.upright() } }
        for detector in detectors {
            for view in try views(for: detector, in: context) {
                context.result.results.append(try look(with: detector, at: view, in: &context))
            }
        }
        // Stable: the entries of one detector stay in the order of its parents.
        context.result.results = context.result.results.enumerated()
            .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    private func place(_ result: DetectorResult) -> Int { places[result.detector] ?? 0 }

    /// What a detector is to look at: the whole photo, or a region around each finding of its parent.
    private enum View {
        case photo
        case region(Region, DetectorResult.Parent)
        /// There is nothing to look at.
        case nothing
    }

    private func views(for detector: LoadedModels.Loaded, in context: PhotoContext) throws -> [View] {
        let source = detector.plan.settings.on
        guard let parent = source.detector else { return [.photo] }
        let views = context.result.findings(of: parent).enumerated().compactMap { index, finding -> View? in
            guard source.labels.isEmpty || source.labels.contains(finding.label), let region = finding.region
            else { return nil }
            return .region(region.grown(by: source.margin), .init(detector: parent, index: index))
        }
        return views.isEmpty ? [.nothing] : views
    }

    private func look(
        with detector: LoadedModels.Loaded, at view: View, in context: inout PhotoContext
    ) throws -> DetectorResult {
        let task = detector.plan.settings.task
        var result = DetectorResult(
            detector: detector.plan.name, task: task, model: detector.model, found: task.nothing)
        switch view {
        case .nothing: return result
        case .photo:
            let (pixels, placement) = try input(for: detector, of: nil, in: &context, &result.timings)
            result.found = try detect(detector, pixels, placement, in: &context, &result.timings)
        case .region(let region, let parent):
            result.parent = parent
            let whole = try context.upright().pixels
            guard let cut = whole.cut(region) else { return result }
            let (pixels, placement) = try input(for: detector, of: cut.pixels, in: &context, &result.timings)
            result.found = try detect(detector, pixels, placement, in: &context, &result.timings)
                .mapped(from: cut.region, in: whole.size)
        }
        return result
    }

    /// The pixels that a detector asks for: of a region's own, or else of the photo.
    private func input(
        for detector: LoadedModels.Loaded, of region: PixelBuffer?, in context: inout PhotoContext,
        _ timings: inout DetectorResult.Timings
    ) throws -> (PixelBuffer, Placement) {
        let request = detector.detector.request
        let resampling =
            detector.plan.settings.resample ?? request.resampling ?? detector.plan.letterbox.resample
        context.onStage(.load)
        let start = ContinuousClock.now
        let needsAll = decodesWhole || request.size.isWhole || request.middle != nil
        var whole = try region ?? (needsAll ? context.upright().pixels : nil)
        if let share = request.middle { whole = whole?.middle(share) }
        let input: (PixelBuffer, Placement)
        switch request.size {
        case .exactly(let size):
            if let whole {
                input = whole.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
            } else {
                input = try context.loaded.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
            }
        case .whole(let longestSide):
            let pixels = try whole ?? context.upright().pixels
            input = pixels.input(pixels.size.fitting(longestSide: longestSide), fit: .stretch, resampling: resampling)
        }
        let time = ContinuousClock.now - start
        context.add(time, to: \.load)
        timings.load = time / .milliseconds(1)
        return input
    }

    private func detect(
        _ detector: LoadedModels.Loaded, _ pixels: PixelBuffer, _ placement: Placement,
        in context: inout PhotoContext, _ timings: inout DetectorResult.Timings
    ) throws -> FindingList {
        context.onStage(.detect)
        let answer = try pixels.bytes.withUnsafeBytes { bytes in
            try detector.detector.detect(PhotoPixels(bytes: bytes, size: pixels.size, placement: placement))
        }
        context.add(answer.infer, to: \.infer)
        context.add(answer.decode, to: \.decode)
        timings.infer = answer.infer / .milliseconds(1)
        timings.decode = answer.decode / .milliseconds(1)
        return answer.found
    }
}
