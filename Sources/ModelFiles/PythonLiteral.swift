/// A value as Python writes it, which is how the public trainers store metadata in a model.
public indirect enum PythonLiteral: Hashable, Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    /// A list, a tuple or a set.
    case list([PythonLiteral])
    /// A dictionary in its own order; a key that comes twice is there twice.
    case dict([Entry])

    /// One pair of a dictionary.
    public struct Entry: Hashable, Sendable {
        /// A literal of any kind.
        public let key: PythonLiteral
        /// A literal of any kind.
        public let value: PythonLiteral

        /// A pair of a key and its value.
        public init(key: PythonLiteral, value: PythonLiteral) {
            self.key = key
            self.value = value
        }
    }

    /// Reads one literal; nil where the text is anything else.
    ///
    /// Time is linear in the text's length, and nesting beyond 64 levels is refused.
    public init?(_ text: String) {
        var text = text
        let value = text.withUTF8 { bytes -> PythonLiteral? in
            var parser = PythonLiteralParser(bytes)
            return parser.parse()
        }
        guard let value else { return nil }
        self = value
    }

    /// A whole number, also where it is written as a text of digits.
    var integer: Int? {
        switch self {
        case .int(let value): value
        case .string(let text): Int(text)
        default: nil
        }
    }
}

/// A recursive descent over the bytes of a Python literal.
struct PythonLiteralParser {
    private static let deepest = 64
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The literal that the whole text is, or nil.
    mutating func parse() -> PythonLiteral? {
        guard let value = value() else { return nil }
        skipSpace()
        return offset == bytes.count ? value : nil
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
    }

    private mutating func value() -> PythonLiteral? {
        skipSpace()
        guard let byte = next, depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch Unicode.Scalar(byte) {
        case "{": return braces()
        case "[": return sequence(closing: "]").map { .list($0.values) }
        case "(":
            guard let inner = sequence(closing: ")") else { return nil }
            // One value in parentheses is that value; a tuple of one has a comma.
            return inner.values.count == 1 && !inner.endsInComma ? inner.values.first : .list(inner.values)
        case "'", "\"": return string().map(PythonLiteral.string)
        case "0"..."9", "-", "+", ".": return number()
        default: return word()
        }
    }

    private mutating func sequence(
        closing: Unicode.Scalar
    ) -> (values: [PythonLiteral], endsInComma: Bool)? {
        offset += 1
        var values: [PythonLiteral] = []
        var endsInComma = false
        while true {
            skipSpace()
            if take(closing) { return (values, endsInComma) }
            guard values.isEmpty || endsInComma, let value = value() else { return nil }
            values.append(value)
            skipSpace()
            endsInComma = take(",")
        }
    }

    /// A dictionary, or a set.
    private mutating func braces() -> PythonLiteral? {
        offset += 1
        var entries: [PythonLiteral.Entry] = []
        var elements: [PythonLiteral] = []
        var endsInComma = true
        while true {
            skipSpace()
            if take("}") { return elements.isEmpty ? .dict(entries) : .list(elements) }
            guard endsInComma, let key = value() else { return nil }
            skipSpace()
            if take(":") {
                guard elements.isEmpty, let value = value() else { return nil }
                entries.append(PythonLiteral.Entry(key: key, value: value))
            } else {
                guard entries.isEmpty else { return nil }
                elements.append(key)
            }
            skipSpace()
            endsInComma = take(",")
        }
    }

    private mutating func word() -> PythonLiteral? {
        let start = offset
        while let byte = next, (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) { offset += 1 }
        switch String(decoding: bytes[start..<offset], as: UTF8.self) {
        // Metadata written by hand is often JSON; its words mean the same.
        case "True", "true": return .bool(true)
        case "False", "false": return .bool(false)
        case "None", "null": return PythonLiteral.none
        default: return nil
        }
    }

    private mutating func number() -> PythonLiteral? {
        let start = offset
        while let byte = next, Self.isPartOfNumber(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self).filter { $0 != "_" }
        if let whole = Int(text) { return .int(whole) }
        return Double(text).map(PythonLiteral.float)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "0"..."9", "+", "-", ".", "e", "E", "_": true
        default: false
        }
    }
}

extension PythonLiteralParser {
    private mutating func string() -> String? {
        guard let quote = next else { return nil }
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escaped = next else { return nil }
            offset += 1
            switch Unicode.Scalar(escaped) {
            case "n": text.append(0x0A)
            case "t": text.append(0x09)
            case "r": text.append(0x0D)
            case "x": guard append(digits: 2, to: &text) else { return nil }
            case "u": guard append(digits: 4, to: &text) else { return nil }
            case "U": guard append(digits: 8, to: &text) else { return nil }
            case "\\", "'", "\"": text.append(escaped)
            // As Python: an unknown escape stays as it is written.
            default: text += [byte, escaped]
            }
        }
        return nil
    }

    private mutating func append(digits: Int, to text: inout [UInt8]) -> Bool {
        guard offset + digits <= bytes.count else { return false }
        let code = String(decoding: bytes[offset..<offset + digits], as: UTF8.self)
        guard let number = UInt32(code, radix: 16), let scalar = Unicode.Scalar(number) else { return false }
        offset += digits
        text += Array(String(Character(scalar)).utf8)
        return true
    }
}
