import Findings
import Foundation

/// What an engine read in one photo, and how the page lay in it.
public struct PageText: Hashable, Sendable, Codable {
    /// In reading order.
    public var lines: [TextLine]
    /// How far the page lies turned clockwise in the photo, in degrees: 0, 90, 180 or 270.
    public var rotation: Int
    /// By how many degrees clockwise the page lies askew beyond ``rotation``.
    public var skew: Double
    /// The languages that words were read in, the one of most letters first.
    public var languages: [String]

    /// Lines in reading order, read on a page that lies turned by a rotation and a skew, in languages.
    public init(lines: [TextLine], rotation: Int = 0, skew: Double = 0, languages: [String] = []) {
        self.lines = lines
        self.rotation = rotation
        self.skew = skew
        self.languages = languages
    }

    /// Whether it has lines of few words, as lists and tables have.
    public var isSparse: Bool { Self.isSparse(wordsOfLines: lines.map(\.words.count)) }

    /// Whether lines of so many words each are those of lists and tables, whose columns may have been passed over.
    static func isSparse(wordsOfLines: [Int]) -> Bool {
        wordsOfLines.count >= 3 && wordsOfLines.reduce(0, +) < wordsOfLines.count * 4
    }

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

/// Other readings of a line, put together from other readings of its characters.
struct LineCandidates {
    /// How many are wanted.
    let count: Int

    /// What Tesseract read counts as the most probable even where its dictionary outweighed a surer character.
    private static let mostOther = 0.95

    /// The most probable ones, without the line itself.
    ///
    /// A reading's confidence is the line's, times the ratio of the probabilities of each character that differs: the
    /// network gives each character's independently of its neighbours'.
    func candidates(of line: ReadLine) -> [TextCandidate] {
        guard count > 0 else { return [] }
        var readings = [TextCandidate(text: "", confidence: line.confidence)]
        for (index, word) in line.words.enumerated() {
            if index > 0 { append([TextCandidate(text: " ", confidence: 1)], to: &readings) }
            // Characters that do not spell the word, for example after a correction, are of no use.
            let spelled = word.characters.map { $0.choices.first?.text ?? "" }.joined() == word.text
            let whole = [[TextCandidate(text: word.text, confidence: 1)]]
            let characters = spelled ? word.characters.map(\.choices).filter { !$0.isEmpty } : whole
            for choices in characters { append(choices, to: &readings) }
        }
        let text = line.text
        return Array(readings.filter { $0.text != text }.prefix(count))
    }

    /// Every reading with every choice behind it, of which the most probable are kept.
    private func append(_ choices: [TextCandidate], to readings: inout [TextCandidate]) {
        let (read, best) = (choices.first?.text, max(choices.first?.confidence ?? 1, 0.01))
        var seen: Set<String> = []
        let likely = choices.filter { !$0.text.isEmpty && seen.insert($0.text).inserted }
        let longer = readings.flatMap { reading in
            likely.map { choice in
                let share = choice.text == read ? 1 : min(choice.confidence / best, Self.mostOther)
                return TextCandidate(text: reading.text + choice.text, confidence: reading.confidence * share)
            }
        }
        readings = Array(longer.sorted { $0.confidence > $1.confidence }.prefix(count + 1))
    }
}
