import Detection
import Findings
import Geometry
import Imaging
import Inference
import ModelFiles
import Reading
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
        self.decodesWhole =
            decodesWhole
            || detectors.contains {
                let settings = $0.plan.settings
                return settings.on.detector != nil || settings.tiles != nil || !settings.area.isEmpty
            }
    }

    func run(_ context: inout PhotoContext) throws {
        if decodesWhole { try context.stage(.load, \.load) { context in _ = try context.upright() } }
        var failures: [any ReportableError] = []
        for detector in detectors {
            if let failure = detector.failureOfAnother(in: context.result.results) {
                context.result.results.append(detector.nothing(because: failure))
                continue
            }
            do {
                for view in try views(for: detector, in: context) {
                    context.result.results.append(try look(with: detector, at: view, in: &context))
                }
            } catch let error as any ReportableError where detectors.count > 1 && Self.isDetectors(error) {
                // What the others found stays; the record says who failed, and why.
                failures.append(error)
                context.result.results.removeAll { $0.detector == detector.plan.name }
                context.result.results.append(detector.nothing(because: DetectorFailure(error)))
            }
        }
        if let first = failures.first, context.result.results.allSatisfy({ $0.error != nil }) { throw first }
        // Stable: the entries of one detector stay in the order of its parents.
        context.result.results = context.result.results.enumerated()
            .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    /// Whether an error is a detector's own; any other is the photo's.
    private static func isDetectors(_ error: any ReportableError) -> Bool {
        error is DetectionError || error is InferenceError || error is ReadingError
    }

    private func place(_ result: DetectorResult) -> Int { places[result.detector] ?? 0 }

    /// What a detector is to look at: the whole photo, or a region around each finding of its parent.
    private enum View {
        case photo
        case region(Region, DetectorResult.Parent?)
        case tiles(TileGrid)
        /// A page that another detector found, laid flat.
        case page(Page, DetectorResult.Parent)
        /// The photo, or a page in it, together with what another detector found there.
        case after([any Finding], Page?, DetectorResult.Parent?)
        /// There is nothing to look at.
        case nothing
    }

    private func views(for detector: LoadedModels.Loaded, in context: PhotoContext) throws -> [View] {
        let source = detector.plan.settings.on
        if let parent = source.detector, detector.detector is any FollowingDetector {
            return context.result.results.filter { $0.detector == parent }.map { result in
                let page = result.parent.flatMap { context.result.finding($0) as? Page }
                return .after(result.found.items, page, page == nil ? nil : result.parent)
            }
        }
        guard let parent = source.detector else {
            if let area = detector.plan.settings.part(of: context.photo?.size) { return [.region(Region(area), nil)] }
            guard let side = detector.plan.settings.tiles, let size = context.photo?.size else { return [.photo] }
            return [
                .tiles(
                    TileGrid(
                        photo: size, tile: PixelSize(width: side, height: side),
                        overlap: detector.plan.settings.overlap))
            ]
        }
        let views = context.result.findings(of: parent).enumerated().compactMap { index, finding -> View? in
            guard source.labels.isEmpty || source.labels.contains(finding.label), let region = finding.region
            else { return nil }
            if let page = finding as? Page, detector.looksAtFlatPages {
                return .page(page, .init(detector: parent, index: index))
            }
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
        case .tiles(let grid): result.found = try look(with: detector, at: grid, in: &context, &result.timings)
        case .photo:
            let (pixels, placement) = try input(for: detector, of: nil, in: &context, &result.timings)
            result.take(try detect(detector, pixels, placement, in: &context, &result.timings))
        case .region(let region, let parent):
            result.parent = parent
            let whole = try context.upright().pixels
            guard let cut = whole.cut(region) else { return result }
            let (pixels, placement) = try input(for: detector, of: cut.pixels, in: &context, &result.timings)
            result.take(
                try detect(detector, pixels, placement, in: &context, &result.timings)
            ) { $0.mapped(from: cut.region, in: whole.size) }
        case .page(let page, let parent):
            result.parent = parent
            let flat = try context.flat(page, parent)
            let (pixels, placement) = try input(for: detector, of: flat.pixels, in: &context, &result.timings)
            result.take(
                try detect(detector, pixels, placement, in: &context, &result.timings)
            ) { flat.inPhoto($0) }
        case .after(let found, let page, let parent):
            result.parent = parent
            let flat = try page.flatMap { page in try parent.map { try context.flat(page, $0) } }
            let whole = try flat?.pixels ?? context.upright().pixels
            let (pixels, placement) = try input(for: detector, of: whole, in: &context, &result.timings)
            let there = flat.map { flat in found.map { flat.onPage($0) } } ?? found
            result.take(
                try detect(detector, pixels, placement, after: there, in: &context, &result.timings)
            ) { flat?.inPhoto($0) ?? $0 }
        }
        // An entry that looked at nothing has none.
        if result.found.isOverThreshold {
            let settings = detector.plan.settings
            result.threshold = settings.confidence ?? detector.detector.ownConfidence
            result.thresholds = settings.thresholds.isEmpty ? nil : settings.thresholds
        }
        if let hands = detector.plan.settings.without, let masks = result.found.masks {
            let poses = context.result.findings(of: hands).compactMap { $0 as? Pose }
            result.found.masks = Subtraction().subtract(hands: poses, from: masks)
        }
        return result
    }

    /// What was found in all tiles, as findings of the photo; times are sums.
    private func look(
        with detector: LoadedModels.Loaded, at grid: TileGrid, in context: inout PhotoContext,
        _ timings: inout DetectorResult.Timings
    ) throws -> FindingList {
        let whole = try context.upright().pixels
        var (parts, sum): ([TileFindings], DetectorResult.Timings) = ([], .init(load: 0, infer: 0, decode: 0))
        for tile in grid.tiles {
            guard let cut = whole.cut(Region(tile.box)) else { continue }
            var own = DetectorResult.Timings()
            let (pixels, placement) = try input(for: detector, of: cut.pixels, in: &context, &own)
            let found = try detect(detector, pixels, placement, in: &context, &own).found
                .mapped(from: cut.region, in: whole.size)
            parts.append(TileFindings(tile: tile, found: found))
            sum.load = (sum.load ?? 0) + (own.load ?? 0)
            sum.infer = (sum.infer ?? 0) + (own.infer ?? 0)
            sum.decode = (sum.decode ?? 0) + (own.decode ?? 0)
        }
        timings = sum
        let settings = detector.plan.settings
        return FindingList.merged(parts, threshold: settings.iou)?.first(settings.maxDetections)
            ?? settings.task.nothing
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
        let whole = try region ?? (needsAll ? context.upright().pixels : nil)
        let input: (PixelBuffer, Placement)
        switch request.size {
        case .exactly(let size):
            if let whole {
                input = whole.input(
                    size, fit: request.fit, fill: request.fill, resampling: resampling, middle: request.middle)
            } else {
                input = try context.loaded.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
            }
        case .whole(let longestSide):
            let all = try whole ?? context.upright().pixels
            let pixels = request.middle.map(all.middle) ?? all
            let size = pixels.size.fitting(longestSide: longestSide)
            // Scaling twelve megapixels to their own size takes longer than most models do.
            input =
                size == pixels.size
                ? (pixels, Placement(of: size, in: size, fit: .stretch))
                : pixels.input(size, fit: .stretch, resampling: resampling)
        }
        let time = ContinuousClock.now - start
        context.add(time, to: \.load)
        timings.load = time / .milliseconds(1)
        return input
    }

    private func detect(
        _ detector: LoadedModels.Loaded, _ pixels: PixelBuffer, _ placement: Placement,
        after found: [any Finding] = [], in context: inout PhotoContext, _ timings: inout DetectorResult.Timings
    ) throws -> DetectorAnswer {
        context.onStage(.detect)
        let answer = try pixels.bytes.withUnsafeBytes { bytes in
            let lent = PhotoPixels(bytes: bytes, size: pixels.size, placement: placement)
            guard let following = detector.detector as? any FollowingDetector else {
                return try detector.detector.detect(lent)
            }
            return try following.detect(lent, after: found)
        }
        context.add(answer.infer, to: \.infer)
        context.add(answer.decode, to: \.decode)
        timings.infer = answer.infer / .milliseconds(1)
        timings.decode = answer.decode / .milliseconds(1)
        return answer
    }
}

