/// Amounts of money: a number beside a currency's sign, code or name.
enum MoneyAmounts {
    /// All amounts as `EUR 12.50`; a number without a currency is none.
    static func matches(in text: NumberedText, options: DataOptions) -> [DataMatch] {
        var matches: [DataMatch] = []
        var (index, used) = (0, 0)
        while index < text.count {
            guard text.isDigit(index), isStart(text, index) else {
                index += 1
                continue
            }
            if let match = match(text, at: index, after: used, options) {
                matches.append(match)
                used = match.range.upperBound
            }
            let end = text.end(from: index, limit: text.count) { $0.isDigit }
            index = max(end, used)
        }
        return matches
    }

    /// Whether a number begins here: no letter, digit or separator of a longer number before it, but `US$5` and `EUR5`.
    private static func isStart(_ text: NumberedText, _ index: Int) -> Bool {
        if text.isDigit(index - 1) { return false }
        if text.isLetter(index - 1) {
            let word = text.start(before: index, limit: 4) { $0.isLetter }
            return Currencies.code(of: text.string(word..<index), region: nil) != nil
        }
        return !(".,:/#".unicodeScalars.contains(text[index - 1]) && text.isDigit(index - 2))
    }

    private static func match(
        _ text: NumberedText, at start: Int, after used: Int, _ options: DataOptions
    ) -> DataMatch? {
        let before = mark(text, before: start, after: used, options)
        let pointIsDecimal = before.map { Currencies.pointIsDecimal($0.code) } ?? false
        guard let amount = AmountText(text, at: start, pointIsDecimal: pointIsDecimal) else { return nil }
        let (shift, end) = multiplied(text, amount.range.upperBound)
        if let before, !before.needsDecimals || amount.decimals.count == 2, isFree(text, end) {
            let (sign, first) = sign(text, before: before.start, and: start)
            return result(first..<end, before.code, sign, amount, shift)
        }
        guard let after = mark(text, after: end, options), !after.needsDecimals || amount.decimals.count == 2 else {
            return nil
        }
        let (sign, first) = sign(text, before: start, and: start)
        return result(first..<after.end, after.code, sign, amount, shift)
    }

    private static func result(
        _ range: Range<Int>, _ code: String, _ sign: String, _ amount: AmountText, _ shift: Int
    ) -> DataMatch {
        let number = amount.plain(shiftedBy: shift, decimals: Currencies.isWhole(code) ? 0 : 2)
        return DataMatch(
            kind: .money, range: range, value: "\(code) \(sign)\(number)",
            confidence: amount.decimals.count == 2 ? 0.97 : 0.9)
    }

    /// The currency before a number, with at most a space between; what stands before `used` belongs to another amount.
    private static func mark(
        _ text: NumberedText, before start: Int, after used: Int, _ options: DataOptions
    ) -> (code: String, start: Int, needsDecimals: Bool)? {
        var end = start
        if text[end - 1].isDash || text[end - 1] == "\u{2212}" { end -= 1 }
        end = text.start(before: end, limit: 1) { $0.isPlainSpace }
        let isPointed = text[end - 1] == "." && text.isSpace(end)
        if isPointed { end -= 1 }
        guard let range = currency(text, endingAt: end), range.lowerBound >= used,
            let found = Currencies.code(of: text.string(range), region: options.region),
            !isPointed || found.needsDecimals
        else { return nil }
        return (found.code, range.lowerBound, found.needsDecimals)
    }

    /// A sign with the letters before it (`US$`), or a word.
    private static func currency(_ text: NumberedText, endingAt end: Int) -> Range<Int>? {
        if text[end - 1].properties.generalCategory == .currencySymbol {
            guard text[end - 1] == "$" else { return end - 1..<end }
            let letters = text.start(before: end - 1, limit: 3) { $0.isLetter }
            let isKnown = Currencies.code(of: text.string(letters..<end), region: nil) != nil
            return isKnown || letters == end - 1 ? letters..<end : nil
        }
        let word = text.start(before: end, limit: 5) { $0.isLetter }
        guard end - word >= 2, !text.isWord(word - 1) else { return nil }
        return word..<end
    }

