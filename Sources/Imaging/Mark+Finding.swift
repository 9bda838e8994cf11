import Findings

extension Mark {
    /// A finding by nothing but its place: its outline, what it is and its confidence in per cent.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector's classes on.
    public init(_ finding: any Finding, of detector: String? = nil, number: Int = 0) {
        self.init(finding, MarkPlace(detector: detector, number: number, color: .black))
    }

    private init(_ finding: any Finding, _ place: MarkPlace) {
        let color = MarkColor.ofClass((finding.classIndex ?? 0) + Self.step * place.number)
        let shape: Shape =
            switch finding.region {
            case let region? where region.angle == 0: .box(region.bounds)
            case let region?: .line(region.corners + region.corners.prefix(1))
            case nil: .caption
            }
        self.init(shape, label: Self.label(of: finding, place), color: color)
    }

    /// The marks of all that one detector found in a photo, in the order of the list.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector on.
    ///   - first: How many findings of the detector have marks already, where it looked at several regions.
    ///   - classes: Only so many classes, the likeliest.
    ///   - levels: By which labels say in a word how sure each is; nil for no words, and the usual colours.
    public static func marks(
        for found: FindingList, of detector: String? = nil, number: Int = 0, first: Int = 0, classes: Int = 5,
        levels: ConfidenceLevels? = nil
    ) -> [Mark] {
        let isRanked = found.kind.choice == .likeliest
        let items = isRanked ? Array(found.items.sorted { $0.confidence > $1.confidence }.prefix(classes)) : found.items
        return items.enumerated().flatMap { index, item -> [Mark] in
            let own = marks(for: item, of: detector, number: number, index: first + index, levels: levels)
            let isCrowded = items.count > mostLabels && (item as? any DrawnFinding)?.givesWay == true
            return isCrowded ? own.map(\.withoutLabel) : own
        }
    }

    private var withoutLabel: Mark {
        var mark = self
        mark.label = nil
        return mark
    }

    /// The marks of one finding, of which the first bears its label.
    ///
    /// A kind that is no ``DrawnFinding`` is drawn by its place.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector on.
    ///   - index: The finding's place among the detector's own: poses and masks side by side differ in colour.
    ///   - levels: By which its label says in a word how sure it is; nil for no word, and the usual colours.
    public static func marks(
        for finding: any Finding, of detector: String? = nil, number: Int = 0, index: Int = 0,
        levels: ConfidenceLevels? = nil
    ) -> [Mark] {
        let place = MarkPlace(
            detector: detector, number: number, color: .ofClass(index + step * number), levels: levels)
        return (finding as? any DrawnFinding)?.marks(place) ?? [Mark(finding, place)]
    }

    /// The text of a finding, on one line and not longer than a plate can be.
    static func caption(_ text: String, _ detector: String?) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let short = line.count > mostCharacters ? line.prefix(mostCharacters - 1) + "…" : line[...]
        return detector.map { "\($0): \(short)" } ?? String(short)
    }

    /// How far apart the colours of two detectors begin.
    static let step = 5
    /// Lines, or parts of a layout, that have their labels drawn.
    private static let mostLabels = 12
    /// The characters of a label.
    private static let mostCharacters = 48

    /// What a finding is, with its confidence in per cent and in a word.
    static func label(of finding: any Finding, _ place: MarkPlace) -> String {
        let confidence = finding.confidence.isFinite ? min(max(finding.confidence, 0), 1) : 0
        let name = place.detector.map { "\($0): \(finding.label)" } ?? finding.label
        return "\(name) \(Int((confidence * 100).rounded()))%" + place.word(for: confidence)
    }
}

/// A kind of finding that is drawn otherwise than by its place alone.
protocol DrawnFinding: FindingKind {
    /// Whether its label is left out where there are many: labels of a whole page would cover what they name.
    var givesWay: Bool { get }

    /// Its marks, of which the first bears its label.
    func marks(_ place: MarkPlace) -> [Mark]
}

extension DrawnFinding {
    var givesWay: Bool { false }
}

/// Whose finding is drawn, and which one of them.
struct MarkPlace {
    /// The detector's name, for a photo with several.
    var detector: String?
    /// Moves the colours of a further detector on.
    var number: Int
    /// By the finding's place among the detector's own.
    var color: MarkColor
    /// By which labels say in a word how sure a finding is; nil for no words.
    var levels: ConfidenceLevels?

    /// The word for a confidence, as it stands behind the per cent; empty where no words are wanted.
    func word(for confidence: Double) -> String {
        levels.map { " " + $0.level(of: confidence).rawValue } ?? ""
    }
}
