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
