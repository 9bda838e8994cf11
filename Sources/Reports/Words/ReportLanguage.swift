import Scoring

/// A language that reports and the page are written in.
public enum ReportLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
}

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