    /// The currency behind a number, with at most a space between.
    private static func mark(
        _ text: NumberedText, after end: Int, _ options: DataOptions
    ) -> (code: String, end: Int, needsDecimals: Bool)? {
        let start = text.end(from: end, limit: 1) { $0.isPlainSpace }
        if text[start].properties.generalCategory == .currencySymbol {
            // `3 $5` is a count and an amount.
            guard !text.isDigit(start + 1),
                let found = Currencies.code(of: text.string(start..<start + 1), region: options.region)
            else { return nil }
            return (found.code, start + 1, found.needsDecimals)
        }
        let word = text.end(from: start, limit: 9) { $0.isLetter }
        guard word - start >= 2, !text.isWord(word),
            let found = Currencies.code(of: text.string(start..<word), region: options.region)
        else { return nil }
        return (found.code, word, found.needsDecimals)
    }

    /// The power of ten of `million`, `Mio.` or `k`, and where it ends.
    private static func multiplied(_ text: NumberedText, _ end: Int) -> (shift: Int, end: Int) {
        let start = text.end(from: end, limit: 1) { $0.isPlainSpace }
        let word = text.end(from: start, limit: 11) { $0.isLetter }
        guard word > start, !text.isWord(word),
            let shift = Currencies.shift(of: text.string(start..<word), isJoined: start == end)
        else { return (0, end) }
        return (shift, text[word] == "." && text.isSpace(word + 1) ? word + 1 : word)
    }

    /// The minus before the currency or the number; a dash behind a digit parts a range.
    private static func sign(_ text: NumberedText, before first: Int, and number: Int) -> (sign: String, start: Int) {
        let isMinus: (Int) -> Bool = { text[$0].isDash || text[$0] == "\u{2212}" }
        if first < number, isMinus(number - 1) { return ("-", first) }
        // A mark of currency may stand before the dash of a range too: `€10-€20`.
        let isRange = text.isWord(first - 2) || text[first - 2].properties.generalCategory == .currencySymbol
        guard isMinus(first - 1), !isRange else { return ("", first) }
        return ("-", first - 1)
    }

    private static func isFree(_ text: NumberedText, _ end: Int) -> Bool {
        !text.isDigit(end) && text[end] != "%" && !(text[end] == ":" && text.isDigit(end + 1))
            && !(text.isLetter(end) && text.isLetter(end + 1) && text.isLetter(end + 2))
    }
}

/// A number as money is printed, with the separators of the place, and the same number in plain digits.
struct AmountText {
    /// The digits before the separator of decimals, without leading zeros.
    var whole: String
    /// The digits behind it.
    var decimals: String
    /// Where it stands.
    var range: Range<Int>

    /// The number that begins here; nil where its separators fit no way of writing.
    ///
    /// A single separator with three digits behind it groups thousands, but where `pointIsDecimal` a point does not.
    init?(_ text: NumberedText, at start: Int, pointIsDecimal: Bool) {
        var (index, groups, marks) = (start, [Range<Int>](), [Unicode.Scalar]())
        while groups.count < 8 {
            let end = text.end(from: index, limit: 16) { $0.isDigit }
            guard end > index, !text.isDigit(end) else { break }
            groups.append(index..<end)
            let mark = text[end]
            let isGroupSpace =
                mark.isPlainSpace && groups[0].count <= 3 && text.number(at: end + 1, digits: 3...3) != nil
                && marks.allSatisfy(\.isPlainSpace) && !pointIsDecimal
            guard ".,'’".unicodeScalars.contains(mark) && text.isDigit(end + 1) || isGroupSpace else { break }
            marks.append(mark)
            index = end + 1
        }
        guard let first = groups.first, let last = groups.last, !text.isDigit(last.upperBound) else { return nil }
        marks = Array(marks.prefix(groups.count - 1))
        var decimals = Range<Int>?.none
        if let mark = marks.last, mark == "." || mark == "," {
            let isOnly = marks.filter { $0 == mark }.count == 1
            let isLong = last.count == 3 && !(mark == "." && pointIsDecimal && marks.count == 1)
            let isZero = first.count == 1 && text[first.lowerBound] == "0"
            if isOnly, !isLong || isZero, last.count <= 3 {
                decimals = last
                groups.removeLast()
                marks.removeLast()
            }
        }
        // Groups behind the first: three digits, or two and at last three as in India; one kind of mark.
        let inner = groups.dropFirst()
        guard Set(marks).count <= 1, marks.isEmpty || first.count <= 3, inner.last.map({ $0.count == 3 }) ?? true,
            inner.dropLast().allSatisfy({ $0.count == 3 || $0.count == 2 && marks.first == "," })
        else { return nil }
        let digits = groups.map { text.string($0) }.joined()
        guard digits.utf8.count <= 15 else { return nil }
        whole = String(digits.drop { $0 == "0" })
        if whole.isEmpty { whole = "0" }
        self.decimals = decimals.map { text.string($0) } ?? ""
        range = start..<(decimals ?? groups.last ?? first).upperBound
        guard decimals == nil, text[range.upperBound] == "," || text[range.upperBound] == "." else { return }
        // `5,-` and `5,--` are whole amounts.
        let dashes = text.end(from: range.upperBound + 1, limit: 2) { $0.isDash || $0 == "\u{2014}" }
        if dashes > range.upperBound + 1, !text.isWord(dashes) { range = start..<dashes }
    }

