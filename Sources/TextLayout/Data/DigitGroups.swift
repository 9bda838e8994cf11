/// Digits in groups that one space or dash parts, as `9400 1112 0255`.
struct DigitGroups {
    /// The scalars of each group.
    var groups: [Range<Int>]

    /// All runs of groups in a text that no letter or digit touches; a run is cut before it has too many groups.
    static func all(in text: NumberedText) -> [DigitGroups] {
        var runs: [DigitGroups] = []
        var index = 0
        while index < text.count {
            guard text.isDigit(index) else {
                index += 1
                continue
            }
            var groups: [Range<Int>] = []
            var start = index
            while true {
                let end = text.end(from: start, limit: text.count) { $0.isDigit }
                groups.append(start..<end)
                index = end
                guard text.isSpace(end) || text[end].isDash, text.isDigit(end + 1), groups.count < 12 else { break }
                start = end + 1
            }
            runs.append(DigitGroups(groups: groups))
        }
        return runs
    }

    /// Groups next to each other whose digits are so many, and which stand free of letters; the longest runs first.
    func parts(of count: ClosedRange<Int>, in text: NumberedText) -> [(range: Range<Int>, digits: [Int])] {
        var parts: [(range: Range<Int>, digits: [Int])] = []
        for first in groups.indices {
            var digits = 0
            for last in first..<groups.count {
                digits += groups[last].count
                guard digits <= count.upperBound else { break }
                let range = groups[first].lowerBound..<groups[last].upperBound
                guard digits >= count.lowerBound, Self.isFree(text, range) else { continue }
                parts.append((range, text.scalars[range].filter(\.isDigit).map { Int($0.value) - 48 }))
            }
        }
        return parts.sorted { $0.digits.count > $1.digits.count }
    }

    private static func isFree(_ text: NumberedText, _ range: Range<Int>) -> Bool {
        let (before, after) = (range.lowerBound - 1, range.upperBound)
        if text.isLetter(before) || text.isLetter(after) { return false }
        let marks: [Unicode.Scalar] = [".", ",", "/", "-", "+"]
        if marks.contains(text[before]), text.isWord(before - 1) { return false }
        return !(marks.contains(text[after]) && text.isDigit(after + 1))
    }
}