extension DetectorResult {
    /// Takes what a detector found, moved to the photo.
    fileprivate mutating func take(_ answer: DetectorAnswer, _ move: (FindingList) -> FindingList = { $0 }) {
        reader = answer.reader
        found = move(answer.found)
    }
}

extension LoadedModels.Loaded {
    /// The detector's entry where it gave no answer.
    fileprivate func nothing(because failure: DetectorFailure) -> DetectorResult {
        DetectorResult(
            detector: plan.name, task: plan.settings.task, model: model, found: plan.settings.task.nothing,
            error: failure)
    }

    /// Whether it sees a page as it is from straight above; others look at the photo's own pixels around it.
    fileprivate var looksAtFlatPages: Bool {
        switch plan.settings.task {
        case .text, .barcodes, .classify: true
        case .detect, .faces, .hands, .pose, .segment, .obb, .document, .extract: false
        }
    }

    /// Why it cannot answer because another detector, whose findings it needs, did not.
    fileprivate func failureOfAnother(in results: [DetectorResult]) -> DetectorFailure? {
        let needed = [plan.settings.on.detector, plan.settings.without]
        return results.first { needed.contains($0.detector) && $0.error != nil }.flatMap { other in
            other.error.map { error in
                DetectorFailure(
                    code: error.code,
                    message: "It needs what \"\(other.detector)\" finds, and that failed: \(error.message)",
                    fault: error.fault)
            }
        }
    }
}
