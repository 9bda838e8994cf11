import Findings
import JSONTree

/// How one kind of value stands in a record: written as JSON, read back, and described by the schema.
///
/// Records are described once, as tables of keys with their formats (``RecordKey``); the three follow from the table.
struct ValueFormat<Value: Sendable>: Sendable {
    let schema: JSONValue
    let write: @Sendable (Value) -> JSONValue
    let read: @Sendable (JSONValue) throws(RecordFormatError) -> Value

    /// The same format for a type of its own; `nil` from `to` refuses the value.
    func mapped<Other: Sendable>(
        to: @escaping @Sendable (Value) -> Other?, from: @escaping @Sendable (Other) -> Value
    ) -> ValueFormat<Other> {
        ValueFormat<Other>(schema: schema) {
            write(from($0))
        } read: { (json) throws(RecordFormatError) in
            guard let value = to(try read(json)) else { throw RecordFormatError() }
            return value
        }
    }

    /// The value, or null for nil.
    static func orNull<Wrapped>(_ format: ValueFormat<Wrapped>) -> ValueFormat where Value == Wrapped? {
        ValueFormat(schema: ["anyOf": [format.schema, ["type": "null"]]]) {
            $0.map(format.write) ?? .null
        } read: { (json) throws(RecordFormatError) in
            json == .null ? nil : try format.read(json)
        }
    }

    /// A list of such values.
    static func list<Item>(_ format: ValueFormat<Item>) -> ValueFormat where Value == [Item] {
        ValueFormat(schema: ["type": "array", "items": format.schema]) {
            .array($0.map(format.write))
        } read: { (json) throws(RecordFormatError) in
            guard case .array(let items) = json else { throw RecordFormatError() }
            var values: [Item] = []
            for item in items { values.append(try format.read(item)) }
            return values
        }
    }
}

/// A text that is no record of Quiver's; the key that is to blame, as far as it is known.
struct RecordFormatError: Error {
    var key = ""
}

extension ValueFormat where Value == String {
    /// Any text.
    static let text = ValueFormat(schema: ["type": "string"]) {
        .string($0)
    } read: { (json) throws(RecordFormatError) in
        guard case .string(let text) = json else { throw RecordFormatError() }
        return text
    }

    /// A SHA-256 in hexadecimal.
    static let hash = ValueFormat(schema: ["type": "string", "pattern": "^[0-9a-f]{64}$"]) {
        .string($0)
    } read: { (json) throws(RecordFormatError) in
        try text.read(json)
    }
}

extension ValueFormat where Value == Int {
    /// A whole number.
    static func whole(from least: Int, to most: Int? = nil) -> ValueFormat {
        var members: [JSONValue.Member] = [.init("type", "integer"), .init("minimum", .integer(least))]
        if let most { members.append(.init("maximum", .integer(most))) }
        return ValueFormat(schema: .object(members)) {
            .integer($0)
        } read: { (json) throws(RecordFormatError) in
            guard case .integer(let number) = json else { throw RecordFormatError() }
            return number
        }
    }
}

extension ValueFormat where Value == Int {
    /// The number of a model's class; one that no model has is no record's: lists of classes are as long as the number.
    static var classNumber: ValueFormat {
        let numbers = 0..<ModelClasses.most
        let schema: [JSONValue.Member] = [
            .init("type", "integer"), .init("minimum", .integer(0)), .init("maximum", .integer(numbers.upperBound - 1)),
        ]
        return ValueFormat(schema: .object(schema)) {
            .integer($0)
        } read: { (json) throws(RecordFormatError) in
            guard case .integer(let number) = json, numbers.contains(number) else { throw RecordFormatError() }
            return number
        }
    }
}

extension ValueFormat where Value == Bool {
    static let bool = ValueFormat(schema: ["type": "boolean"]) {
        .bool($0)
    } read: { (json) throws(RecordFormatError) in
        guard case .bool(let value) = json else { throw RecordFormatError() }
        return value
    }
}

extension ValueFormat where Value == Double {
    /// A number rounded to so many decimals: finer digits are noise.
    static func number(decimals: Int, least: JSONValue? = nil, most: JSONValue? = nil) -> ValueFormat {
        var members: [JSONValue.Member] = [.init("type", "number")]
        if let least { members.append(.init("minimum", least)) }
        if let most { members.append(.init("maximum", most)) }
        return number(schema: .object(members)) { .rounded($0, decimals: decimals) }
    }

    /// A number with nine significant digits, for maps whose last row multiplies pixels by the thousand.
    static let significant = number(schema: ["type": "number"]) { .significant($0, digits: 9) }

    /// A share from 0 to 1.
    static func share(decimals: Int) -> ValueFormat { number(decimals: decimals, least: 0, most: 1) }

    private static func number(
        schema: JSONValue, write: @escaping @Sendable (Double) -> JSONValue
    ) -> ValueFormat {
        ValueFormat(schema: schema, write: write) { (json) throws(RecordFormatError) in
            switch json {
            case .integer(let whole): return Double(whole)
            case .number(let number): return number
            default: throw RecordFormatError()
            }
        }
    }
}

extension ValueFormat where Value == [String: Double] {
    /// Shares from 0 to 1 by name.
    static func shares(decimals: Int) -> ValueFormat {
        let share = ValueFormat<Double>.share(decimals: decimals)
        return ValueFormat(schema: ["type": "object", "additionalProperties": share.schema]) { shares in
            .object(shares.sorted { $0.key < $1.key }.map { .init($0.key, share.write($0.value)) })
        } read: { (json) throws(RecordFormatError) in
            guard case .object(let members) = json else { throw RecordFormatError() }
            var shares: [String: Double] = [:]
            for member in members { shares[member.name] = try share.read(member.value) }
            return shares
        }
    }
}

extension ValueFormat where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the enumeration's words.
    static var word: ValueFormat {
        ValueFormat(schema: ["enum": .array(Value.allCases.map { .string($0.rawValue) })]) {
            .string($0.rawValue)
        } read: { (json) throws(RecordFormatError) in
            guard case .string(let text) = json, let value = Value(rawValue: text) else { throw RecordFormatError() }
            return value
        }
    }
}
