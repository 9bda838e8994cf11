/// How far two answers for one photo are apart, where an overlap of 0.50 of the same class is agreement.
public struct PhotoDisagreement: Sendable, Hashable {
    /// Objects that only one of both has, and those that are of another class.
    public let apart: Int
    /// Objects that both have.
    public let agreed: Int

    /// Compares what was found with what the other answer has in the place of truth.
    public init(_ photo: EvaluatedPhoto, by shape: EvaluatedShape = .boxes) {
        let pairs = PhotoPairs(photo, from: 0, by: shape)
        apart = pairs.confused.count + pairs.missed.count + pairs.wrong.count
        agreed = pairs.right.count
    }
}
