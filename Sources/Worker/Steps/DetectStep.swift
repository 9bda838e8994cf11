import Detection
import Findings
import Geometry
import Imaging
import ModelFiles
import Reading
import Results

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
        self.decodesWhole = decodesWhole || detectors.contains(where: \.looksAtParts)
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
                for view in detector.views(in: context) {
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

    private func look(
        with detector: LoadedModels.Loaded, at view: DetectorView, in context: inout PhotoContext
    ) throws -> DetectorResult {
        var result = detector.nothing()
        var timings = DetectorResult.Timings()
        /// Looks at pixels, and moves what it found to the photo.
        func take(
            _ pixels: PixelBuffer?, after found: [any Finding] = [], _ move: (FindingList) -> FindingList = { $0 }
        ) throws {
            let answer = try detector.look(
                at: pixels, after: found, decodesWhole: decodesWhole, in: &context, &timings)
            (result.reader, result.languages) = (answer.reader, answer.languages)
            (result.found, result.timings) = (move(answer.found), timings)
            (result.crowd, result.embedding) = (answer.crowd, answer.embedding)
        }
        /// Takes what the page itself says, where it does and that is sound.
        func takeLayer(within area: Box? = nil, on sheet: RectifiedPage? = nil) throws -> Bool {
            guard let answer = try detector.layer(in: &context, within: area, on: sheet) else { return false }
            (result.reader, result.found) = (answer.reader, answer.found)
            return true
        }
        switch view {
        case .nothing(let parent):
            result.noInputFrom = parent
            return result
        case .tiles(let grid):
            (result.found, result.timings) = try look(with: detector, at: grid, in: &context)
        case .photo: if try !takeLayer() { try take(nil) }
        case .region(let region, let parent):
            result.parent = parent
            let whole = try context.upright().pixels
            guard let cut = whole.cut(region) else { return result }
            if try !takeLayer(within: region.bounds) {
                try take(cut.pixels) { $0.mapped(from: cut.region, in: whole.size) }
                result.crowd = result.crowd?.mapped(from: cut.region, in: whole.size)
            }
        case .page(let page, let parent):
            result.parent = parent
            let flat = try context.flat(page, parent)
            if try !takeLayer(within: page.corners.bounds, on: flat) { try take(flat.pixels) { flat.inPhoto($0) } }
        case .after(let found, let page, let parent):
            result.parent = parent
            let flat = try page.flatMap { page in try parent.map { try context.flat(page, $0) } }
            let whole = try flat?.pixels ?? context.upright().pixels
            try take(whole, after: flat.map { flat in found.map { flat.onPage($0) } } ?? found) {
                flat?.inPhoto($0) ?? $0
            }
        }
        if let photo = context.photo?.size {
            let rules = detector.plan.settings.ignore
            result = result.ignoring(rules, in: photo, of: context.scene)
        }
        let (task, few) = (detector.plan.settings.task, detector.plan.settings.crowd)
        result.crowd = result.crowd ?? Crowd(result.found, of: task, over: few)
        // An entry that looked at nothing has none.
        if result.found.isOverThreshold {
            let settings = detector.plan.settings
            result.threshold = settings.confidence ?? detector.detector.ownConfidence
            result.thresholds = settings.thresholds.isEmpty ? nil : detector.detector.labelled(settings.thresholds)
        }
        if detector.plan.settings.centermost, let size = context.photo?.size {
            result.found = result.found.nearest(to: view.middle(of: size))
        }
        if let without = detector.plan.settings.without {
            let hands = context.result.findings(of: without).compactMap { $0 as? Pose }
            let subtraction = Subtraction(share: detector.plan.settings.handMargin)
            if let masks = result.found.masks { result.found.masks = subtraction.subtract(hands: hands, from: masks) }
            if let people = result.found.poses {
                result.found.poses = subtraction.subtract(hands: hands, fromMasksOf: people)
            }
            if let mask = result.crowd?.mask {
                result.crowd?.mask = subtraction.subtract(hands: hands, from: mask)
            }
        }
        return result
    }

    /// What was found in all tiles, as findings of the photo; times are sums.
    private func look(
        with detector: LoadedModels.Loaded, at grid: TileGrid, in context: inout PhotoContext
    ) throws -> (FindingList, DetectorResult.Timings) {
        let whole = try context.upright().pixels
        var (parts, sum): ([TileFindings], DetectorResult.Timings) = ([], .init(load: 0, infer: 0, decode: 0))
        for tile in grid.tiles {
            guard let cut = whole.cut(Region(tile.box)) else { continue }
            var own = DetectorResult.Timings()
            let found = try detector.look(
                at: cut.pixels, decodesWhole: decodesWhole, in: &context, &own
            ).found.mapped(from: cut.region, in: whole.size)
            parts.append(TileFindings(tile: tile, found: found))
            sum.load = (sum.load ?? 0) + (own.load ?? 0)
            sum.infer = (sum.infer ?? 0) + (own.infer ?? 0)
            sum.decode = (sum.decode ?? 0) + (own.decode ?? 0)
        }
        let settings = detector.plan.settings
        let found = FindingList.merged(parts, threshold: settings.iou)?.first(settings.maxDetections)
        return (found ?? settings.task.nothing, sum)
    }
}

extension LoadedModels.Loaded {
    /// The detector's entry where it found nothing, or gave no answer.
    fileprivate func nothing(because failure: DetectorFailure? = nil) -> DetectorResult {
        DetectorResult(
            detector: plan.name, task: plan.settings.task, model: model, found: plan.settings.task.nothing,
            error: failure)
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
