import Evaluation
import Findings

/// What two detectors of a run found in a photo, side by side: what only one has, and what both have.
///
/// They are compared as they found it, by boxes, without corrections; of a file with pages the first is.
public struct DetectorComparison: Sendable, Hashable {
    /// What a detector found.
    public struct Found: Sendable, Hashable {
        /// The class's name.
        public let label: String
        /// The model's score, 0 to 1.
        public let confidence: Double
        /// In pixels of the upright photo.
        public let box: Box
    }

    /// An object that one of both found, or both did.
    public struct Object: Sendable, Hashable {
        /// As the first detector found it; nil where it did not.
        public let first: Found?
        /// As the second detector found it; nil where it did not.
        public let second: Found?
        /// Whether both found it, as the same class: their boxes share half of their union at least.
        public let isAgreed: Bool
    }

    /// The objects, first those on which the detectors differ.
    public let objects: [Object]

    /// On how many objects they differ.
    public var apart: Int { objects.count { !$0.isAgreed } }

    /// The detectors of a photo's run whose findings have boxes, in the order of the record.
    public static func detectors(in record: Record) -> [String] {
        record.photo.results.filter { $0.page == 1 && $0.found.kind is any BoxedFinding.Type }
            .reduce(into: []) { names, result in
                if !names.contains(result.detector) { names.append(result.detector) }
            }
    }

    /// On how many objects two detectors of a photo's run differ, of more than two those that differ most; nil where fewer
    /// than two are there.
    public static func disagreement(in record: Record) -> Int? {
        let names = detectors(in: record)
        guard names.count > 1 else { return nil }
        let pairs = names.indices.flatMap { first in names[(first + 1)...].map { (names[first], $0) } }
        return pairs.compactMap { DetectorComparison(record, between: $0, and: $1)?.apart }.max()
    }

    /// Compares two detectors of a record; nil where the photo has no picture.
    public init?(_ record: Record, between first: String, and second: String) {
        guard let image = record.photo.image else { return nil }
        let boxes = record.boxes(of: nil)
        let (one, other) = (boxes.filter { $0.detector == first }, boxes.filter { $0.detector == second })
        let compared = PhotoComparison(
            one.map(FoundObject.init), with: other.map(FoundObject.init),
            of: PixelSize(width: image.width, height: image.height))
        objects = compared.objects.map { object in
            Object(
                first: object.first.map { Found(one[$0]) }, second: object.second.map { Found(other[$0]) },
                isAgreed: object.isAgreed)
        }
    }
}

extension DetectorComparison.Found {
    fileprivate init(_ found: FoundBox) {
        self.init(label: found.label, confidence: found.confidence, box: found.box)
    }
}

extension FoundObject {
    fileprivate init(_ found: FoundBox) {
        self.init(label: found.label, confidence: found.confidence, box: found.box, mask: found.mask)
    }
}
