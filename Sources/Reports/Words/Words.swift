import Findings
import Scoring

/// The words of one language: texts by their keys, numbers and days as it writes them.
struct Words: Sendable, Hashable {
    let language: ReportLanguage

    /// The words of a language, by default English.
    init(_ language: ReportLanguage = .english) { self.language = language }

    /// A text, with values in the place of the names in braces.
    func callAsFunction(_ word: Word, _ values: [String: String] = [:]) -> String {
        let text = word.text(in: language)
        guard !values.isEmpty else { return text }
        return text.replacing(#/\{(\w+)\}/#) { values[String($0.1)] ?? String($0.0) }
    }

    /// A text for so many, which `count` stands for in it: that of exactly one where there is such a text.
    func count(_ word: Word, _ number: Int, _ values: [String: String] = [:]) -> String {
        let one = number == 1 ? Word(rawValue: word.rawValue + "One") : nil
        return self(one ?? word, values.merging(["count": "\(number)"]) { own, _ in own })
    }

    /// A number with exactly this many decimals.
    func fixed(_ value: Double, _ decimals: Int) -> String { written(Numbers.fixed(value, decimals)) }

    /// Millimetres: whole ones from ten on, else tenths.
    func millimetres(_ value: Double) -> String { written(Numbers.millimetres(value)) }

    /// A share as whole per cent.
    func percent(_ share: Double) -> String { Numbers.percent(share) }

    private func written(_ number: String) -> String {
        language == .german ? number.replacing(".", with: ",") : number
    }
}

extension Words {
    /// Every text by its key, for the page's scripts, with the names of the faces behind `faceType`.
    static func table(in language: ReportLanguage) -> [(key: String, text: String)] {
        Word.allCases.map { ($0.rawValue, $0.text(in: language)) }
            + FaceType.allCases.map { ("faceType" + Words.capitalized($0.rawValue), $0.name(in: language)) }
    }
}

extension Words {
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

/// Where something lies from the centre.
enum Direction {
    /// The hour on a clock's face for an angle whose 0 is three o'clock and that grows clockwise.
    static func hour(_ degrees: Double) -> Int {
        guard degrees.isFinite else { return 12 }
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        return (Int((turn / 30).rounded()) + 3 + 11) % 12 + 1
    }
}

extension Words {
    /// `2 o'clock`.
    func clock(_ degrees: Double) -> String { self(.clock, ["hour": "\(Direction.hour(degrees))"]) }

    /// `12 mm right, 29 mm high`, without a part that rounds to nothing.
    func offset(_ point: Point) -> String {
        let parts: [(length: Double, word: Word)] = [
            (point.x, point.x < 0 ? .left : .right), (point.y, point.y < 0 ? .high : .low),
        ]
        let words = parts.filter { $0.length.magnitude >= 0.5 }
            .map { self($0.word, ["length": millimetres($0.length.magnitude)]) }
        return words.isEmpty ? self(.inMiddle) : words.joined(separator: ", ")
    }

    /// Why an arrow needs a manual review.
    func doubts(of arrow: DetectedArrow) -> [String] {
        arrow.reviewReasons.map { reason in
            switch reason {
            case .nearLine where arrow.distanceToLine < 0.01: self(.onLine)
            case .lowConfidence: self(.onlySure, ["share": percent(arrow.confidence)])
            default: self(reason.word)
            }
        }
    }

    /// Why an end has no score, as a sentence: what the scorer says of faces in this language, else in its own words.
    func trouble(_ reason: String) -> String {
        let phrase = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        if let own = Word(rawValue: "trouble" + Self.capitalized(phrase)) { return Self.sentence(self(own)) }
        // A file's name at the beginning keeps its letters.
        let isPhrase = reason.prefixMatch(of: #/[a-z]+ /#) != nil
        return self(.troubleOther, ["reason": isPhrase ? Self.sentence(reason) : reason])
    }

    /// What a coach should know about the number of an end's arrows, and what else is in doubt of it as a whole.
    func notes(on row: ScoreSheet.Row) -> [String] {
        var notes = row.trouble.map { [trouble($0)] } ?? []
        if row.surplus > 0 {
            notes.append(
                Self.sentence(count(.tooManyForEnd, row.surplus, ["counted": "\(row.tally.arrows)"])))
        }
        if row.missing > 0, row.trouble == nil { notes.append(Self.sentence(count(.fewerThanEnd, row.missing))) }
        let numbers: [ReviewReason] = [.tooFewArrows, .tooManyArrows]
        return notes + row.review.filter { !numbers.contains($0) }.map { Self.sentence(self($0.word)) }
    }

    /// The warning that each score sheet carries.
    var accuracy: String {
        func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))" }
        return self(
            .accuracy,
            [
                "photos": "\(KnownAccuracy.photos)", "found": percent(KnownAccuracy.recall),
                "wrong": percent(1 - KnownAccuracy.precision),
            ])
    }
}

extension DetectedArrow {
    /// Whether it is a hole, where everything is called by another word.
    var isHole: Bool { kind == .hole }
}

extension ReviewReason {
    /// The reason as a coach reads it.
    var word: Word {
        switch self {
        case .nearLine: .doubtNearLine
        case .lowConfidence: .doubtLowConfidence
        case .poorRegistration: .doubtPoorRegistration
        case .tooManyArrows: .doubtTooManyArrows
        case .tooFewArrows: .doubtTooFewArrows
        case .secondInSpot: .doubtSecondInSpot
        case .hidden: .doubtHidden
        case .otherFace: .doubtOtherFace
        case .noArrows: .doubtNoArrows
        case .unusualCount: .doubtUnusualCount
        }
    }
}

extension ScoringSystem {
    var word: Word {
        switch self {
        case .olympic: .systemOlympic
        case .compound: .systemCompound
        case .indoor: .systemIndoor
        case .field: .systemField
        }
    }
}

extension FaceType {
    /// The face in English: `122 cm face`.
    public var words: String { name(in: .english) }

    /// The face in a language: `122 cm face`, `122-cm-Auflage`.
    func name(in language: ReportLanguage) -> String {
        let size = Numbers.fixed(diameter / 10, 0)
        return switch language {
        case .english: english(size + "\u{202F}cm")
        case .german: german(size + "-cm-")
        }
    }

    private func english(_ size: String) -> String {
        switch self {
        case .wa122, .wa80, .wa60, .wa40: size + " face"
        case .wa80SixRing: size + " six-ring face"
        case .wa80FiveRing: size + " five-ring face"
        case .wa40Triple: size + " triple face"
        case .wa40Compound: size + " face, indoor compound"
        case .wa40TripleCompound: size + " triple face, indoor compound"
        case .field80, .field60, .field40, .field20: size + " field face"
        case .nfaa40: size + " NFAA face"
        case .nfaa40FiveSpot: size + " NFAA five-spot"
        case .card: "shooting card"
        }
    }

    private func german(_ size: String) -> String {
        switch self {
        case .wa122, .wa80, .wa60, .wa40: size + "Auflage"
        case .wa80SixRing: size + "Auflage, sechs Ringe"
        case .wa80FiveRing: size + "Auflage, fünf Ringe"
        case .wa40Triple: size + "Dreifachauflage"
        case .wa40Compound: size + "Auflage, Compound in der Halle"
        case .wa40TripleCompound: size + "Dreifachauflage, Compound in der Halle"
        case .field80, .field60, .field40, .field20: size + "Feldauflage"
        case .nfaa40: size + "NFAA-Auflage"
        case .nfaa40FiveSpot: size + "NFAA-Auflage, fünf Spots"
        case .card: "Schießkarte"
        }
    }
}
