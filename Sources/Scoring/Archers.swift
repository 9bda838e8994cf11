/// Who shot in a session, and how arrows are told apart where nobody said it of each.
public struct Archers: Sendable, Hashable, Codable {
    /// The archers' names, in their order on the line; empty where nobody was named.
    public var names: [String]
    /// How arrows are told apart.
    public var by: Way
    /// The colour of each one's arrows, in the order of the names; nil, or missing at the end, where nobody said it.
    public var colours: [ArrowColour?]

    /// The most characters of a name.
    public static let longestName = 80
    /// The most archers of a session.
    public static let most = 24

    /// Archers from their parts, by default nobody.
    public init(names: [String] = [], by: Way = .hand, colours: [ArrowColour?] = []) {
        self.names = names
        self.by = by
        self.colours = colours
    }

    /// How arrows are given to archers.
    public enum Way: String, Sendable, Hashable, Codable, CaseIterable {
        /// Arrow by arrow, by a person; with one archer all arrows are that one's.
        case hand
        /// By the face that they stand on, from the left to the right and from the top down.
        case place
        /// By turns: one end each.
        case end
        /// By the colour of the arrow's vanes and nock.
        case colour
        /// By the photo's folder, as the settings say (`scoring.folders`).
        case folder
    }

    /// The archer of an arrow; nil where it is not known.
    ///
    /// - Parameters:
    ///   - end: The end's place in its session, from 0.
    ///   - face: The face's place in its photo in reading order, from 0; nil where it is not known.
    ///   - colour: The colour of its vanes and nock; nil where it is not seen.
    public func archer(ofEnd end: Int, face: Int?, colour: ArrowColour? = nil) -> String? {
        guard !names.isEmpty else { return nil }
        if names.count == 1 { return names[0] }
        switch by {
        case .hand, .folder: return nil
        case .place: return face.flatMap { names.indices.contains($0) ? names[$0] : nil }
        case .end: return names[end % names.count]
        case .colour:
            guard let colour, let place = colours.firstIndex(of: colour), names.indices.contains(place) else {
                return nil
            }
            return names[place]
        }
    }

    /// The colour of one archer's arrows; nil where nobody said it.
    public func colour(of place: Int) -> ArrowColour? { colours.indices.contains(place) ? colours[place] : nil }
}

extension Archers {
    private enum CodingKeys: CodingKey { case names, by, colours }

    /// Reads archers; without colours where those are missing.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            names: try stored.decode([String].self, forKey: .names), by: try stored.decode(Way.self, forKey: .by),
            colours: try stored.decodeIfPresent([ArrowColour?].self, forKey: .colours) ?? [])
    }
}
