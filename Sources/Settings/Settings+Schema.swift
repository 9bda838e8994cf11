import JSONTree

extension Settings {
    /// The JSON Schema (draft 2020-12) of `pipeline.json`, for `quiver config --schema` and for editors.
    public static var schema: String { schemaValue.document + "\n" }

    static var schemaValue: JSONValue {
        let tree = KeyTree(keys.map(\.description))
        var members: [JSONValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "Quiver's pipeline.json"),
        ]
        guard case .object(var object) = schema(of: tree, group: "") else { return .null }
        if let index = object.firstIndex(where: { $0.name == "properties" }),
            case .object(let properties) = object[index].value
        {
            object[index].value = .object([.init("$schema", ["type": "string"])] + properties)
        }
        members += object
        return .object(members)
    }

    private static func schema(of tree: KeyTree, group: String) -> JSONValue {
        let properties = tree.names(in: group).map { name -> JSONValue.Member in
            switch tree.entry(group + name) {
            case .key(let key): .init(name, schema(of: key))
            default: .init(name, schema(of: tree, group: group + name + "."))
            }
        }
        var members: [JSONValue.Member] = [.init("type", "object"), .init("properties", .object(properties))]
        let required = tree.keys.filter { $0.traits.contains(.required) && group.isEmpty }
        if !required.isEmpty { members.append(.init("required", .array(required.map { .string($0.path) }))) }
        members.append(.init("additionalProperties", false))
        return .object(members)
    }

    private static func schema(of key: KeyDescription) -> JSONValue {
        guard case .object(let own) = key.schema else { return key.schema }
        var members = [JSONValue.Member("description", .string(key.about))] + own
        if let items = key.items {
            members += [.init("type", "array"), .init("items", schema(of: KeyTree(items), group: ""))]
        } else if !key.traits.contains(.required) {
            members.append(.init("default", key.fallback))
        }
        return .object(members)
    }
}
