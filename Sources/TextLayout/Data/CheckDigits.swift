/// Check digits of numbers that are printed on parcels, goods and cards.
enum CheckDigits {
    /// The last digit of GS1's numbers: weights 3 and 1 from the right (GS1 General Specifications, 7.9).
    static func isGS1(_ digits: [Int]) -> Bool {
        let sum = digits.dropLast().reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
        return digits.count > 1 && (10 - sum % 10) % 10 == digits.last
    }

    /// Luhn's sum of payment cards and telephones' serial numbers (ISO/IEC 7812-1, annex B).
    static func isLuhn(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let doubled = digit.element * 2
            return sum + (digit.offset % 2 == 0 ? digit.element : doubled > 9 ? doubled - 9 : doubled)
        }
        return digits.count > 1 && sum % 10 == 0
    }

    /// FedEx Express, 12 digits: weights 3, 1, 7 repeated, modulo 11, then 10 (FedEx's label guide).
    static func isFedEx12(_ digits: [Int]) -> Bool {
        let sum = zip(digits, [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return digits.count == 12 && sum % 11 % 10 == digits[11]
    }

    /// DHL Express: the number before the last digit, modulo 7.
    static func isDHLExpress(_ digits: [Int]) -> Bool {
        let number = digits.dropLast().reduce(0) { ($0 * 10 + $1) % 7 }
        return digits.count == 10 && number == digits[9]
    }

    /// UPS, `1Z` and 16 more: letters count as two less than their place, modulo 10; every second one doubled.
    static func isUPS(_ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars.count == 18, let last = scalars.last, last.isDigit else { return false }
        let sum = scalars[2..<17].enumerated().reduce(0) { sum, scalar in
            let code = Int(scalar.element.value)
            let value = scalar.element.isDigit ? code - 48 : (code - 63) % 10
            return sum + value * (scalar.offset % 2 == 1 ? 2 : 1)
        }
        return (10 - sum % 10) % 10 == Int(last.value) - 48
    }

    /// The eight digits and the check digit of Universal Postal Union S10: weights 8 6 4 2 3 5 9 7, modulo 11.
    static func isS10(_ digits: [Int]) -> Bool {
        guard digits.count == 9 else { return false }
        let sum = zip(digits, [8, 6, 4, 2, 3, 5, 9, 7]).reduce(0) { $0 + $1.0 * $1.1 }
        let rest = 11 - sum % 11
        return (rest == 10 ? 0 : rest == 11 ? 5 : rest) == digits[8]
    }

    /// ISO 7064's modulo 97 of an account (ISO 13616), in capitals without spaces.
    static func isAccount(_ scalars: [Unicode.Scalar]) -> Bool {
        guard (15...34).contains(scalars.count) else { return false }
        var rest = 0
        for scalar in scalars[4...] + scalars[..<4] {
            let value = scalar.isDigit ? Int(scalar.value) - 48 : Int(scalar.value) - 55
            guard (0...35).contains(value) else { return false }
            rest = (rest * (value > 9 ? 100 : 10) + value) % 97
        }
        return rest == 1
    }
}

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
