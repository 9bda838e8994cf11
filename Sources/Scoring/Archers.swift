/// Who shot in a session, and how arrows are told apart where nobody said it of each.
public struct Archers: Sendable, Hashable, Codable {
    /// The archers' names, in their order on the line; empty where nobody was named.
    public var names: [String]
    /// How arrows are told apart.
    public var by: Way

    /// The most characters of a name.
    public static let longestName = 80
    /// The most archers of a session.
    public static let most = 24

    /// Archers from their parts, by default nobody.
    public init(names: [String] = [], by: Way = .hand) {
        self.names = names
        self.by = by
    }

    /// How arrows are given to archers.
    public enum Way: String, Sendable, Hashable, Codable, CaseIterable {
        /// Arrow by arrow, by a person; with one archer all arrows are that one's.
        case hand
        /// By the face that they stand on, from the left to the right and from the top down.
        case place
        /// By turns: one end each.
        case end
    }

    /// The archer of an arrow; nil where it is not known.
    ///
    /// - Parameters:
    ///   - end: The end's place in its session, from 0.
    ///   - face: The face's place in its photo, from 0; nil where it is not known.
    public func archer(ofEnd end: Int, face: Int?) -> String? {
        guard !names.isEmpty else { return nil }
        if names.count == 1 { return names[0] }
        switch by {
        case .hand: return nil
        case .place: return face.flatMap { names.indices.contains($0) ? names[$0] : nil }
        case .end: return names[end % names.count]
        }
    }
}
