/// Reads strict JSON (RFC 8259) and keeps the place of every value.
///
/// Strict means that the mistakes people make (trailing commas, comments, single quotes, a name twice) are refused
/// with a sentence of their own rather than read in a way they did not mean.
public struct JSONParser {
    private let bytes: [UInt8]
    var index = 0
    private var line = 1
    /// The column of the byte that is counted up to, so that a value late on a long line does not count it all again.
    private var counted = (index: 0, column: 1)
    /// Deeper nesting than any settings have is refused before it can exhaust the stack.
    private static let deepest = 64

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

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Counts characters, not bytes, as editors do.
    var position: JSONNode.Position {
        let passed = bytes[counted.index..<index].lazy.filter { $0 & 0xC0 != 0x80 }.count
        return JSONNode.Position(line: line, column: counted.column + passed)
    }

    /// The position, remembered for the next one.
    private mutating func mark() -> JSONNode.Position {
        let position = position
        counted = (index, position.column)
        return position
    }

    func error(_ message: String) -> JSONSyntaxError { JSONSyntaxError(message: message, position: position) }

    mutating func skipSpace() throws(JSONSyntaxError) {
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

    mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONNode {
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
        var names: [String: Int] = [:]
        try list(from: "{", to: "}") { (parser) throws(JSONSyntaxError) in
            let start = parser.mark()
            guard parser.peek == UInt8(ascii: "\"") else {
                throw parser.error("expected a name in double quotes (\") or a closing }")
            }
            let name = try parser.string()
            if let line = names[name] {
                throw JSONSyntaxError(message: "\"\(name)\" stands here twice, first on line \(line)", position: start)
            }
            names[name] = start.line
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

    func slice(from start: Int) -> ArraySlice<UInt8> { bytes[start..<index] }
}
