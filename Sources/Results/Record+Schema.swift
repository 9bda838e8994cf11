import Findings
import JSONTree

extension Record {
    /// The JSON Schema (draft 2020-12) of a record.
    public static var schema: String { schemaValue.document + "\n" }

    static var schemaValue: JSONValue {
        object(
            ("version", ["const": "1.0"]),
            ("timestamp", ["type": "string", "format": "date-time"]),
            ("source", source),
            ("state", words(State.self)),
            ("error", orNull(object(("code", text), ("message", text), ("fault", words(Fault.self))))),
            ("attempts", whole(from: 0)),
            (
                "image",
                orNull(
                    object(
                        ("width", whole(from: 1)), ("height", whole(from: 1)),
                        ("orientation", ["type": "integer", "minimum": 1, "maximum": 8]), ("format", text)))
            ),
            ("model", orNull(model)),
            ("models", list(of: model)),
            (
                "detections",
                list(
                    of: object(
                        ("label", text), ("classId", whole(from: 0)),
                        ("confidence", ["type": "number", "minimum": 0, "maximum": 1]), ("box", box)))
            ),
            ("targetDetection", orNull(targets)),
            ("arrows", list(of: arrow)),
            (
                "imageMetadata",
                orNull(
                    object(
                        ("width", whole(from: 1)), ("height", whole(from: 1)),
                        ("orientation", ["type": "integer", "minimum": 1, "maximum": 8]), ("format", text),
                        ("captured", orNull(text)), ("make", orNull(text)), ("model", orNull(text))))
            ),
            (
                "timings",
                object(
                    ("load", time), ("register", time), ("infer", time), ("decode", time), ("draw", time),
                    ("write", time))
            ),
            (
                "outputs",
                orNull(
                    object(
                        ("annotated", orNull(text)), ("crops", list(of: text)), ("original", orNull(text)),
                        optional: ("pathsEscaped", ["const": true])))
            ),
            head: [
                .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
                .init("title", "A photo's record as Quiver writes it"),
            ])
    }

    static let text: JSONValue = ["type": "string"]
    static let hash: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
    static let time: JSONValue = ["type": ["number", "null"], "minimum": 0]

    static var source: JSONValue {
        object(
            ("path", text), ("bytes", ["type": ["integer", "null"], "minimum": 0]), ("sha256", orNull(hash)),
            ("duplicateOf", orNull(text)),
            optional: ("pathEscaped", ["const": true]), ("duplicateOfEscaped", ["const": true]), ("movedTo", text),
            ("movedToEscaped", ["const": true]))
    }

    static var model: JSONValue {
        object(("name", text), ("sha256", hash), ("engine", text), ("precision", text))
    }

    /// In pixels of the upright photo; the corner is the top left one.
    static var box: JSONValue {
        let edge: JSONValue = ["type": "number", "minimum": 0]
        return object(("x", edge), ("y", edge), ("width", edge), ("height", edge))
    }

    static func whole(from least: Int) -> JSONValue { ["type": "integer", "minimum": .integer(least)] }

    static func list(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }

    static func orNull(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> JSONValue {
        ["enum": .array(type.allCases.map { .string($0.rawValue) })]
    }

    /// An object that has all of these members, perhaps the optional ones, and no others.
    static func object(
        _ members: (String, JSONValue)..., optional: (String, JSONValue)..., head: [JSONValue.Member] = []
    ) -> JSONValue {
        let properties = (members + optional).map { JSONValue.Member($0.0, $0.1) }
        return .object(
            head + [
                .init("type", "object"), .init("properties", .object(properties)),
                .init("required", .array(members.map { .string($0.0) })), .init("additionalProperties", false),
            ])
    }
}
