import Findings

/// Tells the nails that hold a face from arrows beside it: they are much shorter than the photo's sure arrows.
struct StubRule {
    /// Fewer say nothing.
    private static let fewest = 3
    /// What is shorter than this share of their median length is in doubt.
    private static let shortest = 0.5
    /// What is left of the confidence of a find in doubt.
    private static let share = 0.5

    /// The median length of the sure arrows in the photo; nil where they are too few.
    private let usual: Double?

    init(_ shafts: [PhotoShaft]) {
        let lengths = shafts.filter { $0.confidence >= LeanVote.sure }.map(\.length).sorted()
        usual = lengths.count >= Self.fewest ? lengths[lengths.count / 2] : nil
    }

    /// What a find beside the face is worth.
    func confidence(of find: PhotoShaft) -> Double {
        guard let usual, find.length < Self.shortest * usual else { return find.confidence }
        return find.confidence * Self.share
    }
}
