/// A reader of JSON's bytes that resolves what stands behind a backslash in a text: the one place that knows the escapes.
protocol JSONEscapes {
    /// What it throws.
    associatedtype Failure: Error

    /// The byte that comes next, which is not passed; nil at the end.
    mutating func nextByte() throws(Failure) -> UInt8?

    /// Passes the byte that comes next.
    mutating func pass()

    /// The error for what is wrong here.
    func failure(_ message: String) -> Failure
}

extension JSONEscapes {
    /// The UTF-8 bytes that an escape stands for; its backslash comes next.
    mutating func escape() throws(Failure) -> [UInt8] {
        pass()
        guard let byte = try nextByte() else { throw failure("the text ends in a string") }
        pass()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default:
            let shown = (0x21...0x7E).contains(byte) ? "\\\(Character(Unicode.Scalar(byte))) is " : ""
            throw failure("\(shown)no escape of JSON; a backslash is written \\\\")
        }
    }

    /// The character behind `\u`.
    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Outside the first plane a character is a pair of code units, the second escaped likewise.
        guard first < 0xDC00 else { throw failure("half of a character") }
        for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
            guard try nextByte() == byte else { throw failure("half of a character") }
            pass()
        }
        let second = try codeUnit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
        else { throw failure("half of a character") }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        var digits: [UInt8] = []
        while digits.count < 4, let byte = try nextByte(), Character(Unicode.Scalar(byte)).isHexDigit {
            digits.append(byte)
            pass()
        }
        guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw failure("\\u wants four hexadecimal digits")
        }
        return unit
    }
}
