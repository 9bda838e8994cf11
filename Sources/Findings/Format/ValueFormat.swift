import JSONTree

/// How one kind of value stands in a record: written as JSON, read back, and described by the schema.
///
/// Records are described once, as tables of keys with their formats (``RecordKey``); the three follow from the table, and so
/// does the JSON in another ``CoordinateFrame``.
package struct ValueFormat<Value: Sendable>: Sendable {
    package let schema: JSONValue
    package let write: @Sendable (Value) -> JSONValue
    package let read: @Sendable (JSONValue) throws(RecordFormatError) -> Value
    /// Moves the places in the written JSON to another frame; nil where the value holds none.
    package private(set) var move: (@Sendable (JSONValue, FramedPlaces) -> JSONValue)?

    package init(
        schema: JSONValue, write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue) throws(RecordFormatError) -> Value
    ) {
        self.schema = schema
        self.write = write
        self.read = read
    }

    /// The same format for a place in the photo, which is moved so.
    package func moving(_ move: @escaping @Sendable (JSONValue, FramedPlaces) -> JSONValue) -> ValueFormat {
        var format = self
        format.move = move
        return format
    }

    /// The same format for what is in pixels in every frame.
    package var inPixels: ValueFormat {
        var format = self
        format.move = nil
        return format
    }

    /// The same format for a type of its own; `nil` from `to` refuses the value.
    package func mapped<Other: Sendable>(
        to: @escaping @Sendable (Value) -> Other?, from: @escaping @Sendable (Other) -> Value
    ) -> ValueFormat<Other> {
        var format = ValueFormat<Other>(schema: schema) {
            write(from($0))
        } read: { (json) throws(RecordFormatError) in
            guard let value = to(try read(json)) else { throw RecordFormatError() }
            return value
        }
        format.move = move
        return format
    }

    /// The value, or null for nil.
    package static func orNull<Wrapped>(_ format: ValueFormat<Wrapped>) -> ValueFormat where Value == Wrapped? {
        var own = ValueFormat(schema: ["anyOf": [format.schema, ["type": "null"]]]) {
            $0.map(format.write) ?? .null
        } read: { (json) throws(RecordFormatError) in
            json == .null ? nil : try format.read(json)
        }
        own.move = format.move
        return own
    }

    /// A list of such values.
    package static func list<Item>(_ format: ValueFormat<Item>) -> ValueFormat where Value == [Item] {
        var list = ValueFormat(schema: ["type": "array", "items": format.schema]) {
            .array($0.map(format.write))
        } read: { (json) throws(RecordFormatError) in
            guard case .array(let items) = json else { throw RecordFormatError() }
            var values: [Item] = []
            for item in items { values.append(try format.read(item)) }
            return values
        }
        if let move = format.move { list.move = { json, places in json.mapItems { move($0, places) } } }
        return list
    }
}

/// A text that is no record of Quiver's; the key that is to blame, as far as it is known.
package struct RecordFormatError: Error {
    package var key = ""

    package init(key: String = "") { self.key = key }
}

extension ValueFormat where Value == String {
    /// Any text.
    package static let text = ValueFormat(schema: ["type": "string"]) {
        .string($0)
    } read: { (json) throws(RecordFormatError) in
        guard case .string(let text) = json else { throw RecordFormatError() }
        return text
    }

    /// A SHA-256 in hexadecimal.
    package static let hash = ValueFormat(schema: ["type": "string", "pattern": "^[0-9a-f]{64}$"]) {
        .string($0)
    } read: { (json) throws(RecordFormatError) in
        try text.read(json)
    }
}

extension ValueFormat where Value == Int {
    /// A whole number.
    package static func whole(from least: Int, to most: Int? = nil) -> ValueFormat {
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
    package static var classNumber: ValueFormat {
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
    package static let bool = ValueFormat(schema: ["type": "boolean"]) {
        .bool($0)
    } read: { (json) throws(RecordFormatError) in
        guard case .bool(let value) = json else { throw RecordFormatError() }
        return value
    }
}

extension ValueFormat where Value == Double {
    /// A number rounded to so many decimals: finer digits are noise.
    package static func number(decimals: Int, least: JSONValue? = nil, most: JSONValue? = nil) -> ValueFormat {
        var members: [JSONValue.Member] = [.init("type", "number")]
        if let least { members.append(.init("minimum", least)) }
        if let most { members.append(.init("maximum", most)) }
        return number(schema: .object(members)) { .rounded($0, decimals: decimals) }
    }

    /// A share from 0 to 1.
    package static func share(decimals: Int) -> ValueFormat { number(decimals: decimals, least: 0, most: 1) }

    /// A number in a form of its own.
    package static func number(
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
    package static func shares(decimals: Int) -> ValueFormat {
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
    package static var word: ValueFormat {
        ValueFormat(schema: ["enum": .array(Value.allCases.map { .string($0.rawValue) })]) {
            .string($0.rawValue)
        } read: { (json) throws(RecordFormatError) in
            guard case .string(let text) = json, let value = Value(rawValue: text) else { throw RecordFormatError() }
            return value
        }
    }
}
