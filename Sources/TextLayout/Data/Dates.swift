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

/// Dates in numbers: `2026-03-09`, `09.03.2026`, `3/9/26`.
enum NumericDates {
    /// Words after which three numbers are no date.
    private static let versionWords = Set(
        words: """
            v ver version release rev revision build firmware fw section chapter kapitel abschnitt fig ip software size
            größe room raum zimmer model modell type typ part art lot sku step ratio table score steuernummer
            """)
    /// Words before a date, which make a bare `9.3.26` one.
    private static let dateWords = Set(
        words: """
            am vom den bis ab seit datum date on until due by from to since le du au dated born geb gültig mo di mi do
            fr sa so mon tue wed thu fri sat sun und and exp mhd
            """)

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
            guard third.end - last <= 2, second.end - place == 2 && third.end - last == 2 || mark != "." else {
                return nil
            }
            return Dates.value(year: first.value, month: second.value, day: third.value).map {
                DataMatch(kind: .date, range: range, value: $0, confidence: 0.97)
            }
        }
        let digits = third.end - last
        guard digits == 4 || digits == 2 else { return nil }
        let isPadded = first.end - start == 2 && second.end - place == 2
        guard digits == 4 || isPadded || isBelievable(before, mark, first.value, second.value) else {
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
        // A point is German and European: the day comes first, whatever the settings are.
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
        _ before: String, _ mark: Unicode.Scalar, _ first: Int, _ second: Int
    ) -> Bool {
        if dateWords.contains(before) || before.contains("dat") { return true }
        if mark == "/" { return true }
        return mark == "." && before.isEmpty && (first > 9 || second > 9)
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

/// Dates with the name of a month: `9. März 2026`, `March 9, 2026`, `09-MAR-26`, `March 2026`.
enum NamedDates {
    /// The date around the name here; nil where the word is no month or has no year beside it.
    static func match(in text: NumberedText, at start: Int) -> DataMatch? {
        let end = text.end(from: start, limit: 12) { $0.isLetter }
        guard end - start >= 3, !text.isLetter(end) else { return nil }
        let word = text.string(start..<end)
        guard let month = MonthNames.month(word.lowercased()) else { return nil }
        var after = end
        if text[after] == "." { after += 1 }
        if let day = day(text, before: start), let year = year(text, at: after, isDayKnown: true),
            let value = Dates.value(year: year.value, month: month, day: day.value)
        {
            return DataMatch(kind: .date, range: day.start..<year.end, value: value, confidence: 0.97)
        }
        if let day = day(text, after: after), let year = year(text, at: day.end, isDayKnown: false),
            let value = Dates.value(year: year.value, month: month, day: day.value)
        {
            return DataMatch(kind: .date, range: start..<year.end, value: value, confidence: 0.97)
        }
        let isNamed = text[start].isCapital || !MonthNames.isDoubtful(word.lowercased())
        guard isNamed, !text.isDigit(start - 1), let year = year(text, at: after, isDayKnown: false),
            let value = Dates.value(year: year.value, month: month), (1900...2099).contains(year.value)
        else { return nil }
        return DataMatch(kind: .date, range: start..<year.end, value: value, confidence: 0.75)
    }

    /// The day before the name: `9. `, `9th of `, `1er `, `09-`.
    private static func day(_ text: NumberedText, before name: Int) -> (value: Int, start: Int)? {
        var index = text.start(before: name, limit: 2) { $0.isPlainSpace }
        let of = text.start(before: index, limit: 2) { $0.isLetter }
        if text.string(of..<index).lowercased() == "of" {
            index = text.start(before: of, limit: 1) { $0.isPlainSpace }
        }
        if text[index - 1] == "." || text[index - 1].isDash { index -= 1 }
        let ending = text.start(before: index, limit: 3) { $0.isLetter }
        if ["st", "nd", "rd", "th", "er"].contains(text.string(ending..<index).lowercased()) { index = ending }
        let start = text.start(before: index, limit: 3) { $0.isDigit }
        guard let number = text.number(at: start, digits: 1...2), number.end == index, !text.isWord(start - 1),
            !(text[start - 1] == "." && text.isDigit(start - 2))
        else { return nil }
        return (number.value, start)
    }

    /// The day behind the name: ` 9,`, ` 31st`.
    private static func day(_ text: NumberedText, after name: Int) -> (value: Int, end: Int)? {
        let start = text.end(from: name, limit: 1) { $0.isPlainSpace }
        guard start > name, let number = text.number(at: start, digits: 1...2) else { return nil }
        let ending = text.end(from: number.end, limit: 3) { $0.isLetter }
        guard ending > number.end else { return number }
        return ["st", "nd", "rd", "th"].contains(text.string(number.end..<ending).lowercased())
            ? (number.value, ending) : nil
    }

    /// The year behind: four digits, or two right behind a dash or an apostrophe or nothing.
    private static func year(_ text: NumberedText, at place: Int, isDayKnown: Bool) -> (value: Int, end: Int)? {
        var index = place
        if text[index] == "," { index += 1 }
        let isJoined = isDayKnown && (index == place) && (text[index].isDash || text.isDigit(index))
        if text[index].isDash || text[index] == "/" { index += 1 }
        index = text.end(from: index, limit: 2) { $0.isPlainSpace }
        let isShortened = text[index] == "'" || text[index] == "’"
        if isShortened { index += 1 }
        guard let number = text.number(at: index, digits: 1...4), !text.isLetter(number.end),
            !([":", "."].contains(text[number.end]) && text.isDigit(number.end + 1))
        else { return nil }
        switch number.end - index {
        case 4: return number
        case 2 where isJoined || isShortened: return (Dates.fullYear(number.value, digits: 2), number.end)
        default: return nil
        }
    }
}

/// The months' names and short forms in English, German and French.
enum MonthNames {
    private static let table: [String: Int] = {
        let rows = [
            "january jan januar jänner janvier janv", "february feb februar févr février fév fevrier fevr",
            "march mar märz mär mrz maerz mars", "april apr avril avr", "may mai", "june jun juni juin",
            "july jul juli juillet juil", "august aug août aout", "september sep sept septembre",
            "october oct oktober okt octobre", "november nov novembre",
            "december dec dezember dez décembre déc decembre",
        ]
        var table: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            for name in row.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()

    /// The month from 1, or nil; the name is in lower case.
    static func month(_ name: String) -> Int? { table[name] }

    /// Whether a name in small letters is an English word of other meaning, or a short form.
    static func isDoubtful(_ name: String) -> Bool { name == "may" || name == "march" || name.count < 4 }
}
