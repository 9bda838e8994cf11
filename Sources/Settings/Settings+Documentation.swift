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
            members += [.init("type", "array"), .init("items", schema(of: KeyTree(key.known(items)), group: ""))]
        } else if key.traits.isDisjoint(with: [.required, .inherited]) {
            members.append(.init("default", key.fallback))
        }
        return .object(members)
    }

    /// The keys as a table in Markdown, for the documentation's page `Settings`.
    public static var reference: String {
        let rows = keys.map(\.description).flatMap { key -> [String] in
            guard let items = key.items else { return [row(key, path: key.path)] }
            return ["| `\(key.path)` | | \(key.about) |"] + items.map { row($0, path: "\(key.path)[].\($0.path)") }
        }
        return (["| key | default | what it does |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }

    private static func row(_ key: KeyDescription, path: String) -> String {
        let fallback =
            switch path {
            case _ where key.traits.contains(.required): "required"
            case "queue": "beside the results"
            case "cache": "`~/.cache/quiver`"
            case "detectors[].model", "scoring.model", "scoring.holeModel": "the one that comes with Quiver"
            default: "`\(key.fallback.line)`"
            }
        return "| `\(path)` | \(fallback) | \(key.about) |"
    }
}
