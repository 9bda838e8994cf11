/// Reads JSON of any length from a source of bytes, a value at a time: what is passed over is never in memory.
///
/// It is as strict as ``JSONParser``, but a name may stand twice in an object.
///
///     try stream.object { (stream, name) in
///         if name == "id" { id = try stream.integer() } else { try stream.skip() }
///     }
public struct JSONStream {
    /// What a value is, by its first character.
    public enum Kind: Sendable {
        case object, array, string, number, bool, null
    }

    private let source: () throws -> [UInt8]
    private var bytes: [UInt8] = []
    private var index = 0
    /// How many bytes came before these, and where the line begins among all.
    private var (passed, lineStart) = (0, 0)
    private var line = 1
    /// Bytes of the line that begin no character.
    private var continuations = 0
    private var depth = 0
    /// The number or the text that is read: one buffer for all of them.
    private var scratch: [UInt8] = []
    private static let deepest = 64
    private static let longestNumber = 400

    /// - Parameter source: Gives the next bytes, and none at the end.
    public init(_ source: @escaping () throws -> [UInt8]) throws {
        self.source = source
        // The mark that some editors put in front of UTF-8.
        var start: [UInt8] = []
        while start.count < 3 {
            let more = try source()
            if more.isEmpty { break }
            start += more
        }
        bytes = start
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
    }

    /// Where the next byte stands.
    public var position: JSONNode.Position {
        JSONNode.Position(line: line, column: passed + index - lineStart - continuations + 1)
    }

    /// What is wrong with what stands here.
    public func error(_ message: String) -> JSONSyntaxError { JSONSyntaxError(message: message, position: position) }

    /// What comes next.
    public mutating func kind() throws -> Kind {
        try skipSpace()
        guard let byte = try peek() else { throw error("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw error("expected a value")
        }
    }

    /// Calls with each name of an object; the call reads its value, or passes over it.
    public mutating func object(_ member: (_ stream: inout JSONStream, _ name: String) throws -> Void) throws {
        guard try kind() == .object else { throw error("expected an object in { }") }
        try list(to: UInt8(ascii: "}")) { stream in
            guard try stream.peek() == UInt8(ascii: "\"") else {
                throw stream.error("expected a name in double quotes (\")")
            }
            let name = try stream.string(atMost: 1_024)
            try stream.skipSpace()
            guard try stream.peek() == UInt8(ascii: ":") else { throw stream.error("expected : after a name") }
            stream.index += 1
            try member(&stream, name)
        }
    }

    /// Calls for each item of an array; the call reads it, or passes over it.
    public mutating func array(_ item: (_ stream: inout JSONStream) throws -> Void) throws {
        guard try kind() == .array else { throw error("expected a list in [ ]") }
        try list(to: UInt8(ascii: "]"), item)
    }

    private mutating func list(to close: UInt8, _ item: (inout JSONStream) throws -> Void) throws {
        guard depth < Self.deepest else { throw error("more than \(Self.deepest) brackets are open") }
        depth += 1
        index += 1
        try skipSpace()
        if try peek() != close {
            while true {
                try item(&self)
                try skipSpace()
                let byte = try peek()
                if byte == close { break }
                guard byte == UInt8(ascii: ",") else {
                    throw error("expected a comma or \(Character(Unicode.Scalar(close)))")
                }
                index += 1
                try skipSpace()
            }
        }
        index += 1
        depth -= 1
    }

    /// Passes over the next value.
    public mutating func skip() throws {
        switch try kind() {
        case .object: try object { (stream, _) in try stream.skip() }
        case .array: try array { try $0.skip() }
        case .string: _ = try text(atMost: 0)
        case .number: try numberText()
        case .bool, .null: _ = try word()
        }
    }

    /// A number.
    public mutating func number() throws -> Double {
        guard try kind() == .number else { throw error("expected a number") }
        try numberText()
        if let whole = wholeNumber { return Double(whole) }
        let text = String(decoding: scratch, as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw error("\(text.prefix(40)) is no number that fits") }
        return value
    }

    /// A whole number.
    public mutating func integer() throws -> Int {
        guard try kind() == .number else { throw error("expected a whole number") }
        try numberText()
        if let whole = wholeNumber { return whole }
        let text = String(decoding: scratch, as: UTF8.self)
        // Some programs write 1.0 for 1.
        guard let value = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
            throw error("\(text.prefix(40)) is no whole number that fits")
        }
        return value
    }

