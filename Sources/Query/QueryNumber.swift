/// Numbers in queries: as they are typed, and in the one form that the canonical text has.
enum QueryNumber {
    /// Digits that a number keeps exactly.
    private static let mostDigits = 15
    private static let mostDecimals = 6
    private static let sizes: [(end: String, bytes: Int64)] = [
        ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("b", 1),
    ]

    /// The number that a text stands for; nil where it is none of this unit.
    static func value(of text: String, _ unit: QueryTerm.Unit) -> Double? {
        switch unit {
        case .plain: return number(text[...])
        case .share:
            let isPercent = text.hasSuffix("%")
            return number(isPercent ? text.dropLast() : text[...], hundredths: isPercent)
        case .bytes:
            let lower = text.lowercased()
            let size = sizes.first { lower.hasSuffix($0.end) }
            let bytes = number(text.dropLast(size?.end.count ?? 0)).map { ($0 * Double(size?.bytes ?? 1)).rounded() }
            // More digits the canonical text could not be read again with.
            return bytes.flatMap { abs($0) < power(of: mostDigits) ? $0 : nil }
        }
    }

    /// Digits with at most one point; each decimal number has one value, whatever zeros it is written with.
    private static func number(_ text: Substring, hundredths: Bool = false) -> Double? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        var decimals = parts.count > 1 ? parts[1] : ""
        while decimals.last == "0" { decimals.removeLast() }
        let digits = (parts[0] + decimals).drop { $0 == "0" }
        let shift = decimals.count + (hundredths ? 2 : 0)
        guard digits.count <= mostDigits, shift <= mostDecimals else { return nil }
        let whole = Int64(digits) ?? 0
        // Both are exact, so that the quotient is the number nearest to what was typed.
        let value = Double(whole) / power(of: shift)
        return isNegative && whole != 0 ? -value : value
    }

    /// A number as the canonical text has it.
    static func text(of value: Double) -> String {
        for decimals in 0...mostDecimals {
            let scaled = (value * power(of: decimals)).rounded()
            guard scaled / power(of: decimals) == value, let whole = Int64(exactly: scaled) else { continue }
            let digits = String(whole.magnitude)
            let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
            let sign = whole < 0 ? "-" : ""
            return decimals == 0
                ? sign + digits : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        }
        return "\(value)"
    }

    private static func power(of decimals: Int) -> Double { (0..<decimals).reduce(1) { power, _ in power * 10 } }
}

/// Times in queries: the beginning of ISO 8601's form, as exact as it is written.
enum QueryDate {
    /// `2026-11-20T14:30:05`, of which each shorter form that ends with a number is a time too.
    private static let form = Array("0000-00-00T00:00:00")
    private static let ends = [4, 7, 10, 13, 16, 19]
    private static let ranges = [5: 1...12, 8: 1...31, 11: 0...23, 14: 0...59, 17: 0...60]

    /// The time that a text stands for; nil where it is none.
    static func value(of text: String) -> String? {
        let characters = Array(text.uppercased())
        guard ends.contains(characters.count) else { return nil }
        for (place, character) in characters.enumerated() {
            let isDigit = character.isASCII && character.isNumber
            guard form[place] == "0" ? isDigit : character == form[place] else { return nil }
        }
        for (place, range) in ranges where place < characters.count {
            guard let number = Int(String(characters[place...(place + 1)])), range.contains(number) else { return nil }
        }
        return String(characters)
    }

    /// Whether a moment lies before a time, in it or behind it; -1, 0 or 1.
    static func order(of moment: String, to time: String) -> Int {
        // As text the moments of one form have the order of time.
        let beginning = moment.prefix(time.count)
        return beginning < time ? -1 : beginning == time ? 0 : 1
    }
}
