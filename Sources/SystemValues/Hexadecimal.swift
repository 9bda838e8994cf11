extension Collection where Element == UInt8 {
    /// The bytes as lower-case hexadecimal digits, two for each.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits; nil where the text is something else.
    package init?(hexadecimal text: some StringProtocol) {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), text.utf8.count == digits.count else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
