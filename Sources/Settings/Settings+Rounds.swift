import Findings
import JSONTree
import Scoring

extension Settings {
    /// A round of a user's own.
    public struct Round: DefaultInitializable, Hashable {
        /// What `scoring.round` and commands call it, and sheets too.
        public var name = ""
        /// The face that it is shot at.
        public var face = FaceType.wa122
        /// The ends of one archer.
        public var ends = 1
        /// The arrows of one archer in an end.
        public var arrowsPerEnd = 1
        /// How many parts of as many ends are added up apart.
        public var parts = 1
        /// What decides between equal scores; nil where the face decides.
        public var ties: TieRule?

        /// A round without a name.
        public init() {}

        static let keys: [Key<Settings.Round>] = [
            Key(
                "name", \.name, .text("a name", example: "Club 36"), "What `scoring.round` and sheets call it.",
                .required),
            Key("face", \.face, .choice, "The face that it is shot at.", .required),
            Key(
                "ends", \.ends, .integer(1...RoundDefinition.mostEnds, example: 6), "The ends of one archer.", .required
            ),
            Key(
                "arrowsPerEnd", \.arrowsPerEnd, .integer(1...RoundDefinition.mostArrows, example: 6),
                "The arrows of one archer in an end.", .required),
            Key(
                "parts", \.parts, .integer(1...RoundDefinition.mostEnds, example: 2),
                "The parts of as many ends that are added up apart."),
            Key(
                "ties", \.ties, SettingFormat.choice.or("auto"),
                """
                What decides between equal scores: most 10s and Xs, 10s and 9s, 6s and 5s, Xs, hits and 10s, or nothing; \
                `auto` is as usual at the face. What no arrow at the face can break is refused.
                """),
        ]

        /// As the rules of rounds know it.
        public var definition: RoundDefinition {
            RoundDefinition(
                id: name, name: name, faces: [face], ends: ends, arrowsPerEnd: arrowsPerEnd, parts: parts, ties: ties)
        }
    }

    /// All rounds that can be named: the user's own, and those that every Quiver knows.
    public var knownRounds: [RoundDefinition] { rounds.map(\.definition) + RoundDefinition.known }

    /// The round that sessions are shot as; nil where none is named.
    public var round: RoundDefinition? { scoring.round.flatMap { id in knownRounds.first { $0.id == id } } }

    /// Lets the round that is named say its face and the arrows of an end, where nothing as strong does.
    ///
    /// - Returns: Where the values come from now.
    mutating func fillInRound(_ rawSettings: RawSettings) -> [String: Origin] {
        guard let round, let origin = rawSettings["scoring.round"]?.origin else { return [:] }
        let derived = Origin.derived(from: "scoring.round")
        func isFree(_ key: String) -> Bool { rawSettings[key].map { $0.origin.strength < origin.strength } ?? true }
        var origins: [String: Origin] = [:]
        if isFree("scoring.face") {
            scoring.face = round.onlyFace.map { .named($0) } ?? .auto
            origins["scoring.face"] = derived
        }
        if isFree("scoring.arrowsPerEnd") {
            scoring.arrowsPerEnd = round.arrowsPerEnd
            origins["scoring.arrowsPerEnd"] = derived
        }
        if isFree("scoring.endsPerRound") {
            scoring.endsPerRound = round.layout(photosPerEnd: 1).endsPerRound
            origins["scoring.endsPerRound"] = derived
        }
        return origins
    }

    /// Refuses rounds that there cannot be, a name that no round has, and settings that contradict the round.
    func checkRounds(_ rawSettings: inout RawSettings) {
        for (index, own) in rounds.enumerated() {
            let key = "rounds[\(index)]"
            let others = rounds[..<index].map(\.definition) + RoundDefinition.known
            // What a value of it is not was said already.
            guard !rawSettings.problems.contains(where: { $0.message.contains(key) }) else { continue }
            let (part, message): (RoundDefinition.Mistake.Key, String)
            if let mistake = own.definition.mistake {
                (part, message) = (mistake.key, mistake.message)
            } else if others.contains(where: { $0.id == own.name }) {
                (part, message) = (.name, "\"\(own.name)\" is the name of another round; give each its own")
            } else {
                continue
            }
            let place = "\(key).\(part.rawValue)"
            rawSettings.problems.append(
                .init(.conflict, "\(place): \(message)", at: rawSettings[place]?.node.position))
        }
        guard let name = scoring.round else { return }
        let message: String
        if let round {
            guard let conflict = conflict(with: round) else { return }
            message = conflict
        } else {
            let names = knownRounds.map(\.id)
            let near = Suggestion.nearest(to: name, among: names).map { "; did you mean \"\($0)\"? Rounds" }
            let all = names.map { "\"\($0)\"" }.joined(separator: ", ")
            message =
                "scoring.round: there is no round \"\(name)\"" + (near ?? "; there are \(all); rounds")
                + " of your own stand under \"rounds\""
        }
        rawSettings.problems.append(.init(.conflict, message, at: rawSettings["scoring.round"]?.node.position))
    }

    private func conflict(with round: RoundDefinition) -> String? {
        if let face = scoring.face?.type, !round.countsAlike(face) {
            let faces = round.faces.map(\.rawValue).joined(separator: " or ")
            return "scoring.face: the round \"\(round.id)\" is shot at \(faces), and not at \(face.rawValue); "
                + "leave out the face, or the round"
        }
        if round.ties.criteria.contains(.xs), !scoring.system.countsX {
            return "scoring.system: the round \"\(round.id)\" breaks ties by Xs, which \"\(scoring.system.rawValue)\" "
                + "does not count; leave out the system"
        }
        let endsPerRound = round.layout(photosPerEnd: 1).endsPerRound
        if let ends = scoring.endsPerRound, ends != endsPerRound {
            return "scoring.endsPerRound: the round \"\(round.id)\" is divided by itself "
                + "(\(round.parts) parts of \(round.endsPerPart) ends); leave it out"
        }
        return nil
    }
}
