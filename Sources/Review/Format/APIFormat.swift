import Findings
import JSONTree

/// How one kind of value stands in the API: written as JSON, and described for clients.
///
/// Objects are described once, as tables of keys with their formats (``APIKey``): the answer and its schema follow from the table.
struct APIFormat<Value>: Sendable {
    /// What stands in the place of such a value: its schema, or a reference to it.
    let schema: JSONValue
    /// The schemas that it refers to, by their names.
    let definitions: [JSONValue.Member]
    let write: @Sendable (Value) -> JSONValue

    init(
        schema: JSONValue, definitions: [JSONValue.Member] = [], write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.schema = schema
        self.definitions = definitions
        self.write = write
    }

    /// As in records.
    init(_ format: ValueFormat<Value>) where Value: Sendable {
        self.init(schema: format.schema, write: format.write)
    }

    /// The same format, which the document describes under a name.
    func named(_ name: String, _ description: String? = nil) -> APIFormat {
        let whole = description.map { schema.with(["description": .string($0)]) } ?? schema
        return APIFormat(
            schema: .reference(name), definitions: [.init(name, whole)] + definitions, write: write)
    }

    /// The same format with more keywords in its schema, such as limits on what clients send.
    func with(_ keywords: JSONValue) -> APIFormat {
        APIFormat(schema: schema.with(keywords), definitions: definitions, write: write)
    }

    /// The same format for a type of its own.
    func of<Other>(_ value: @escaping @Sendable (Other) -> Value) -> APIFormat<Other> {
        APIFormat<Other>(schema: schema, definitions: definitions) { [write] in write(value($0)) }
    }
}

/// One key of an object in the API.
struct APIKey<Root>: Sendable {
    let name: String
    fileprivate let schema: JSONValue
    fileprivate let definitions: [JSONValue.Member]
    fileprivate let isRequired: Bool
    /// Nil where it is only described.
    fileprivate let write: (@Sendable (Root) -> JSONValue)?

    /// A key that every answer has.
    ///
    /// - Parameter isRequired: False where clients may leave it out, or should not count on it.
    init<Value>(
        _ name: String, _ value: @escaping @Sendable (Root) -> Value, _ format: APIFormat<Value>,
        isRequired: Bool = true
    ) {
        self.name = name
        self.isRequired = isRequired
        schema = format.schema
        definitions = format.definitions
        write = { [write = format.write] in write(value($0)) }
    }

    /// A key that clients may leave out; null where there is no value.
    init<Value>(
        _ name: String, optional value: @escaping @Sendable (Root) -> Value?, _ format: APIFormat<Value>
    ) {
        self.init(name, value, .orNull(format), isRequired: false)
    }

    /// A key that is not written here: clients send it and never get it, or something else writes it.
    init<Value>(_ name: String, described format: APIFormat<Value>, isRequired: Bool = true) {
        self.name = name
        self.isRequired = isRequired
        schema = format.schema
        definitions = format.definitions
        write = nil
    }

    /// A key that is not written here, and may be null or missing.
    init<Value>(_ name: String, orNull format: APIFormat<Value>) {
        self.init(name, described: APIFormat<Value?>.orNull(format), isRequired: false)
    }
}

extension APIFormat {
    /// An object with these keys.
    ///
    /// - Parameters:
    ///   - first: The keys that are written before the others, where answers have another order than the schema.
    ///   - head: Writes an object whose members stand before the keys.
    static func object(
        _ keys: [APIKey<Value>], first: [String] = [], behind head: (@Sendable (Value) -> JSONValue)? = nil
    ) -> APIFormat {
        var schema: [JSONValue.Member] = [.init("type", "object")]
        let required = keys.filter(\.isRequired)
        if !required.isEmpty { schema.append(.init("required", .array(required.map { .string($0.name) }))) }
        schema.append(.init("properties", .object(keys.map { .init($0.name, $0.schema) })))
        let ordered =
            first.compactMap { name in keys.first { $0.name == name } } + keys.filter { !first.contains($0.name) }
        return APIFormat(schema: .object(schema), definitions: keys.flatMap(\.definitions).namedOnce) { value in
            let own = JSONValue.object(ordered.compactMap { key in key.write.map { .init(key.name, $0(value)) } })
            return head.map { $0(value).with(own) } ?? own
        }
    }

    /// The value, or null for nil.
    static func orNull<Wrapped>(_ format: APIFormat<Wrapped>) -> APIFormat where Value == Wrapped? {
        APIFormat(schema: format.schema.orNull, definitions: format.definitions) { $0.map(format.write) ?? .null }
    }

    /// The value; null for nil, which is not described as it should not be.
    static func always<Wrapped>(_ format: APIFormat<Wrapped>) -> APIFormat where Value == Wrapped? {
        APIFormat(schema: format.schema, definitions: format.definitions) { $0.map(format.write) ?? .null }
    }

    /// A list of such values.
    static func list<Item>(_ format: APIFormat<Item>) -> APIFormat where Value == [Item] {
        APIFormat(schema: ["type": "array", "items": format.schema], definitions: format.definitions) {
            .array($0.map(format.write))
        }
    }

    /// Such values by name.
    static func byName<Item>(_ format: APIFormat<Item>) -> APIFormat where Value == [String: Item] {
        APIFormat(
            schema: ["type": "object", "additionalProperties": format.schema], definitions: format.definitions
        ) { values in
            .object(values.sorted { $0.key < $1.key }.map { .init($0.key, format.write($0.value)) })
        }
    }
}

extension [JSONValue.Member] {
    /// The first member of each name.
    var namedOnce: [JSONValue.Member] {
        var names: Set<String> = []
        return filter { names.insert($0.name).inserted }
    }
}

extension JSONValue {
    /// The schema of one of some words.
    static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

    /// What stands in the place of a schema that the document describes under a name.
    fileprivate static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// The object with another one's members behind its own.
    func with(_ other: JSONValue) -> JSONValue {
        guard case .object(let own) = self, case .object(let more) = other else { return self }
        return .object(own + more)
    }

    /// The schema of the same or null.
    fileprivate var orNull: JSONValue {
        guard case .object(var members) = self, let type = members.firstIndex(where: { $0.name == "type" }) else {
            return ["anyOf": [["type": "null"], self]]
        }
        members[type].value = [members[type].value, "null"]
        return .object(members)
    }
}
