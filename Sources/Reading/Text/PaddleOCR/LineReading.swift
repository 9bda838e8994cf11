import Findings
import Foundation

/// What was read of one line, and where along it.
struct LineReading {
    /// The text in Unicode's composed form, without space around it.
    let text: String
    /// The mean probability of the characters; 0 for a line without any.
    let confidence: Double
    /// The words with the shares of the line's width where they begin and end.
    let words: [Word]
    /// Other readings, where they were asked for.
    let candidates: [TextCandidate]?

    /// One word.
    struct Word: Hashable {
        var text: String
        var confidence: Double
        var start: Double
        var end: Double
    }

    /// Reads the steps of a line that takes a share of the width of the model's input; of print with doubtful spaces.
    init(
        _ steps: CharacterSteps, _ alphabet: Alphabet, lineShare: Double, settings: SceneTextSettings,
        isPrint: Bool = false
    ) {
        let readings = steps.best()
        let best = readings.map(\.symbol)
        // How sure the line is depends on its letters: a doubtful space between two sure words takes nothing from them.
        confidence = Self.mean(readings)
        let spaced = isPrint ? steps.withSpaces(readings, alphabet) : readings
        text = Self.text(spaced.map(\.symbol), alphabet)
        words = Self.words(spaced, alphabet, steps: Double(steps.count) * lineShare)
        candidates =
            settings.candidates > 0
            ? Self.candidates(steps, alphabet, best: best, confidence: confidence, count: settings.candidates) : nil
    }

    private static func text(_ symbols: some Sequence<Int>, _ alphabet: Alphabet) -> String {
        let scalars = String.UnicodeScalarView(symbols.compactMap { alphabet[$0] })
        return String(scalars).precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
    }

    private static func mean(_ readings: some Collection<CharacterSteps.Reading>) -> Double {
        guard !readings.isEmpty else { return 0 }
        return readings.reduce(0.0) { $0 + Double($1.probability) } / Double(readings.count)
    }

    /// The other readings: as much less sure than the line as they are less probable than its text.
    private static func candidates(
        _ steps: CharacterSteps, _ alphabet: Alphabet, best: [Int], confidence: Double, count: Int
    ) -> [TextCandidate] {
        let readings = CharacterBeam.readings(steps, atMost: count + 1)
        let greatest = readings.first { $0.symbols == best }?.weight ?? readings.first?.weight ?? 0
        guard greatest > 0 else { return [] }
        return readings.filter { $0.symbols != best }.prefix(count).map { reading in
            TextCandidate(
                text: text(reading.symbols, alphabet), confidence: confidence * min(reading.weight / greatest, 1))
        }
    }

    /// The words between the spaces: each reaches half a character beyond its outer characters' middles, and not beyond
    /// the middle between it and its neighbour.
    private static func words(
        _ readings: [CharacterSteps.Reading], _ alphabet: Alphabet, steps: Double
    ) -> [Word] {
        guard steps > 0 else { return [] }
        let groups = readings.split { alphabet[$0.symbol]?.properties.isWhitespace ?? true }
        var words: [Word] = []
        for (index, group) in groups.enumerated() {
            guard let first = group.first?.step, let last = group.last?.step else { continue }
            // A character alone is taken to be as wide as those of the whole line are on average.
            let width =
                group.count > 1 ? Double(last - first) / Double(group.count - 1) : steps / Double(readings.count)
            var (start, end) = (Double(first) + 0.5 - width / 2, Double(last) + 0.5 + width / 2)
            if index > 0, let before = groups[index - 1].last?.step {
                start = max(start, (Double(before) + Double(first) + 1) / 2)
            }
            if index + 1 < groups.count, let after = groups[index + 1].first?.step {
                end = min(end, (Double(last) + Double(after) + 1) / 2)
            }
            words.append(
                Word(
                    text: text(group.map(\.symbol), alphabet), confidence: mean(group),
                    start: min(max(start / steps, 0), 1), end: min(max(end / steps, 0), 1)))
        }
        return words
    }
}

/// Finds the most probable readings of a line, of which several ways through its steps may lead to each.
///
/// This is prefix search with a beam: A. Hannun et al., First-Pass Large Vocabulary Continuous Speech Recognition using
/// Bi-Directional Recurrent DNNs, 2014, without a language model.
struct CharacterBeam {
    /// Classes that are looked at in each step, and how probable they are at least.
    private static let (widest, least) = (6, Float(0.001))

    /// How probable a beginning of the text is, by what the last step gave.
    private struct Chances {
        var blank = 0.0
        var symbol = 0.0
        var total: Double { blank + symbol }
    }

    /// A reading, and how probable it is against the others.
    struct Reading: Hashable {
        var symbols: [Int]
        var weight: Double
    }

    /// The best readings, the most probable first.
    static func readings(_ steps: CharacterSteps, atMost count: Int) -> [Reading] {
        let width = max(2 * count, 10)
        var beam: [[Int]: Chances] = [[]: Chances(blank: 1)]
        for index in 0..<steps.count {
            var next: [[Int]: Chances] = [:]
            let choices = choices(steps.step(index))
            for (text, chances) in beam {
                for (symbol, probability) in choices {
                    if symbol == Alphabet.blank {
                        next[text, default: Chances()].blank += chances.total * probability
                    } else {
                        // The same character again is the same one, unless a blank stands between.
                        let isRepeated = symbol == text.last
                        if isRepeated { next[text, default: Chances()].symbol += chances.symbol * probability }
                        let before = isRepeated ? chances.blank : chances.total
                        if before > 0 { next[text + [symbol], default: Chances()].symbol += before * probability }
                    }
                }
            }
            beam = narrowed(next, to: width)
        }
        return sorted(beam).prefix(max(count, 0)).map { Reading(symbols: $0.key, weight: $0.value.total) }
    }

    /// The most probable classes of a step, the blank always among them.
    private static func choices(_ values: UnsafeBufferPointer<Float>) -> [(symbol: Int, probability: Double)] {
        var best: [(symbol: Int, probability: Float)] = []
        for symbol in values.indices where symbol != Alphabet.blank {
            let probability = values[symbol]
            guard probability > least, best.count < widest || probability > best[best.count - 1].probability
            else { continue }
            let place = best.firstIndex { $0.probability < probability } ?? best.count
            best.insert((symbol, probability), at: place)
            if best.count > widest { best.removeLast() }
        }
        let blank = (Alphabet.blank, max(values[Alphabet.blank], Float.leastNormalMagnitude))
        return (best + [blank]).map { ($0.symbol, Double($0.probability)) }
    }

    /// The most probable beginnings, with weights whose largest is 1: those of long lines would become nothing.
    private static func narrowed(_ beam: [[Int]: Chances], to width: Int) -> [[Int]: Chances] {
        let kept = sorted(beam).prefix(width)
        guard let best = kept.first?.value.total, best > 0 else { return Dictionary(uniqueKeysWithValues: Array(kept)) }
        return Dictionary(
            uniqueKeysWithValues: kept.map { text, chances in
                (text, Chances(blank: chances.blank / best, symbol: chances.symbol / best))
            })
    }

    /// By falling weight; equals in an order of their own, so that runs agree.
    private static func sorted(_ beam: [[Int]: Chances]) -> [(key: [Int], value: Chances)] {
        beam.sorted { a, b in
            a.value.total == b.value.total
                ? a.key.lexicographicallyPrecedes(b.key) : a.value.total > b.value.total
        }
    }
}
