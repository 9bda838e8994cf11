/// Postal addresses: a street with its house number, and right behind it or on the next line the place with its code.
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
        // A street that is one word needs no other; one that is a phrase begins with a word such as `Unter`.
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

    /// A house number: `12`, `3a`, `221B`, `12-14`, `12/3`.
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

/// The part of an address with the postal code and the place: `New York, NY 10118`, `10115 Berlin`, `London SW1A 2AA`.
enum CityLines {
    /// The way of writing, which decides what a street looks like.
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

/// The words by which a street is known.
enum AddressWords {
    /// Last words of English streets, long and short (USPS Publication 28, appendix C1, the common ones).
    private static let english = Set(
        words: """
            street st avenue ave av road rd boulevard blvd lane ln drive dr court ct place pl square sq terrace ter way
            circle cir highway hwy parkway pkwy loop alley row broadway trail trl plaza pike close crescent gardens
            grove hill mews walk wharf embankment parade green
            """)
    /// Words with which streets on the continent begin, where the house's number stands at the end or in front.
    private static let leading = Set(
        words: """
            rue avenue boulevard place chemin allée quai impasse route cours passage via viale piazza corso largo vicolo
            calle avenida plaza paseo carrer rua praça travessa am an unter im in auf zur zum alte alter neue große
            kleine obere untere
            """)
    /// What continental streets end in.
    private static let endings = [
        "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer", "markt", "steig", "hof",
        "chaussee",
        "straat", "laan", "plein", "gracht", "kade", "weg", "vej", "gade", "gatan", "vägen", "linden", "graben", "berg",
        "tor",
    ]
    /// Words before a number on receipts and forms that are no street.
    private static let others = Set(
        words: """
            tisch kasse bon seite nr table page artikel los raum rechnung beleg filiale order room seat platz-nr check
            bed gast gate
            """)

    /// Whether a word ends an English street's name.
    static func endsEnglish(_ word: String) -> Bool { english.contains(plain(word)) }
    /// Whether a word begins a street's name on the continent.
    static func begins(_ word: String) -> Bool { leading.contains(plain(word)) }
    /// Whether a word is a street's name by its ending.
    static func isStreet(_ word: String) -> Bool {
        let plain = plain(word)
        return plain.count >= 3 && endings.contains { plain.hasSuffix($0) }
    }
    /// Whether the number behind a word is no house number.
    static func isOther(_ word: String) -> Bool { others.contains(plain(word)) }

    /// The states, districts and territories of the United States, by their postal codes.
    static let states = Set(
        words: """
            AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK
            OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU
            """)

    private static func plain(_ word: String) -> String {
        word.lowercased().trimmed { $0.isLetter || $0.isDigit }
    }
}

extension String {
    /// Without the scalars at both ends that fail a test.
    func trimmed(keeping test: (Unicode.Scalar) -> Bool) -> String {
        let scalars = Array(unicodeScalars)
        guard let first = scalars.firstIndex(where: test), let last = scalars.lastIndex(where: test) else { return "" }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[first...last])
        return String(view)
    }
}
