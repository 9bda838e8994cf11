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
