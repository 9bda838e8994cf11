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
