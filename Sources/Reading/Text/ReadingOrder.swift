import Findings

/// Whether two readers of one page read its words in the same order.
///
/// A reader that does not know columns reads across them: its words are right and its sentences are not.
public enum ReadingOrder {
    /// Fewer words in common show no order.
    private static let leastWords = 12

    /// The share of the words which both readers have exactly once that stand in the same order in both; nil where too few
    /// do.
    ///
    /// It is the length of the longest increasing subsequence: 1 for the same order, about a half for two columns that
    /// were read across.
    public static func agreement(of lines: [TextLine], with page: [TextLine]) -> Double? {
        let places = singles(page)
        let words = singles(lines).sorted { $0.value < $1.value }
        let order = words.compactMap { places[$0.key] }
        guard order.count >= leastWords else { return nil }
        return Double(longestIncrease(order)) / Double(order.count)
    }

    /// The words that occur once, by their places.
    private static func singles(_ lines: [TextLine]) -> [Substring: Int] {
        var places: [Substring: Int] = [:]
        var repeated: Set<Substring> = []
        for (place, word) in lines.flatMap({ $0.text.split(whereSeparator: \.isWhitespace) }).enumerated() {
            if places.updateValue(place, forKey: word) != nil { repeated.insert(word) }
        }
        return places.filter { !repeated.contains($0.key) }
    }

    /// The length of the longest increasing subsequence, by the ends of the best ones of each length (Schensted 1961).
    private static func longestIncrease(_ numbers: [Int]) -> Int {
        var ends: [Int] = []
        for number in numbers {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] < number { low = middle + 1 } else { high = middle }
            }
            if low == ends.count { ends.append(number) } else { ends[low] = number }
        }
        return ends.count
    }
}