    /// True or false.
    public mutating func bool() throws -> Bool {
        guard try kind() == .bool else { throw error("expected true or false") }
        return try word() == "true"
    }

    /// A string of so many bytes at most.
    public mutating func string(atMost limit: Int) throws -> String {
        guard try kind() == .string else { throw error("expected a text in double quotes (\")") }
        let start = position
        guard try text(atMost: limit) else {
            throw JSONSyntaxError(message: "a text here has at most \(limit) bytes", position: start)
        }
        guard let valid = String(validating: scratch, as: UTF8.self) else {
            throw JSONSyntaxError(message: "the text is not UTF-8", position: start)
        }
        return valid
    }

    /// Sees that nothing follows.
    public mutating func end() throws {
        try skipSpace()
        guard try peek() == nil else { throw error("the text goes on after its end") }
    }
}

extension JSONStream {
    private mutating func peek() throws -> UInt8? {
        if index == bytes.count {
            passed += bytes.count
            bytes = try source()
            index = 0
        }
        return index < bytes.count ? bytes[index] : nil
    }

    /// Lines end between values alone: a text has no control characters.
    private mutating func skipSpace() throws {
        while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
            guard byte == 0x0A else { continue }
            (line, lineStart, continuations) = (line + 1, passed + index, 0)
        }
    }

    private mutating func word() throws -> String {
        let start = position
        scratch.removeAll(keepingCapacity: true)
        while let byte = try peek(), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte), scratch.count < 6 {
            scratch.append(byte)
            index += 1
        }
        let word = String(decoding: scratch, as: UTF8.self)
        guard ["true", "false", "null"].contains(word) else {
            throw JSONSyntaxError(message: "'\(word)' is no JSON value", position: start)
        }
        return word
    }

    /// Reads a number into the buffer.
    private mutating func numberText() throws {
        let start = position
        scratch.removeAll(keepingCapacity: true)
        while let byte = try peek(), Self.isOfNumber(byte) {
            guard scratch.count < Self.longestNumber else {
                throw JSONSyntaxError(message: "a number has at most \(Self.longestNumber) digits", position: start)
            }
            scratch.append(byte)
            index += 1
        }
        guard JSONParser.isNumber(scratch[...]) else {
            let shown = String(decoding: scratch.prefix(40), as: UTF8.self)
            throw JSONSyntaxError(message: "'\(shown)' is no JSON number", position: start)
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The number in the buffer where it is digits alone, and few of them.
    private var wholeNumber: Int? {
        guard scratch.count <= 18 else { return nil }
        var number = 0
        for byte in scratch {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// Reads a text into the buffer, escapes resolved; false where it is longer than the limit, and then not all of it.
    private mutating func text(atMost limit: Int) throws -> Bool {
        let start = position
        index += 1
        scratch.removeAll(keepingCapacity: true)
        var isTooLong = false
        func keep(_ part: some Collection<UInt8>, in scratch: inout [UInt8]) {
            let room = limit - scratch.count
            isTooLong = isTooLong || part.count > room
            scratch.append(contentsOf: part.prefix(max(room, 0)))
        }
        while let first = try peek() {
            switch first {
            case UInt8(ascii: "\""):
                index += 1
                return !isTooLong
            case UInt8(ascii: "\\"): keep(try escape(), in: &scratch)
            case 0..<0x20: throw error("the text does not end on its line; expected a closing \"")
            default:
                let end = endOfPlainBytes
                keep(bytes[index..<end], in: &scratch)
                index = end
            }
        }
        throw JSONSyntaxError(message: "the text has no closing \"", position: start)
    }

    /// Where the bytes here end that stand in a text for themselves.
    private var endOfPlainBytes: Int {
        mutating get {
            var end = index
            while end < bytes.count {
                let byte = bytes[end]
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                if byte & 0xC0 == 0x80 { continuations += 1 }
                end += 1
            }
            return end
        }
    }
}

extension JSONStream: JSONEscapes {
    mutating func nextByte() throws -> UInt8? { try peek() }

    mutating func pass() { index += 1 }

    func failure(_ message: String) -> any Error { error(message) }
}
