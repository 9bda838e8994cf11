import Findings

/// What a photo's sure arrows say of its other finds: arrows lean alike, for they come from one line.
///
/// A find whose shaft points elsewhere is most likely the nock of a neighbour's arrow, a shadow or a stand. Where the camera
/// stands in front of the face, shafts point in all directions and nothing is said.
struct LeanVote {
    /// An arrow as sure as this votes.
    static let sure = 0.9
    /// Fewer that agree say nothing, nor does a smaller share of the voters.
    private static let fewest = 3
    private static let majority = 0.6
    /// The cosine of 20 degrees: voters that differ less agree.
    private static let agreement = 0.94
    /// The cosine of 60 degrees: a find that deviates more is in doubt.
    private static let leastCosine = 0.5
    /// What is left of the confidence of a find in doubt.
    private static let share = 0.5

    /// Where most voters point; nil where they do not agree.
    private let direction: Point?

    /// - Parameter finds: Their shafts' directions in the photo, from tip to nock, weighed by their confidence.
    init(_ finds: [ShaftLean]) {
        let voters = finds.filter { $0.weight >= Self.sure }.map(\.along)
        let groups = voters.map { voter in voters.filter { $0.cosine(to: voter) >= Self.agreement } }
        guard let largest = groups.max(by: { $0.count < $1.count }), largest.count >= Self.fewest,
            Double(largest.count) >= Self.majority * Double(voters.count)
        else {
            direction = nil
            return
        }
        let sum = largest.reduce(Point(x: 0, y: 0)) { $0 + $1 }
        direction = sum * (1 / sum.length)
    }

    /// Whether most voters lean as this unit vector does; false where they do not agree.
    func supports(_ along: Point) -> Bool {
        direction.map { along.cosine(to: $0) >= Self.agreement } ?? false
    }

    /// What the vote leaves of a find's confidence.
    func confidence(of find: ShaftLean) -> Double {
        guard let direction, find.weight < Self.sure, find.along.cosine(to: direction) < Self.leastCosine else {
            return find.weight
        }
        return find.weight * Self.share
    }
}

extension Point {
    /// The cosine of the angle between two unit vectors.
    func cosine(to other: Point) -> Double { x * other.x + y * other.y }
}
