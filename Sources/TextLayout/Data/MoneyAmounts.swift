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
            return result(text, first..<end, before.code, sign, amount, shift)
        }
        guard let after = mark(text, after: end, options), !after.needsDecimals || amount.decimals.count == 2 else {
            return nil
        }
        let (sign, first) = sign(text, before: start, and: start)
        return result(text, first..<after.end, after.code, sign, amount, shift)
    }

    private static func result(
        _ text: NumberedText, _ range: Range<Int>, _ code: String, _ sign: String, _ amount: AmountText, _ shift: Int
    ) -> DataMatch? {
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
