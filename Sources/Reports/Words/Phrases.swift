import Scoring

extension DetectedArrow {
    /// Why a person should look at it, in words.
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
    /// The face for people: `122 cm face`.
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
