/// Dates in numbers: `2026-03-09`, `09.03.2026`, `3/9/26`.
enum NumericDates {
    /// Words after which three numbers are no date.
    private static let versionWords: Set<String> = [
        "v", "ver", "version", "release", "rev", "revision", "build", "firmware", "fw", "section", "chapter", "kapitel",
        "abschnitt", "fig", "ip", "software", "size", "größe", "room", "raum", "zimmer", "model", "modell", "type",
        "typ", "part",
        "art", "lot", "sku", "step", "ratio", "table", "score", "steuernummer",
    ]
    /// Words before a date, which make a bare `9.3.26` one.
    private static let dateWords: Set<String> = [
        "am", "vom", "den", "bis", "ab", "seit", "datum", "date", "on", "until", "due", "by", "from", "to", "since",
        "le", "du",
        "au", "dated", "born", "geb", "gültig", "mo", "di", "mi", "do", "fr", "sa", "so", "mon", "tue", "wed", "thu",
        "fri",
        "sat", "sun", "und", "and", "exp", "mhd",
    ]

    /// The date that begins with the number here.
    static func match(in text: NumberedText, at start: Int, options: DataOptions) -> DataMatch? {
        guard isFree(text, before: start), let first = text.number(at: start, digits: 1...4),
            [1, 2, 4].contains(first.end - start)
        else { return nil }
        let mark = text[first.end]
        guard [".", "/", "-"].contains(mark) else { return nil }
        let isWide = mark == "." && text.isSpace(first.end + 1) && first.end - start <= 2
        let place = first.end + (isWide ? 2 : 1)
        guard let second = text.number(at: place, digits: 1...2), text[second.end] == mark else { return nil }
        let isWideAgain = isWide && text.isSpace(second.end + 1)
        let last = second.end + (isWideAgain ? 2 : 1)
        guard let third = text.number(at: last, digits: 1...4), isFree(text, after: third.end, mark: mark) else {
            return nil
        }
        let before = text.word(before: start)
        guard !versionWords.contains(before) else { return nil }
        let range = start..<third.end
        if first.end - start == 4 {
            guard third.end - last <= 2, isPadded(text, place, second.end, last, third.end) || mark != "." else {
                return nil
            }
            return Dates.value(year: first.value, month: second.value, day: third.value).map {
                DataMatch(kind: .date, range: range, value: $0, confidence: 0.97)
            }
        }
        let digits = third.end - last
        guard digits == 4 || digits == 2 else { return nil }
        let isPadded = first.end - start == 2 && second.end - place == 2
        guard digits == 4 || isPadded || isBelievable(text, start, before, mark, first.value, second.value) else {
            return nil
        }
        let year = Dates.fullYear(third.value, digits: digits)
        return read(range, first.value, second.value, year, mark, options, isShort: digits == 2)
    }

    private static func read(
        _ range: Range<Int>, _ first: Int, _ second: Int, _ year: Int, _ mark: Unicode.Scalar, _ options: DataOptions,
        isShort: Bool
    ) -> DataMatch? {
        let dayFirst = Dates.value(year: year, month: second, day: first)
        let monthFirst = Dates.value(year: year, month: first, day: second)
        // A point is German and European: the day comes first, whatever the settings say.
        let isDayFirst = mark == "." || options.dateOrder == .dayFirst
        let isEither = dayFirst != nil && monthFirst != nil && dayFirst != monthFirst && mark != "."
        // A short one with points and the month first is a version more often than a date.
        let other = mark == "." && isShort ? nil : isDayFirst ? monthFirst : dayFirst
        guard let value = (isDayFirst ? dayFirst : monthFirst) ?? other else { return nil }
        return DataMatch(
            kind: .date, range: range, value: value, confidence: isEither ? 0.7 : isShort ? 0.85 : 0.95)
    }

    /// Whether `9.3.26`, with a year of two digits and a number of one, is a date and not a version or a part.
    private static func isBelievable(
        _ text: NumberedText, _ start: Int, _ before: String, _ mark: Unicode.Scalar, _ first: Int, _ second: Int
    ) -> Bool {
        if dateWords.contains(before) || before.contains("dat") { return true }
        if mark == "/" { return true }
        return mark == "." && before.isEmpty && (first > 9 || second > 9)
    }

    private static func isPadded(_ text: NumberedText, _ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
        b - a == 2 && d - c == 2
    }

    private static func isFree(_ text: NumberedText, before start: Int) -> Bool {
        let before = text[start - 1]
        if text.isWord(start - 1) || "$€£#%_".unicodeScalars.contains(before) { return false }
        return !(".,/-–:+".unicodeScalars.contains(before) && text.isWord(start - 2))
    }

    private static func isFree(_ text: NumberedText, after end: Int, mark: Unicode.Scalar) -> Bool {
        if text.isDigit(end) || text[end] == "%" || text[end] == "_" { return false }
        if text.isLetter(end) { return text[end] == "T" && text.isDigit(end + 1) }
        return
            !((text[end] == mark || text[end] == "-" || text[end] == "/" || text[end] == ",") && text.isDigit(end + 1))
    }
}
