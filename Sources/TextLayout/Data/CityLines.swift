/// The part of an address with the post's code and the place: `New York, NY 10118`, `10115 Berlin`, `London SW1A 2AA`.
enum CityLines {
    /// The way of writing, which says what a street looks like.
    enum Style {
        case american, british, continental
    }

    /// One such part, where it begins and ends.
    struct Found {
        var style: Style
        var range: Range<Int>
    }

    /// All parts.
    static func all(in text: NumberedText) -> [Found] {
        var found: [Found] = []
        var index = 0
        while index < text.count {
            guard text.isWord(index), !text.isWord(index - 1) else {
                index += 1
                continue
            }
            let part = american(text, at: index) ?? british(text, at: index) ?? continental(text, at: index)
            if let part { found.append(part) }
            index = max(index + 1, part?.range.upperBound ?? 0)
        }
        return found
    }

    /// `NY 10118` or `NY 10118-1234` with capitalised words before it.
    private static func american(_ text: NumberedText, at index: Int) -> Found? {
        guard AddressWords.states.contains(text.string(index..<index + 2)), !text.isWord(index + 2) else { return nil }
        let digits = text.end(from: index + 2, limit: 2) { $0.isPlainSpace }
        guard digits > index + 2, var zip = text.number(at: digits, digits: 5...5), !text.isLetter(zip.end) else {
            return nil
        }
        if text[zip.end] == "-", let more = text.number(at: zip.end + 1, digits: 4...4) { zip.end = more.end }
        guard !text.isWord(zip.end), let start = city(text, before: index) else { return nil }
        return Found(style: .american, range: start..<zip.end)
    }

    /// A British postcode (`A9 9AA` to `AA9A 9AA`) with capitalised words before it.
    private static func british(_ text: NumberedText, at index: Int) -> Found? {
        let letters = text.end(from: index, limit: 3) { $0.isCapital }
        guard (1...2).contains(letters - index), text.isDigit(letters) else { return nil }
        let outward = text.end(from: letters, limit: 3) { $0.isDigit || $0.isCapital }
        guard outward - letters <= 2, text.isSpace(outward), text.isDigit(outward + 1), text[outward + 2].isCapital,
            text[outward + 3].isCapital, !text.isWord(outward + 4), let start = city(text, before: index)
        else { return nil }
        return Found(style: .british, range: start..<outward + 4)
    }

    /// Where the capitalised words before a place begin; at most four, on its line, not past a comma but the last one.
    private static func city(_ text: NumberedText, before place: Int) -> Int? {
        var index = place
        if text.isSpace(index - 1) { index -= 1 }
        if text[index - 1] == "," { index -= 1 }
        var start: Int?
        for _ in 0..<4 {
            let word = text.start(before: index, limit: 30) { $0.isLetter || $0.isDash || $0 == "." || $0 == "'" }
            guard word < index, text[word].isCapital else { break }
            // An English street's last word ends what can be the city, where no comma parts them.
            if start != nil, AddressWords.endsEnglish(text.string(word..<index)),
                text.string(word..<index).lowercased() != "st."
            {
                break
            }
            start = word
            guard text.isSpace(word - 1) else { break }
            index = word - 1
        }
        return start
    }

    /// `10115 Berlin`, `CH-8001 Zürich`, `1012 PH Amsterdam`: four or five digits and a place.
    private static func continental(_ text: NumberedText, at index: Int) -> Found? {
        var digits = index
        if text[index].isCapital {
            let letters = text.end(from: index, limit: 3) { $0.isCapital }
            guard letters - index <= 2, text[letters] == "-" else { return nil }
            digits = letters + 1
        }
        guard let code = text.number(at: digits, digits: 4...5), text.isSpace(code.end) else { return nil }
        var place = code.end + 1
        let letters = text.end(from: place, limit: 3) { $0.isCapital }
        if code.end - digits == 4, letters - place == 2, text.isSpace(letters) { place = letters + 1 }
        guard text[place].isCapital else { return nil }
        var end = place
        for _ in 0..<4 {
            let word = text.end(from: end, limit: 30) { $0.isLetter || $0.isDash || $0 == "'" }
            guard word > end else { break }
            let isJoint = [
                "am", "an", "der", "im", "in", "ob", "bei", "sur", "la", "le", "les", "de", "del", "di", "den", "aan",
            ]
            .contains(text.string(end..<word))
            let hasNext = isJoint && text.isSpace(word) && text.isLetter(word + 1)
            guard text[end].isCapital || hasNext else { break }
            end = word
            guard text.isSpace(end), text.isLetter(end + 1) else { break }
            end += 1
        }
        if text.isSpace(end - 1) { end -= 1 }
        return end - place >= 2 ? Found(style: .continental, range: index..<end) : nil
    }
}
