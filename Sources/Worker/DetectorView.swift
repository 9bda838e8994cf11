import Detection
import Findings
import Geometry
import Imaging
import WorkerProtocol

/// What a detector is to look at: the whole photo or parts of it, or a region around each finding of another detector.
enum DetectorView {
    case photo
    case region(Region, DetectorResult.Parent?)
    case tiles(TileGrid)
    /// A page that another detector found, laid flat.
    case page(Page, DetectorResult.Parent)
    /// The photo, or a page in it, together with what another detector found there.
    case after([any Finding], Page?, DetectorResult.Parent?)
    /// There is nothing to look at, since the detector of this name found nothing.
    case nothing(from: String)
}

extension DetectorView {
    /// The middle of what is looked at, in pixels of the upright photo.
    func middle(of photo: PixelSize) -> Point {
        switch self {
        case .region(let region, _): region.center
        case .page(let page, _), .after(_, let page?, _): Region(page.corners.bounds).center
        case .photo, .tiles, .after, .nothing: Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2)
        }
    }
}

extension LoadedModels.Loaded {
    /// Whether it looks at parts of the photo, which are cut out of all its pixels.
    var looksAtParts: Bool {
        plan.settings.on.detector != nil || plan.settings.tiles.side != nil || !plan.settings.area.isEmpty
    }

    /// What it looks at in a photo.
    func views(in context: PhotoContext) -> [DetectorView] {
        guard let parent = plan.settings.on.detector else { return [view(of: context.photo?.size)] }
        if follows == .findings {
            let results = context.result.results.filter { $0.detector == parent }
            if results.allSatisfy(\.found.items.isEmpty) { return [.nothing(from: parent)] }
            return results.map { result in
                let page = result.parent.flatMap { context.result.finding($0) as? Page }
                return .after(result.found.items, page, page == nil ? nil : result.parent)
            }
        }
        let source = plan.settings.on
        let views = context.result.findings(of: parent).enumerated().compactMap { index, finding -> DetectorView? in
            guard source.labels.isEmpty || source.labels.contains(finding.label), let region = finding.region
            else { return nil }
            if let page = finding as? Page, follows == .flatPages {
                return .page(page, .init(detector: parent, index: index))
            }
            return .region(region.grown(by: source.margin), .init(detector: parent, index: index))
        }
        guard views.isEmpty else { return views }
        return [source.otherwise == .photo ? .photo : .nothing(from: parent)]
    }

    /// What it looks at by its own settings alone.
    private func view(of photo: PixelSize?) -> DetectorView {
        if let area = plan.settings.part(of: photo) { return .region(Region(area), nil) }
        guard let side = plan.settings.tiles.side, let photo else { return .photo }
        return .tiles(
            TileGrid(photo: photo, tile: PixelSize(width: side, height: side), overlap: plan.settings.overlap))
    }

    /// Looks at pixels of a part of the photo, or else at the photo.
    ///
    /// - Parameters:
    ///   - found: What another detector found in these pixels.
    ///   - decodesWhole: Whether all pixels of the photo are needed anyway.
    ///   - timings: Become the entry's own; the photo's get the same times added.
    func look(
        at part: PixelBuffer?, after found: [any Finding] = [], decodesWhole: Bool, in context: inout PhotoContext,
        _ timings: inout DetectorResult.Timings
    ) throws -> DetectorAnswer {
        context.onStage(.load)
        let start = ContinuousClock.now
        let (pixels, placement) = try input(of: part, decodesWhole: decodesWhole, in: &context)
        if part == nil, detector.request.middle == nil { context.note(likenessOf: pixels, at: placement) }
        let load = ContinuousClock.now - start
        context.add(load, to: \.load)
        context.onStage(.detect)
        let answer = try pixels.bytes.withUnsafeBytes { bytes in
            let lent = PhotoPixels(bytes: bytes, size: pixels.size, placement: placement)
            guard let following = detector as? any FollowingDetector else { return try detector.detect(lent) }
            return try following.detect(lent, after: found)
        }
        context.add(answer.infer, to: \.infer)
        context.add(answer.decode, to: \.decode)
        timings = DetectorResult.Timings(
            load: load / .milliseconds(1), infer: answer.infer / .milliseconds(1),
            decode: answer.decode / .milliseconds(1))
        return answer
    }

    /// The pixels that the detector asks for: of a part's own, or else of the photo.
    private func input(
        of part: PixelBuffer?, decodesWhole: Bool, in context: inout PhotoContext
    ) throws -> (PixelBuffer, Placement) {
        let request = detector.request
        let resampling = plan.settings.resample ?? request.resampling ?? plan.letterbox.resample
        let needsAll = decodesWhole || request.size.isWhole || request.middle != nil
        let whole = try part ?? (needsAll ? context.upright().pixels : nil)
        switch request.size {
        case .exactly(let size):
            guard let whole else {
                return try context.loaded.input(size, fit: request.fit, fill: request.fill, resampling: resampling)
            }
            return whole.input(
                size, fit: request.fit, fill: request.fill, resampling: resampling, middle: request.middle)
        case .whole(let longestSide):
            let all = try whole ?? context.upright().pixels
            let pixels = request.middle.map(all.middle) ?? all
            let size = pixels.size.fitting(longestSide: longestSide)
            // Scaling twelve megapixels to their own size takes longer than most models do.
            return size == pixels.size
                ? (pixels, Placement(of: size, in: size, fit: .stretch))
                : pixels.input(size, fit: .stretch, resampling: resampling)
        }
    }
}
