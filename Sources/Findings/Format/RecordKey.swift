import JSONTree

extension [JSONValue.Member] {
    /// The value of a member; nil where there is none.
    ///
    /// - Parameter next: Where the search begins, and then the place behind the member.
    fileprivate func value(named name: String, from next: inout Int) -> JSONValue? {
        for place in [next..<count, 0..<next].joined() where self[place].name == name {
            next = place + 1
            return self[place].value
        }
        return nil
    }
}

/// One key of an object in a record, bound to the property that holds its value.
package struct RecordKey<Root: Sendable>: Sendable {
    package let name: String
    let schema: JSONValue
    /// Whether each record has it; others have it where there is something to say.
    let isRequired: Bool
    /// Nil where the key is left out.
    let write: @Sendable (Root) -> JSONValue?
    let read: @Sendable (JSONValue?, inout Root) throws(RecordFormatError) -> Void
    /// As ``ValueFormat/move``.
    let move: (@Sendable (JSONValue, FramedPlaces) -> JSONValue)?

    /// A key that every record has.
    ///
    /// - Parameter absent: What records hold that were written before the key was; nil where all have it.
    package init<Value>(
        _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ format: ValueFormat<Value>,
        absent: Value? = nil
    ) {
        self.name = name
        schema = format.schema
        move = format.move
        isRequired = true
        write = { format.write($0[keyPath: property]) }
        read = { (json, root) throws(RecordFormatError) in
            if let json {
                root[keyPath: property] = try format.read(json)
            } else if let absent {
                root[keyPath: property] = absent
            } else {
                throw RecordFormatError()
            }
        }
    }

    /// A key that earlier records lack; its value then follows from what has been read before it.
    package init<Value>(
        _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ format: ValueFormat<Value>,
        ifAbsent other: @escaping @Sendable (Root) -> Value
    ) {
        self.name = name
        schema = format.schema
        move = format.move
        isRequired = true
        write = { format.write($0[keyPath: property]) }
        read = { (json, root) throws(RecordFormatError) in
            root[keyPath: property] = if let json { try format.read(json) } else { other(root) }
        }
    }

    /// A key that is left out where its value is nil.
    package init<Value>(
        _ name: String, optional property: any WritableKeyPath<Root, Value?> & Sendable, _ format: ValueFormat<Value>
    ) {
        self.init(name, format) {
            $0[keyPath: property]
        } set: {
            $0[keyPath: property] = $1
        }
    }

    /// A key that is left out where there is no value.
    package init<Value>(
        _ name: String, _ format: ValueFormat<Value>, get: @escaping @Sendable (Root) -> Value?,
        set: @escaping @Sendable (inout Root, Value?) -> Void
    ) {
        self.name = name
        schema = format.schema
        move = format.move
        isRequired = false
        write = { get($0).map(format.write) }
        read = { (json, root) throws(RecordFormatError) in
            let value: Value? = if let json, json != .null { try format.read(json) } else { nil }
            set(&root, value)
        }
    }
}

extension ValueFormat {
    /// An object with these keys.
    ///
    /// The schema allows keys that later versions add.
    /// - Parameter blank: A value whose properties the keys fill.
    package static func object(
        _ blank: Value, _ keys: [RecordKey<Value>], head: [JSONValue.Member] = []
    ) -> ValueFormat {
        let schema = JSONValue.object(
            head + [
                .init("type", "object"), .init("properties", .object(keys.map { .init($0.name, $0.schema) })),
                .init("required", .array(keys.filter(\.isRequired).map { .string($0.name) })),
            ])
        let format = ValueFormat(schema: schema) { value in
            .object(keys.compactMap { key in key.write(value).map { JSONValue.Member(key.name, $0) } })
        } read: { (json) throws(RecordFormatError) in
            guard case .object(let members) = json else { throw RecordFormatError() }
            var value = blank
            // Members mostly stand in the order of the keys.
            var next = 0
            for key in keys {
                do throws(RecordFormatError) {
                    try key.read(members.value(named: key.name, from: &next), &value)
                } catch {
                    throw RecordFormatError(key: error.key.isEmpty ? key.name : "\(key.name).\(error.key)")
                }
            }
            return value
        }
        let moves = keys.compactMap { key in key.move.map { (key.name, $0) } }
        guard !moves.isEmpty else { return format }
        let named = Dictionary(moves) { first, _ in first }
        return format.moving { json, places in
            json.mapMembers { member in named[member.name]?(member.value, places) ?? member.value }
        }
    }
}
