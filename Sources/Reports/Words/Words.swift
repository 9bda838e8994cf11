import Findings

/// Small works on sentences.
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

/// Where something lies from the centre, as archers say it.
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
