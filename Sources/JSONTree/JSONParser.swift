/// Reads strict JSON (RFC 8259) and keeps the place of every value.
///
/// Strict means that common mistakes (trailing commas, comments, single quotes, a name twice) are refused
/// with a sentence of their own rather than read in a way that was not meant.
public struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// The column of the byte that is counted up to, so that a value late on a long line does not count it all again.
    private var counted = (index: 0, column: 1)
    /// Deeper nesting than any settings have is refused before it can exhaust the stack.
    private static let deepest = 64
    /// So many names of an object are compared with each other one by one.
    private static let few = 24

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The mark that some editors put in front of UTF-8.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            counted.index = 3
        }
    }

    /// The tree of a whole JSON text.
    public static func parse(_ bytes: some Sequence<UInt8>) throws(JSONSyntaxError) -> JSONNode {
        var parser = JSONParser(Array(bytes))
        let node = try parser.value(depth: 0)
        try parser.skipSpace()
        guard parser.peek == nil else { throw parser.error("the text goes on after its end; expected one value only") }
        return node
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Counts characters, not bytes, as editors do.
    private var position: JSONNode.Position {
        let passed = bytes[counted.index..<index].lazy.filter { $0 & 0xC0 != 0x80 }.count
        return JSONNode.Position(line: line, column: counted.column + passed)
    }

    /// The position, remembered for the next one.
    private mutating func mark() -> JSONNode.Position {
        let position = position
        counted = (index, position.column)
        return position
    }

    private func error(_ message: String) -> JSONSyntaxError { JSONSyntaxError(message: message, position: position) }

    private mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\n"):
                index += 1
                line += 1
                counted = (index, 1)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
            case UInt8(ascii: "/"), UInt8(ascii: "#"): throw error("JSON has no comments; remove this one")
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONNode {
        try skipSpace()
        guard depth < Self.deepest else { throw error("more than \(Self.deepest) brackets are open") }
        let start = mark()
        guard let byte = peek else { throw error("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try object(depth: depth)), at: start)
        case UInt8(ascii: "["): return JSONNode(.array(try array(depth: depth)), at: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
        case UInt8(ascii: "'"): throw error("a string stands in double quotes (\"), not single ones")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSONNode(try number(), at: start)
        default: return JSONNode(try word(), at: start)
        }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONNode] {
        var nodes: [JSONNode] = []
        try list(from: "[", to: "]") { (parser) throws(JSONSyntaxError) in
            nodes.append(try parser.value(depth: depth + 1))
        }
        return nodes
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        // The lines of names, where these are many: a few are sooner compared than hashed.
        var lines: [String: Int] = [:]
        try list(from: "{", to: "}") { (parser) throws(JSONSyntaxError) in
            let start = parser.mark()
            guard parser.peek == UInt8(ascii: "\"") else {
                throw parser.error("expected a name in double quotes (\") or a closing }")
            }
            let name = try parser.string()
            let former =
                members.count <= Self.few ? members.first { $0.name == name }?.position?.line : lines[name]
            if let line = former {
                throw JSONSyntaxError(message: "\"\(name)\" stands here twice, first on line \(line)", position: start)
            }
            try parser.skipSpace()
            guard parser.peek == UInt8(ascii: ":") else { throw parser.error("expected : after \"\(name)\"") }
            parser.index += 1
            members.append(.init(name: name, position: start, node: try parser.value(depth: depth + 1)))
            if members.count > Self.few {
                if lines.isEmpty { for member in members { lines[member.name] = member.position?.line } }
                lines[name] = start.line
            }
        }
        return members
    }

    private mutating func list(
        from open: Unicode.Scalar, to close: Unicode.Scalar,
        item: (inout JSONParser) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        let opened = mark()
        index += 1
        var isFirst = true
        while true {
            try skipSpace()
            if isFirst, peek == UInt8(ascii: close) { break }
            try item(&self)
            isFirst = false
            try skipSpace()
            if peek == UInt8(ascii: close) { break }
            guard peek == UInt8(ascii: ",") else {
                throw error("expected a comma, or the \(close) for the \(open) of line \(opened.line)")
            }
            let comma = mark()
            index += 1
            try skipSpace()
            if peek == UInt8(ascii: close) {
                throw JSONSyntaxError(message: "JSON allows no comma before \(close); remove it", position: comma)
            }
        }
        index += 1
    }

    private func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<index] }

    private mutating func word() throws(JSONSyntaxError) -> JSONNode.Content {
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

    private mutating func number() throws(JSONSyntaxError) -> JSONNode.Content {
        if let number = plainNumber() { return number }
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

    /// Passes a number of few digits without an exponent, as nearly all are; nil, with nothing passed, at any other.
    ///
    /// Digits that make a whole number below 2^53, divided by a power of ten up to 10^22, are the nearest `Double`: both are exact.
    private mutating func plainNumber() -> JSONNode.Content? {
        var place = index
        let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let first = place
        var (digits, point) = (0, nil as Int?)
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "."), point == nil, place > first {
                point = place
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                break
            }
            place += 1
            if place - first > Self.plain { return nil }
        }
        let whole = (point ?? place) - first
        guard whole == 1 || whole > 1 && bytes[first] != UInt8(ascii: "0"), point != place - 1,
            place == bytes.count
                || !isWordByte(bytes[place]) && bytes[place] != UInt8(ascii: "-")
                    && bytes[place] != UInt8(ascii: "+")
        else { return nil }
        // -0 is a whole number too, and -0.0 is not.
        index = place
        guard let point else { return .integer(isNegative ? -digits : digits) }
        let value = Double(digits) / Self.powers[place - point - 1]
        return .number(isNegative ? -value : value)
    }

    /// The most characters of a plain number, its point among them: fifteen digits are less than 2^53.
    private static let plain = 16
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Whether the bytes are a number of RFC 8259, section 6: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`.
    ///
    /// By hand, because a regular expression is compiled anew for each number, and records are full of them.
    static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
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

    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        passPlainBytes()
        // Nearly every string has no escape.
        if peek == UInt8(ascii: "\"") {
            defer { index += 1 }
            guard let valid = Self.text(bytes[(start + 1)..<index]) else { throw noText(from: start) }
            return valid
        }
        var text = Array(bytes[(start + 1)..<index])
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let valid = Self.text(text[...]) else { throw noText(from: start) }
                return valid
            case UInt8(ascii: "\\"):
                let begin = self
                do throws(JSONSyntaxError) { text += try escape() } catch { throw begin.error(error.message) }
            case 0..<0x20: throw error("the string does not end on its line; expected a closing \"")
            default:
                let plain = index
                passPlainBytes()
                text += bytes[plain..<index]
            }
        }
        index = start
        throw error("the string has no closing \"")
    }

    /// Passes the bytes that stand in a string for themselves.
    private mutating func passPlainBytes() {
        index = bytes.withUnsafeBufferPointer { bytes in
            var end = index
            while end < bytes.count {
                let byte = bytes[end]
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                end += 1
            }
            return end
        }
    }

    /// Bytes as a text; nil where they are not UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBufferPointer { bytes in
            // The check of any encoding costs several times as much as the text.
            bytes.allSatisfy { $0 < 0x80 }
                ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
        }
    }

    private func noText(from start: Int) -> JSONSyntaxError {
        var begin = self
        begin.index = start
        return begin.error("the string is not UTF-8")
    }
}

extension JSONParser: JSONEscapes {
    func nextByte() throws(JSONSyntaxError) -> UInt8? { peek }

    mutating func pass() { index += 1 }

    func failure(_ message: String) -> JSONSyntaxError { error(message) }
}
