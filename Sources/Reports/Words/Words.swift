import Findings
import Scoring

/// How phrases and names are written in a report.
enum Words {
    /// A phrase as a sentence.
    static func sentence(_ phrase: String) -> String {
        phrase.isEmpty || phrase.hasSuffix(".") ? capitalized(phrase) : capitalized(phrase) + "."
    }

    /// A phrase with a capital in front.
    static func capitalized(_ phrase: String) -> String { phrase.prefix(1).uppercased() + phrase.dropFirst() }
}

extension [Markup] {
    /// The pieces with a text between each two.
    func joined(by separator: String) -> [Markup] {
        enumerated().flatMap { $0.offset == 0 ? [$0.element] : [.text(separator), $0.element] }
    }
}

/// Where something lies from the centre, in archers' words.
enum Direction {
    /// The hour on a clock's face for an angle whose 0 is three o'clock and that grows clockwise.
    static func hour(_ degrees: Double) -> Int {
        guard degrees.isFinite else { return 12 }
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        return (Int((turn / 30).rounded()) + 3 + 11) % 12 + 1
    }

    /// `2 o'clock`.
    static func clock(_ degrees: Double) -> String { "\(hour(degrees)) o’clock" }

    /// `12 mm right, 29 mm high`, without a part that rounds to nothing.
    static func offset(_ point: Point) -> String {
        let parts = [
            (point.x, point.x < 0 ? "left" : "right"), (point.y, point.y < 0 ? "high" : "low"),
        ]
        let words = parts.filter { $0.0.magnitude >= 0.5 }
            .map { Numbers.millimetres($0.0.magnitude) + " " + $0.1 }
        return words.isEmpty ? "in the middle" : words.joined(separator: ", ")
    }
}

extension DetectedArrow {
    /// Why it needs a manual review, in words.
    var doubts: [String] { reviewReasons.map { $0.words(for: self) } }

    /// `arrow` or `hole`.
    var noun: String { kind == .hole ? "hole" : "arrow" }
}

extension ReviewReason {
    /// The reason as a coach reads it beside an arrow.
    func words(for arrow: DetectedArrow) -> String {
        switch self {
        case .nearLine:
            arrow.distanceToLine < 0.01
                ? "on a line" : "almost on a line: the next score may be right"
        case .lowConfidence: "the model was only \(Numbers.percent(arrow.confidence)) sure"
        default: words
        }
    }

    /// The reason as a coach reads it beside an end.
    var words: String {
        switch self {
        case .nearLine: "close to a line"
        case .lowConfidence: "the model was not sure"
        case .poorRegistration: "the face’s rings do not lie quite where they were measured"
        case .tooManyArrows: "more arrows than an end has"
        case .tooFewArrows: "fewer arrows than an end has"
        case .secondInSpot: "several arrows in one spot: only the lowest may count"
        case .hidden: "where it enters the face is hidden"
        case .otherFace: "the face is not of the kind that the settings name"
        case .noArrows: "a face is there, and nothing was found on it"
        case .unusualCount: "most ends of the session have another number of arrows"
        }
    }
}

extension ScoreSheet.Row {
    /// What a coach should know about the end's number of arrows.
    var notes: [String] {
        var notes: [String] = []
        if surplus > 0 { notes.append("\(surplus) too many: only the lowest \(tally.arrows) count") }
        if missing > 0, trouble == nil { notes.append("\(missing) fewer than an end has") }
        return notes + review.filter { $0 == .noArrows || $0 == .unusualCount }.map(\.words)
    }
}

extension ScoringSystem {
    var words: String {
        switch self {
        case .olympic: "Olympic round"
        case .compound: "Compound"
        case .indoor: "Indoor"
        case .field: "Field"
        }
    }
}

extension FaceType {
    /// The face in words: `122 cm face`.
    public var words: String {
        let centimetres = Numbers.fixed(diameter / 10, 0) + "\u{202F}cm"
        return switch self {
        case .wa122, .wa80, .wa60, .wa40: centimetres + " face"
        case .wa80SixRing: centimetres + " six-ring face"
        case .wa80FiveRing: centimetres + " five-ring face"
        case .wa40Triple: centimetres + " triple face"
        case .wa40Compound: centimetres + " face, indoor compound"
        case .wa40TripleCompound: centimetres + " triple face, indoor compound"
        case .field80, .field60, .field40, .field20: centimetres + " field face"
        case .nfaa40: centimetres + " NFAA face"
        case .nfaa40FiveSpot: centimetres + " NFAA five-spot"
        case .card: "shooting card"
        }
    }
}
