extension JSONParser {
    mutating func word() throws(JSONSyntaxError) -> JSONNode.Content {
        let begin = self
        let start = index
        while let byte = peek, isWordByte(byte) { index += 1 }
        switch String(decoding: slice(from: start), as: UTF8.self) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw begin.error("expected a value")
        case let text:
            let word = Self.start(of: text)
            throw begin.error("'\(word)' is no JSON value; a string stands in double quotes: \"\(word)\"")
        }
    }

    mutating func number() throws(JSONSyntaxError) -> JSONNode.Content {
        let begin = self
        let start = index
        while let byte = peek, isWordByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { index += 1 }
        let text = String(decoding: slice(from: start), as: UTF8.self)
        guard Self.isNumber(slice(from: start)) else {
            let word = Self.start(of: text)
            throw begin.error("'\(word)' is no JSON number; a value with a unit stands in quotes: \"\(word)\"")
        }
        if let whole = Int(text) { return .integer(whole) }
        guard let value = Double(text), value.isFinite else {
            throw begin.error("'\(Self.start(of: text))' is too large")
        }
        return .number(value)
    }

    /// Whether the bytes are a number of RFC 8259, section 6: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`.
    ///
    /// By hand, because a regular expression is compiled anew for each number, and records are full of them.
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func digits() -> ArraySlice<UInt8> { rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = digits()
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        rest.removeFirst(whole.count)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard !digits().isEmpty else { return false }
            rest.removeFirst(digits().count)
        }
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
            guard !digits().isEmpty else { return false }
            rest.removeFirst(digits().count)
        }
        return rest.isEmpty
    }

    /// As much of a word as a sentence bears.
    private static func start(of word: String) -> String {
        let start = word.prefix(61)
        return start.count > 60 ? start.dropLast() + "…" : word
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    mutating func string() throws(JSONSyntaxError) -> String {
        let begin = self
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw begin.error("the string is not UTF-8")
                }
                return valid
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw error("the string does not end on its line; expected a closing \"")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw begin.error("the string has no closing \"")
    }

    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        let begin = self
        index += 1
        guard let byte = peek else { throw begin.error("the text ends in a string") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let first = try codeUnit(begin)
            if let scalar = Unicode.Scalar(first) { return Array(String(Character(scalar)).utf8) }
            // Outside the first plane a character is a pair of code units, the second escaped likewise.
            guard first < 0xDC00, peek == UInt8(ascii: "\\") else { throw begin.error("half of a character") }
            index += 1
            guard peek == UInt8(ascii: "u") else { throw begin.error("half of a character") }
            index += 1
            let second = try codeUnit(begin)
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
            else { throw begin.error("half of a character") }
            return Array(String(Character(scalar)).utf8)
        default:
            throw begin.error("\\\(Character(Unicode.Scalar(byte))) is no escape of JSON; a backslash is written \\\\")
        }
    }

    private mutating func codeUnit(_ begin: JSONParser) throws(JSONSyntaxError) -> UInt16 {
        let start = index
        while let byte = peek, index - start < 4, Character(Unicode.Scalar(byte)).isHexDigit { index += 1 }
        guard index - start == 4, let unit = UInt16(String(decoding: slice(from: start), as: UTF8.self), radix: 16)
        else { throw begin.error("\\u wants four hexadecimal digits") }
        return unit
    }
}
