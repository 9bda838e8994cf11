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
    /// Names of an object that are compared one by one.
    private static let fewNames = 16

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
        var lines: [String: Int] = [:]
        try list(from: "{", to: "}") { (parser) throws(JSONSyntaxError) in
            let start = parser.mark()
            guard parser.peek == UInt8(ascii: "\"") else {
                throw parser.error("expected a name in double quotes (\") or a closing }")
            }
            let name = try parser.string()
            // Looking a name up costs more than comparing it with the few that most objects have.
            if members.count == Self.fewNames {
                lines = [String: Int](members.map { ($0.name, $0.position?.line ?? 0) }) { first, _ in first }
            }
            let isFew = members.count < Self.fewNames
            let former = isFew ? members.first { $0.name == name }?.position?.line : lines[name]
            if let former {
                throw JSONSyntaxError(message: "\"\(name)\" stands here twice, first on line \(former)", position: start)
            }
            if !isFew { lines[name] = start.line }
            try parser.skipSpace()
            guard parser.peek == UInt8(ascii: ":") else { throw parser.error("expected : after \"\(name)\"") }
            parser.index += 1
            members.append(.init(name: name, position: start, node: try parser.value(depth: depth + 1)))
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

    /// A text of ASCII without escapes, as nearly all are in records; nil where it is another one.
    private mutating func plainString() -> String? {
        let start = index + 1
        var end = start
        while end < bytes.count, (0x20..<0x80).contains(bytes[end]), bytes[end] != UInt8(ascii: "\\") {
            guard bytes[end] != UInt8(ascii: "\"") else {
                index = end + 1
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            end += 1
        }
        return nil
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        if let plain = plainString() { return plain }
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
            case UInt8(ascii: "\\"):
                let begin = self
                do throws(JSONSyntaxError) { text += try escape() } catch { throw begin.error(error.message) }
            case 0..<0x20: throw error("the string does not end on its line; expected a closing \"")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw begin.error("the string has no closing \"")
    }
}

extension JSONParser: JSONEscapes {
    func nextByte() throws(JSONSyntaxError) -> UInt8? { peek }

    mutating func pass() { index += 1 }

    func failure(_ message: String) -> JSONSyntaxError { error(message) }
}
