/// Addresses of post: a street with its house, and right behind it or on the next line the place with its code.
enum PostalAddresses {
    /// All addresses, as `Hauptstraße 12, 10115 Berlin`.
    static func matches(in text: NumberedText) -> [DataMatch] {
        CityLines.all(in: text).compactMap { city in
            street(text, before: city).map { street in
                let parts = [street.range, city.range].map { plain(text.string($0)) }
                return DataMatch(
                    kind: .address, range: street.range.lowerBound..<city.range.upperBound,
                    value: parts.joined(separator: ", "), confidence: street.isSure ? 0.92 : 0.7)
            }
        }
    }

    /// Single spaces, and none before a comma.
    private static func plain(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.joined(separator: " ")
    }

    /// The street that ends before a place and its marks: `, `, ` • `, or a line break.
    private static func street(_ text: NumberedText, before city: CityLines.Found) -> (range: Range<Int>, isSure: Bool)?
    {
        let marks = Array(",•·|-–\n".unicodeScalars)
        let end = text.start(before: city.range.lowerBound, limit: 5) { $0.isPlainSpace || marks.contains($0) }
        guard end < city.range.lowerBound, text.string(end..<city.range.lowerBound).filter({ $0 == "\n" }).count <= 1
        else {
            return nil
        }
        // On the continent no comma stands within a street; in America one may stand before a suite.
        let stops = Array("\n\t:•|".unicodeScalars) + (city.style == .continental ? [","] : [])
        let start = text.start(before: end, limit: 64) { !stops.contains($0) }
        let words = words(text, start..<end)
        if let box = postBox(text, words) { return (box..<end, true) }
        switch city.style {
        case .american, .british: return numberFirst(text, words, end)
        case .continental: return numberLast(text, words, end) ?? numberFirst(text, words, end, isFrench: true)
        }
    }

    private static func words(_ text: NumberedText, _ range: Range<Int>) -> [Range<Int>] {
        var (words, index) = ([Range<Int>](), range.lowerBound)
        while index < range.upperBound {
            let end = min(
                text.end(from: index, limit: range.count) { !$0.isPlainSpace && $0 != "\n" }, range.upperBound)
            if end > index { words.append(index..<end) }
            index = end + 1
        }
        return words
    }

    private static func postBox(_ text: NumberedText, _ words: [Range<Int>]) -> Int? {
        for (index, word) in words.enumerated() where index + 1 < words.count {
            let name = text.string(word).lowercased().replacing(".", with: "")
            let isBox = name == "po" && text.string(words[index + 1]).lowercased() == "box" && index + 2 < words.count
            if isBox || name == "postfach", text.isDigit(words[isBox ? index + 2 : index + 1].lowerBound) {
                return word.lowerBound
            }
        }
        return nil
    }

    /// `221B Baker Street`, `500 W Madison St Suite 300`, `12 rue de la Paix`.
    private static func numberFirst(
        _ text: NumberedText, _ words: [Range<Int>], _ end: Int, isFrench: Bool = false
    ) -> (range: Range<Int>, isSure: Bool)? {
        for (index, word) in words.enumerated().reversed() {
            guard isHouse(text, word), index == 0 || !text.isWord(words[index - 1].upperBound - 1) || !isFrench else {
                continue
            }
            let names = words[(index + 1)...].map { text.string($0) }
            guard let first = names.first, (isFrench ? 2...7 : 1...9).contains(names.count) else { continue }
            if isFrench {
                guard AddressWords.begins(first) else { continue }
                return (word.lowerBound..<end, true)
            }
            let isKnown = names.contains { AddressWords.endsEnglish($0) }
            let areCapital = names.prefix(2).allSatisfy { name in
                name.unicodeScalars.first.map { $0.isCapital || $0.isDigit } ?? false
            }
            guard areCapital, isKnown || names.count >= 2 else { continue }
            return (word.lowerBound..<end, isKnown)
        }
        return nil
    }

    /// `Hauptstraße 12`, `Unter den Linden 77`, `Via Roma 12`.
    private static func numberLast(
        _ text: NumberedText, _ words: [Range<Int>], _ end: Int
    ) -> (range: Range<Int>, isSure: Bool)? {
        guard words.count >= 2, let house = words.last, isHouse(text, house) else { return nil }
        let names = words.dropLast().suffix(5)
        guard let last = names.last, text.isLetter(last.lowerBound), !AddressWords.isOther(text.string(last)) else {
            return nil
        }
        // A street that is one word needs no other; one that is a phrase begins with a word of its kind.
        if let start = names.last(where: { AddressWords.begins(text.string($0)) && text[$0.lowerBound].isCapital }) {
            return (start.lowerBound..<end, true)
        }
        let isStreet = AddressWords.isStreet(text.string(last))
        guard isStreet || text[last.lowerBound].isCapital else { return nil }
        var start = last.lowerBound
        let isWhole = ["straße", "strasse", "str.", "weg", "platz", "allee", "gasse", "ring", "hof", "straat", "laan"]
            .contains(text.string(last).lowercased())
        if isWhole || !isStreet {
            for name in names.dropLast().reversed() where text[name.lowerBound].isCapital { start = name.lowerBound }
        }
        return (start..<end, isStreet)
    }

    /// A house's number: `12`, `3a`, `221B`, `12-14`, `12/3`.
    private static func isHouse(_ text: NumberedText, _ range: Range<Int>) -> Bool {
        guard text.isDigit(range.lowerBound), range.count <= 7 else { return false }
        var letters = 0
        for index in range {
            if text.isLetter(index) {
                letters += 1
            } else if !text.isDigit(index), !text[index].isDash, text[index] != "/" {
                return false
            }
        }
        return letters <= 1
    }
}
