/// Digits that are known to be something else than what is looked for: accounts, cards, goods, hosts.
enum Decoys {
    /// All such digits, so that no other reader takes a part of them.
    static func matches(in text: NumberedText) -> [DataMatch] {
        var matches: [DataMatch] = []
        for index in 0..<text.count where !text.isWord(index - 1) {
            if let end = hostNumber(text, at: index) ?? account(text, at: index) ?? parcel(text, at: index) {
                matches.append(decoy(index..<end))
            }
        }
        for run in DigitGroups.all(in: text) {
            for part in run.parts(of: 13...19, in: text) where isCardOrGoods(part.digits) {
                matches.append(decoy(part.range))
                break
            }
        }
        return matches
    }

    private static func decoy(_ range: Range<Int>) -> DataMatch {
        DataMatch(kind: nil, range: range, value: "", confidence: 1)
    }

    private static func isCardOrGoods(_ digits: [Int]) -> Bool {
        if digits.count == 13 { return digits[0] != 0 && CheckDigits.isGS1(digits) }
        // Payment cards begin with 3 to 6 and have 14 to 19 digits.
        return (3...6).contains(digits[0]) && CheckDigits.isLuhn(digits)
    }

    /// A parcel's number of UPS's form whose check digit is wrong: no part of it is a telephone number.
    private static func parcel(_ text: NumberedText, at start: Int) -> Int? {
        guard text[start] == "1", text[start + 1] == "Z" else { return nil }
        let end = text.end(from: start, limit: 26) { $0.isDigit || $0.isCapital || $0.isPlainSpace }
        return text.scalars[start..<end].filter { !$0.isPlainSpace }.count == 18 ? end : nil
    }

    /// Four numbers to 255 with points between, and a port or a prefix behind.
    private static func hostNumber(_ text: NumberedText, at start: Int) -> Int? {
        if text[start - 1] == "." { return nil }
        var index = start
        for part in 0..<4 {
            guard let number = text.number(at: index, digits: 1...3), number.value <= 255 else { return nil }
            index = number.end
            guard part < 3 else { break }
            guard text[index] == "." else { return nil }
            index += 1
        }
        guard text[index] == ":" || text[index] == "/", let suffix = text.number(at: index + 1, digits: 1...5) else {
            // A fifth number: a telephone's pairs of digits.
            return text[index] == "." && text.isDigit(index + 1) ? nil : index
        }
        return suffix.end
    }

    /// An account by ISO 13616: two letters, two digits, the rest in groups.
    private static func account(_ text: NumberedText, at start: Int) -> Int? {
        guard text[start].isCapital, text[start + 1].isCapital, text.isDigit(start + 2), text.isDigit(start + 3) else {
            return nil
        }
        var (index, scalars, found) = (start, [Unicode.Scalar](), Int?.none)
        while scalars.count < 34 {
            if text.isWord(index), text[index].value < 128, text.isDigit(index) || text[index].isCapital {
                scalars.append(text[index])
            } else if text.isSpace(index), !text.isSpace(index - 1) {
                index += 1
                continue
            } else {
                break
            }
            index += 1
            if !text.isWord(index), CheckDigits.isAccount(scalars) { found = index }
        }
        return found
    }
}
