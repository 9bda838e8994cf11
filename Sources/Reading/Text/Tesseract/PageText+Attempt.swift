import Findings
import Foundation

extension PageText {
    /// The lines of a reading, in pixels of the photo.
    init(_ attempt: PageAttempt, settings: TesseractSettings) {
        let view = attempt.view
        let candidates = LineCandidates(count: settings.candidates)
        let least = settings.minimumHeight * Double(view.photo.height)
        let kept = attempt.lines.filter { view.photo($0.box, quarters: $0.quarters).height >= least }
        let lines = kept.map { line in
            TextLine(
                text: line.text.composed, confidence: line.confidence,
                corners: view.photo(line.box, quarters: line.quarters),
                words: line.words.map {
                    TextWord(
                        text: $0.text.composed, confidence: $0.confidence,
                        corners: view.photo($0.box, quarters: line.quarters))
                },
                candidates: settings.candidates > 0
                    ? candidates.candidates(of: line).map {
                        TextCandidate(text: $0.text.composed, confidence: $0.confidence)
                    } : nil,
                paragraph: line.paragraph, block: line.block)
        }
        self.init(
            lines: lines.renumbered, rotation: lines.isEmpty ? 0 : (4 - view.quarters) % 4 * 90,
            skew: lines.isEmpty || view.angle == 0 ? 0 : -view.angle, languages: Self.languages(of: kept))
    }

    private static func languages(of lines: [ReadLine]) -> [String] {
        var letters: [String: Int] = [:]
        for word in lines.flatMap(\.words) where !word.language.isEmpty {
            letters[word.language, default: 0] += word.letters
        }
        return letters.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}

extension [TextLine] {
    /// With paragraphs and blocks numbered from 0 without gaps, in the order in which they come.
    fileprivate var renumbered: [TextLine] {
        var (paragraphs, blocks): ([Int: Int], [Int: Int]) = ([:], [:])
        return map { line in
            var line = line
            line.paragraph = line.paragraph.map { paragraphs.number($0) }
            line.block = line.block.map { blocks.number($0) }
            return line
        }
    }
}

extension [Int: Int] {
    /// The number of a key; a new one gets the next.
    fileprivate mutating func number(_ key: Int) -> Int {
        let number = self[key] ?? count
        self[key] = number
        return number
    }
}

extension String {
    /// In Unicode's composed form (NFC).
    fileprivate var composed: String { precomposedStringWithCanonicalMapping }
}
