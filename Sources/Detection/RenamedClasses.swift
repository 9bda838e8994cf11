import Findings
import Foundation

/// A detector whose classes have the names of the settings: several may become one, and some are left out.
///
/// What comes behind it, such as tiles, records and data sets, knows the new list alone. Findings of different classes that
/// became one drop one another as those of one class do.
public final class RenamedClasses: Detector {
    /// As the detector's own.
    public var request: PixelRequest { detector.request }
    /// The classes as the settings call them.
    public var classNames: [String] { naming.names }
    /// As the detector's own.
    public var ownConfidence: Double? { detector.ownConfidence }
    private let detector: any Detector
    private let selection: ClassSelection
    private let naming: ClassNaming
    /// The overlap over which the less confident of two findings of a class is dropped.
    private let iou: Double

    /// Checks that the settings name classes that the detector has; throws a sentence where not.
    ///
    /// - Parameter settings: Of them `rename` and `iou` count. The detector has left out already what is to be left out before
    ///   findings drop one another.
    public init(_ detector: any Detector, settings: DetectorSettings) throws {
        guard !detector.classNames.isEmpty else {
            throw DetectionError(
                .classes,
                "The settings give other names to classes, and the detector names none. Leave rename out, or name all with "
                    + "labels, in the model's order.")
        }
        selection = ClassSelection(names: detector.classNames, count: detector.classNames.count)
        naming = ClassNaming(of: detector.classNames, renamed: try selection.renamed(settings.rename))
        self.detector = detector
        iou = settings.iou
    }

    /// The thresholds by the other names.
    public func labelled(_ thresholds: [String: Double]) -> [String: Double] {
        selection.labelled(thresholds, as: naming)
    }

    /// What the detector finds, under the other names.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var answer = try detector.detect(pixels)
        // In the order of the findings that are left.
        let former = answer.found.items.compactMap { one in one.classIndex.flatMap { naming[$0] == nil ? nil : $0 } }
        let found = answer.found.renamed { $0.classIndex.flatMap { naming[$0] } }
        answer.found = naming.joinsClasses ? ClassSuppression(iou: iou)(found, former: former) : found
        return answer
    }
}

/// Keeps the most confident of the findings of one class that were of several and overlap: turned boxes as such, all others by their
/// upright boxes.
///
/// Those that were of one class before have dropped one another already, as the model's own rules say.
struct ClassSuppression {
    let iou: Double

    /// - Parameter former: The class that each finding was of.
    func callAsFunction(_ found: FindingList, former: [Int]) -> FindingList {
        guard former.count == found.items.count else { return found }
        var kept: [(finding: any Finding, former: Int)] = []
        let order = found.items.enumerated().sorted {
            ($0.element.confidence, $1.offset) > ($1.element.confidence, $0.offset)
        }
        var isKept = Set<Int>()
        for (place, one) in order {
            let isCovered = kept.contains { other in
                other.former != former[place] && other.finding.label == one.label && overlap(other.finding, one) > iou
            }
            guard !isCovered else { continue }
            kept.append((one, former[place]))
            isKept.insert(place)
        }
        var place = -1
        return found.filtered { _ in
            place += 1
            return isKept.contains(place)
        }
    }

    private func overlap(_ a: any Finding, _ b: any Finding) -> Double {
        if let one = (a as? Detection)?.rotatedBox, let other = (b as? Detection)?.rotatedBox {
            return Double(one.overlap(other))
        }
        guard let one = a.region?.bounds, let other = b.region?.bounds else { return 0 }
        return one.intersectionOverUnion(other)
    }
}

extension Detection {
    /// The turned box; nil where it is upright.
    fileprivate var rotatedBox: RotatedBox? {
        guard let corners, corners.count == 4 else { return nil }
        let (across, down) = (corners[1] - corners[0], corners[3] - corners[0])
        let middle = Point(
            x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2)
        return RotatedBox(
            x: Float(middle.x), y: Float(middle.y), width: Float(hypot(across.x, across.y)),
            height: Float(hypot(down.x, down.y)), angle: Float(atan2(across.y, across.x)), score: Float(confidence),
            classId: classId)
    }
}
