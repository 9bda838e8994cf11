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
