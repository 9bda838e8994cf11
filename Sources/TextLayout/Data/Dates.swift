/// Dates: in numbers, with names of months, with years of two digits.
///
/// Values are those of ISO 8601: `2026-03-09`, and `2026-03` for a month.
enum Dates {
    /// All dates.
    static func matches(in text: NumberedText, options: DataOptions) -> [DataMatch] {
        var matches: [DataMatch] = []
        var index = 0
        while index < text.count {
            guard text.isWord(index) else {
                index += 1
                continue
            }
            let isWordStart = text.isDigit(index) != text.isDigit(index - 1) || !text.isWord(index - 1)
            let found =
                !isWordStart
                ? nil
                : text.isDigit(index)
                    ? NumericDates.match(in: text, at: index, options: options) : NamedDates.match(in: text, at: index)
            if let found {
                matches.append(found)
                index = max(index + 1, found.range.upperBound)
            } else {
                index += 1
            }
        }
        return matches
    }

    /// A date in one form; nil where the calendar has no such day or the year is not of our time.
    static func value(year: Int, month: Int, day: Int) -> String? {
        guard (1...12).contains(month), (1700...2299).contains(year) else { return nil }
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...days).contains(day) else { return nil }
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    }

    /// A month in one form.
    static func value(year: Int, month: Int) -> String? {
        (1700...2299).contains(year) ? "\(year)-\(twoDigits(month))" : nil
    }

    /// The year that two digits mean: 69 to 99 are of the last century (POSIX, `strptime`, `%y`).
    static func fullYear(_ year: Int, digits: Int) -> Int {
        digits > 2 ? year : year < 69 ? 2000 + year : 1900 + year
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