    /// The number times a power of ten, with so many decimals at least.
    func plain(shiftedBy shift: Int, decimals least: Int) -> String {
        var fraction = decimals + String(repeating: "0", count: max(0, shift - decimals.count))
        var number = whole + fraction.prefix(shift)
        fraction.removeFirst(shift)
        number = String(number.drop { $0 == "0" })
        if number.isEmpty { number = "0" }
        while fraction.count > least, fraction.last == "0" { fraction.removeLast() }
        fraction += String(repeating: "0", count: max(0, least - fraction.count))
        return fraction.isEmpty ? number : "\(number).\(fraction)"
    }
}

/// Currencies by their signs, codes (ISO 4217) and names.
enum Currencies {
    private static let codes = Set(
        words: """
            EUR USD GBP CHF JPY CNY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY INR BRL MXN ZAR SGD HKD KRW RUB UAH
            ILS AED THB PHP MYR IDR ISK
            """)
    /// Codes that are words, or names of programs: they need decimals.
    private static let words: Set<String> = ["CAD", "PHP", "TRY", "RON", "THB"]
    private static let signs: [String: String] = [
        "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH",
        "₪": "ILS", "฿": "THB", "zł": "PLN", "kč": "CZK", "us$": "USD", "ca$": "CAD", "c$": "CAD", "a$": "AUD",
        "au$": "AUD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "r$": "BRL", "mx$": "MXN", "euro": "EUR",
        "euros": "EUR", "dollar": "USD", "dollars": "USD", "franken": "CHF", "fr": "CHF", "sfr": "CHF",
    ]
    private static let dollars = ["CA": "CAD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "SG": "SGD", "MX": "MXN"]
    private static let crowns = ["SE": "SEK", "NO": "NOK", "DK": "DKK", "IS": "ISK"]

    /// Whether amounts of a currency have no decimals (ISO 4217, minor unit 0).
    static func isWhole(_ code: String) -> Bool { ["JPY", "KRW", "ISK"].contains(code) }

    /// Whether a point before three digits parts decimals: `$3.459` a gallon.
    static func pointIsDecimal(_ code: String) -> Bool { ["USD", "GBP", "CAD", "AUD", "NZD", "INR"].contains(code) }

    /// The currency of a word or sign as it is printed; nil where it is none.
    static func code(of mark: String, region: String?) -> (code: String, needsDecimals: Bool)? {
        if codes.contains(mark) { return (mark, words.contains(mark)) }
        let lower = mark.lowercased()
        if lower == "$" { return (region.flatMap { dollars[$0] } ?? "USD", false) }
        if lower == "kr" { return region.flatMap { crowns[$0] }.map { ($0, false) } }
        // In small letters it is a foot.
        if mark == "Ft" { return ("HUF", false) }
        return signs[lower].map { ($0, lower == "fr" || lower == "sfr") }
    }

    /// The power of ten of a word behind an amount; a letter alone must stand right behind the number.
    static func shift(of word: String, isJoined: Bool) -> Int? {
        switch word {
        case "k", "K": isJoined ? 3 : nil
        case "m", "M": isJoined ? 6 : nil
        case "b", "B", "bn": isJoined || word == "bn" ? 9 : nil
        case "thousand", "Tsd", "tsd": 3
        case "million", "millions", "Million", "Millionen", "Mio", "mio", "mn": 6
        case "billion", "Mrd", "Milliarden", "milliards": 9
        default: nil
        }
    }
}
