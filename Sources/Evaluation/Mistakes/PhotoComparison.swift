import Findings

/// Two answers for one photo side by side, where an overlap of 0.50 is the same object.
public struct PhotoComparison: Sendable, Hashable {
    /// An object that one of two answers has, or that both have.
    public struct Object: Sendable, Hashable {
        /// Its place in the first answer; nil where only the second one has it.
        public let first: Int?
        /// Its place in the second answer; nil where only the first one has it.
        public let second: Int?
        /// Whether both have it, and with the same class.
        public let isAgreed: Bool
    }

    /// First those that both have with other classes, then those of one answer alone, then those that both have.
    public let objects: [Object]

    /// Compares what one answer has with what the other one has in the place of truth.
    public init(_ first: [FoundObject], with second: [FoundObject], of size: PixelSize) {
        let photo = EvaluatedPhoto(path: "", size: size, truth: second.map(TrueObject.init), found: first)
        let pairs = PhotoPairs(photo, from: 0, by: .boxes)
        let confused = pairs.confused.map { Object(first: $0.found, second: $0.truth, isAgreed: false) }
        let alone =
            pairs.wrong.map { Object(first: $0, second: nil, isAgreed: false) }
            + pairs.missed.map { Object(first: nil, second: $0, isAgreed: false) }
        objects = confused + alone + pairs.right.map { Object(first: $0.found, second: $0.truth, isAgreed: true) }
    }
}

extension TrueObject {
    /// What another model found, in the place of truth.
    public init(_ found: FoundObject) { self.init(label: found.label, box: found.box, mask: found.mask) }
}
