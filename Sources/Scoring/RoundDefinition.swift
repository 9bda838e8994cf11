/// A round as a rulebook or a user defines it: so many arrows, in so many ends, at a face.
public struct RoundDefinition: Sendable, Hashable, Codable {
    /// What settings, commands and the API call it, such as `wa-70`.
    public var id: String
    /// What a score sheet calls it, such as `WA 720, 70 m`.
    public var name: String
    /// The faces that it is shot at; of several either one is chosen, or each target has its own.
    public var faces: [FaceType]
    /// The ends of one archer.
    public var ends: Int
    /// The arrows of one archer in an end.
    public var arrowsPerEnd: Int
    /// How many parts of as many ends are added up apart, such as the two halves of a 720 round.
    public var parts: Int
    /// What decides between equal scores.
    public var ties: TieRule

    /// The most ends of a round.
    public static let mostEnds = 200
    /// The most arrows of an end.
    public static let mostArrows = 36
    /// The most characters of a name.
    public static let longestName = 80

    /// A round from its parts; the face decides how ties are broken where nothing else is said.
    public init(
        id: String, name: String, faces: [FaceType], ends: Int, arrowsPerEnd: Int, parts: Int = 1, ties: TieRule? = nil
    ) {
        self.id = id
        self.name = name
        self.faces = faces
        self.ends = ends
        self.arrowsPerEnd = arrowsPerEnd
        self.parts = parts
        self.ties = ties ?? faces.first.map(TieRule.usual) ?? .tensXs
    }
}

extension RoundDefinition {
    /// All arrows of one archer.
    public var arrows: Int { ends * arrowsPerEnd }

    /// The ends of each part.
    public var endsPerPart: Int { ends / max(parts, 1) }

    /// What one arrow can count at most.
    public var highestScore: Int { faces.map(\.highestScore).max() ?? 10 }

    /// What all arrows can count at most.
    public var maximum: Int { arrows * highestScore }

    /// The one face that it is shot at; nil where there are several.
    public var onlyFace: FaceType? { faces.count == 1 ? faces.first : nil }

    /// Whether arrows at a face count as at one of the round's: up to the same score, and the same ring as the 10.
    public func countsAlike(_ face: FaceType) -> Bool {
        faces.contains { $0.highestScore == face.highestScore && $0.countsInnerTen == face.countsInnerTen }
    }

    /// Why there can be no such round; nil where there can.
    public var mistake: Mistake? {
        if id.allSatisfy(\.isWhitespace) || id.count > Self.longestName || id.contains(where: \.isNewline) {
            return Mistake(
                .name, "a round's name has 1 to \(Self.longestName) characters on one line, and not blanks alone")
        }
        if [RoundChoice.noneWord, RoundChoice.usualWord].contains(id) {
            return Mistake(.name, "\"\(id)\" is the word for no round of one's own; give the round another name")
        }
        if faces.isEmpty { return Mistake(.face, "a round needs a face") }
        if !(1...Self.mostEnds).contains(ends) {
            return Mistake(.ends, "a round has 1 to \(Self.mostEnds) ends, and not \(ends)")
        }
        if !(1...Self.mostArrows).contains(arrowsPerEnd) {
            return Mistake(.arrowsPerEnd, "an end has 1 to \(Self.mostArrows) arrows, and not \(arrowsPerEnd)")
        }
        if parts < 1 || ends % parts != 0 {
            let fitting = (1...ends).filter { ends % $0 == 0 }.map(String.init).joined(separator: ", ")
            return Mistake(
                .parts, "\(ends) ends cannot be divided into \(parts) parts; the number of parts is one of \(fitting)")
        }
        return uselessTies.map { Mistake(.ties, $0) }
    }

    /// Why there can be no such round.
    public struct Mistake: Sendable, Hashable {
        /// What of it is wrong.
        public var key: Key
        /// A sentence that says what to do.
        public var message: String

        init(_ key: Key, _ message: String) { (self.key, self.message) = (key, message) }

        /// A part of a definition, as the settings name it.
        public enum Key: String, Sendable, Hashable {
            case name, face, ends, arrowsPerEnd, parts, ties
        }
    }

    /// Why its ties cannot be broken as it says, where no arrow at its faces counts what is asked for.
    private var uselessTies: String? {
        guard let useless = ties.criteria.first(where: { one in !faces.contains { $0.counts(one) } }) else {
            return nil
        }
        let fitting = TieRule.allCases.filter { rule in
            rule.criteria.allSatisfy { one in faces.contains { $0.counts(one) } }
        }
        let names = faces.map(\.rawValue).joined(separator: " or ")
        let why = faces.contains(where: \.countsInnerTen) ? ", whose inner ten is the 10" : ""
        return "ties \"\(ties.rawValue)\" asks for \(useless.title), and there are none at \(names)\(why); "
            + "the rule is one of \(fitting.map(\.rawValue).joined(separator: ", "))"
    }

    /// Everything that decides how it counts, in one line.
    public var summary: String {
        let faces = faces.map(\.rawValue).joined(separator: "+")
        return "\(id): \(ends)x\(arrowsPerEnd) in \(parts) at \(faces), ties \(ties.rawValue)"
    }

    /// How its photos are divided: its parts are the session's tables.
    ///
    /// - Parameter turns: How many archers take turns, an end each.
    public func layout(photosPerEnd: Int, turns: Int = 1) -> SessionLayout {
        SessionLayout(
            photosPerEnd: photosPerEnd, endsPerRound: parts == 1 ? nil : endsPerPart * max(turns, 1))
    }
}

/// What a user says of the round that a session is.
public enum RoundChoice: Sendable, Hashable {
    /// The one that the settings name, or none.
    case usual
    /// None, whatever the settings name.
    case noRound
    /// This one, as it was defined when it was chosen.
    case round(RoundDefinition)

    /// What commands and the API say for ``noRound``.
    public static let noneWord = "none"
    /// What commands and the API say for ``usual``.
    public static let usualWord = "usual"

    /// What a word stands for among known rounds; nil for a word that no round has.
    public init?(_ word: String, among rounds: [RoundDefinition]) {
        switch word {
        case Self.noneWord: self = .noRound
        case Self.usualWord: self = .usual
        default:
            guard let round = rounds.first(where: { $0.id == word }) else { return nil }
            self = .round(round)
        }
    }

    /// The round of a session whose settings name one, or none.
    public func round(usual: RoundDefinition?) -> RoundDefinition? {
        switch self {
        case .usual: usual
        case .noRound: nil
        case .round(let round): round
        }
    }
}
