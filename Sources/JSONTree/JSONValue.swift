/// A JSON value whose objects keep the order they were built in.
///
/// Foundation's encoder writes keys in any order or sorted; what people read and compare (settings, records, schemas)
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

        /// A member from its parts.
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
