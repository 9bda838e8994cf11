/// A JSON value whose objects keep the order they were built in.
///
/// Foundation's encoder writes keys in any order or sorted; what users read and compare (settings, records, schemas)
/// wants an order of its own. Literals make one: `["type": "integer", "minimum": 1]`.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One name and value of an object.
    public struct Member: Hashable, Sendable {
        /// The member's name, without escapes.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// A member of a name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of an object's member, nil where this is no object or has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// A number with at most this many decimals, so that files stay readable; whole ones become integers.
    public static func rounded(_ value: Double, decimals: Int) -> JSONValue {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let rounded = (value * power).rounded() / power
        guard let whole = Int(exactly: rounded) else { return .number(rounded) }
        return .integer(whole)
    }

    /// The same value with the members of every object sorted by name, for fingerprints.
    public var canonical: JSONValue {
        switch self {
        case .array(let values): .array(values.map(\.canonical))
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.canonical) }.sorted { $0.name < $1.name })
        default: self
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its members in the literal's order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension JSONValue {
    /// The string, or null for nil.
    public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
    /// The integer, or null for nil.
    public init(_ number: Int?) { self = number.map(JSONValue.integer) ?? .null }
}

extension JSONValue: Encodable {
    /// Encodes the tree for any encoder; only the order of members is then the encoder's own.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
        case .array(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            default: try container.encodeNil()
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSONValue {
    /// The value as JSON on one line.
    public var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value as JSON over several lines, indented by two spaces; short arrays of plain values stay on one line.
    public var document: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): Self.write(value, to: &text)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            let inner = values.contains(where: \.isContainer) ? indent : nil
            Self.write(values, in: ("[", "]"), to: &text, indent: inner, spaced: indent != nil) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, in: ("{", "}"), to: &text, indent: indent, spaced: false) { member, text, indent in
                Self.write(member.name, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], in brackets: (String, String), to text: inout String, indent: Int?, spaced: Bool,
        item write: (Item, inout String, Int?) -> Void
    ) {
        text += brackets.0
        for (index, item) in items.enumerated() {
            if index > 0 { text += spaced && indent == nil ? ", " : "," }
            if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
            write(item, &text, indent.map { $0 + 1 })
        }
        if let indent, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
        text += brackets.1
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private static func write(_ value: Double, to text: inout String) {
        if let whole = Int(exactly: value) {
            text += String(whole)
        } else {
            // JSON has no word for infinity or not-a-number.
            text += value.isFinite ? value.description : "null"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Nearly every string is plain, and copied whole it costs a tenth.
        if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text += isShownEscaped(scalar) ? escape(scalar) : String(scalar)
            }
        }
    }

    /// JSON that another program wrote, with characters escaped that a terminal would take for a command.
    public static func shown(_ text: String) -> String {
        let isEscaped = { (scalar: Unicode.Scalar) in scalar != "\n" && isShownEscaped(scalar) }
        guard text.unicodeScalars.contains(where: isEscaped) else { return text }
        return text.unicodeScalars.map { isEscaped($0) ? escape($0) : String($0) }.joined()
    }

    /// Control characters, marks of direction, and the two separators that are line ends to some readers: a record of
    /// JSON Lines must stay one line, and a terminal must not take a label for a command.
    private static func isShownEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        Character(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
