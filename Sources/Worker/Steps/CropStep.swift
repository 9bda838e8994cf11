import Findings
import Imaging
import Results
import WorkerProtocol

/// Cuts findings out into pictures of their own: boxes as they lie in the photo, objects with masks without their ground, and
/// pages as they are from straight above.
struct CropStep: PhotoStep {
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
        for detector in detectors {
            let pages = result.findings(of: detector).enumerated().compactMap { index, page in
                (page as? Page).map { (DetectorResult.Parent(detector: detector, index: index), $0) }
            }
            context.crops += try context.stage(.draw, \.draw) { context in
                try pages.map { place, page in
                    let flat = try context.flat(page, place)
                    return ("page", try context.upright().jpeg(of: flat.pixels, quality: quality), false)
                }
            }
        }
    }

    /// In the order of the record's results.
    private func cutOut(_ context: inout PhotoContext) throws {
        let result = context.result
        let found = result.results.flatMap { entry -> [(String, RunLengthMask)] in
            let single = entry.found.items.compactMap { finding in
                finding.silhouette.map { (Self.name(finding.label, of: entry, in: result), $0) }
            }
            return single + (entry.crowd?.mask.map { [(Self.name("crowd", of: entry, in: result), $0)] } ?? [])
        }
        guard !found.isEmpty else { return }
        context.crops += try context.stage(.draw, \.draw) { context in
            let photo = try context.loaded
            return try found.compactMap { name, mask in
                mask.box == nil ? nil : (name, try photo.cutout(mask), true)
            }
        }
    }

    /// Labels of two detectors may be the same word.
    private static func name(_ label: String, of entry: DetectorResult, in result: PhotoResult) -> String {
        result.hasSeveralDetectors ? "\(entry.detector)-\(label)" : label
    }
}
