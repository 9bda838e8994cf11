/// How often one class was found as another.
public struct Confusion: Sendable, Hashable {
    /// The class in truth; nil for nothing.
    public var truth: String?
    /// The class that was found; nil for nothing.
    public var found: String?
    /// How often.
    public var count: Int

    /// An entry of a confusion matrix.
    public init(truth: String?, found: String?, count: Int) {
        self.truth = truth
        self.found = found
        self.count = count
    }

    /// The entries that are not 0, by class, with nothing behind every class.
    static func matrix(of photos: [EvaluatedPhoto], _ pairs: [PhotoPairs]) -> [Confusion] {
        var counts: [Place: Int] = [:]
        for (photo, pairs) in zip(photos, pairs) {
            for pair in pairs.right + pairs.confused {
                let place = Place(truth: photo.truth[pair.truth].label, found: photo.found[pair.found].label)
                counts[place, default: 0] += 1
            }
            for index in pairs.missed { counts[Place(truth: photo.truth[index].label, found: nil), default: 0] += 1 }
            for index in pairs.wrong { counts[Place(truth: nil, found: photo.found[index].label), default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.map { Confusion(truth: $0.truth, found: $0.found, count: $1) }
    }

    private struct Place: Hashable, Comparable {
        let truth: String?
        let found: String?

        static func < (a: Place, b: Place) -> Bool {
            (a.truth == nil ? 1 : 0, a.truth ?? "", a.found == nil ? 1 : 0, a.found ?? "")
                < (b.truth == nil ? 1 : 0, b.truth ?? "", b.found == nil ? 1 : 0, b.found ?? "")
        }
    }
}
