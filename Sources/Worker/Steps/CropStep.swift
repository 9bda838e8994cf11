import Findings
import Geometry
import Imaging
import Results
import WorkerProtocol

/// Cuts findings out into pictures of their own: boxes as they lie in the photo, objects with masks without their ground, and
/// pages as they are from straight above.
struct CropStep: PhotoStep {
    /// What lies behind objects that are cut out.
    let ground: PlannedGround

    func run(_ context: inout PhotoContext) throws {
        if context.job.wanted?.crops == true { try cutBoxes(&context) }
        if context.job.wanted?.pages == true { try layPagesFlat(&context) }
        if context.job.wanted?.cutouts == true { try cutOut(&context) }
    }

    /// In the order of the record's flat list.
    private func cutBoxes(_ context: inout PhotoContext) throws {
        let result = context.result
        var cropped = result
        cropped.results.removeAll { ($0.found.kind as? any BoxedFinding.Type)?.isCropped != true }
        let found = cropped.findings.compactMap { entry, finding in
            (finding as? any BoxedFinding).map { (entry, $0.label, $0.box) }
        }
        guard !found.isEmpty else { return }
        let quality = context.plan.quality
        context.crops += try context.stage(.draw, \.draw) { context in
            let upright = try context.upright()
            return try found.map { entry, label, box in
                (Self.name(label, of: entry, in: result), try upright.crop(box, quality: quality), false)
            }
        }
    }

    /// In the order of the record's results.
    private func layPagesFlat(_ context: inout PhotoContext) throws {
        let (result, quality) = (context.result, context.plan.quality)
        let detectors = Set(result.results.filter { $0.found.pages?.isEmpty == false }.map(\.detector)).sorted()
        guard !detectors.isEmpty else { return }
        let hidden = result.places(of: Set(context.plan.blur))
        // Once for all pages.
        let blurred =
            hidden.isEmpty ? nil : try context.stage(.draw, \.draw) { try $0.upright().blurred(hidden) }
        for detector in detectors {
            let pages = result.findings(of: detector).enumerated().compactMap { index, page in
                (page as? Page).map { (DetectorResult.Parent(detector: detector, index: index), $0) }
            }
            context.crops += try context.stage(.draw, \.draw) { context in
                try pages.map { place, page in
                    let flat = try context.flat(page, place, of: blurred)
                    return ("page", try context.upright().jpeg(of: flat.pixels, quality: quality), false)
                }
            }
        }
    }

    /// In the order of the record's results, or all in one picture.
    private func cutOut(_ context: inout PhotoContext) throws {
        let (result, style) = (context.result, context.plan.cutout)
        func isChosen(_ label: String) -> Bool { style.labels.isEmpty || style.labels.contains(label) }
        var found = result.results.flatMap { entry -> [(name: String, mask: RunLengthMask)] in
            let single = entry.found.items.compactMap { finding -> (name: String, mask: RunLengthMask)? in
                guard isChosen(finding.label) else { return nil }
                return finding.silhouette.map { (Self.name(finding.label, of: entry, in: result), $0) }
            }
            // The mask of a crowd stands for those of its people.
            guard let mask = entry.crowd?.mask,
                isChosen(Self.crowd) || entry.found.items.contains(where: { isChosen($0.label) })
            else { return single }
            return single + [(Self.name(Self.crowd, of: entry, in: result), mask)]
        }.filter { $0.mask.box != nil }
        if style.composite, let first = found.first {
            found = [(Self.composite, found.dropFirst().reduce(first.mask) { $0.union($1.mask) ?? $0 })]
        }
        guard let first = found.first else { return }
        context.crops += try context.stage(.draw, \.draw) { [found] context in
            let photo = try context.loaded
            func backdrop(behind mask: RunLengthMask) throws -> Backdrop? {
                try ground.backdrop(style.background, behind: mask) { try context.upright() }
            }
            // Only a blurred ground is another one behind each object.
            let isOwn = style.background == .blur
            let common = isOwn ? nil : try backdrop(behind: first.mask)
            return try found.flatMap { name, mask in
                let behind = isOwn ? try backdrop(behind: mask) : common
                let isCropped = style.croppedToInstances
                let cutout = (name, try photo.cutout(mask, isCropped: isCropped, on: behind), true)
                guard style.mask else { return [cutout] }
                return [cutout, ("\(name)-mask", try photo.softMask(mask, isCropped: isCropped), true)]
            }
        }
    }

    /// What a picture of several objects is called.
    private static let composite = "composite"
    /// What a picture of all people of a crowd is called.
    private static let crowd = "crowd"

    /// Labels of two detectors may be the same word.
    private static func name(_ label: String, of entry: DetectorResult, in result: PhotoResult) -> String {
        result.hasSeveralDetectors ? "\(entry.detector)-\(label)" : label
    }
}
