import Findings
import JSONTree
import SystemPackage

extension SettingFormat where Value == Settings.Tiles {
    /// The side of tiles, null for none, or "auto".
    static func tiles(_ sides: ClosedRange<Int>, example: Int) -> SettingFormat {
        SettingFormat<Int>.integer(sides, example: example).or(nil).or("auto").mapped { given in
            given.map { $0.map(Settings.Tiles.side) ?? .whole } ?? .auto
        } from: { tiles in
            tiles == .auto ? nil : .some(tiles.side)
        }
    }
}

extension SettingFormat where Value == WorkHours {
    /// Hours of the day or of the week as one text, or as a list of texts.
    static var workHours: SettingFormat {
        let expected =
            "hours such as \"22:00-06:00\" or \"mon-fri 18:00-07:00, sat, sun 00:00-24:00\", or a list of these"
        return SettingFormat(
            expected: expected,
            schema: [
                "anyOf": [
                    ["type": "string", "minLength": 1],
                    ["type": "array", "items": ["type": "string", "minLength": 1], "minItems": 1],
                ]
            ],
            decode: { content, _ in
                switch content {
                case .string(let text): return WorkHours(text)
                case .array(let nodes):
                    let texts = nodes.compactMap { if case .string(let text) = $0.content { text } else { nil } }
                    return texts.count == nodes.count ? WorkHours(texts) : nil
                default: return nil
                }
            }, encode: { .array($0.texts.map { .string($0) }) })
    }
}

extension SettingFormat {
    /// The same format for another type with as many values.
    func mapped<Other: Sendable>(
        to other: @escaping @Sendable (Value) -> Other, from value: @escaping @Sendable (Other) -> Value
    ) -> SettingFormat<Other> {
        SettingFormat<Other>(expected: expected, schema: schema, shape: shape) { (node, folder) throws(TypeMismatch) in
            other(try decode(node, folder))
        } encode: {
            encode(value($0))
        }
    }

    /// The format with a word in JSON for nil: `null`, or a text such as "auto".
    func or(_ word: JSONValue) -> SettingFormat<Value?> {
        let either = "\(word.line) or \(expected)"
        return SettingFormat<Value?>(
            expected: either, schema: ["anyOf": [["const": word], schema]], shape: shape
        ) { (node, folder) throws(TypeMismatch) in
            // The environment and the command line have no null but the word.
            if node.value == word || word == .null && node.value == "none" { return nil }
            do throws(TypeMismatch) {
                return try decode(node, folder)
            } catch {
                guard error.place.isEmpty else { throw error }
                throw TypeMismatch(node: error.node, expected: either)
            }
        } encode: {
            $0.map(encode) ?? word
        }
    }

    /// The format with "auto" for nil, and for null as well.
    static func autoOr<Wrapped: Sendable>(_ format: SettingFormat<Wrapped>) -> SettingFormat<Value>
    where Value == Wrapped? {
        format.or(nil).or("auto").mapped(to: { $0 ?? nil }, from: { $0.map { .some($0) } })
    }

    /// A list of such values.
    func list(atLeast least: Int = 0) -> SettingFormat<[Value]> {
        let whole = "a list \(least > 0 ? "of at least \(least), " : "")with each item \(expected)"
        return SettingFormat<[Value]>(
            expected: whole, schema: ["type": "array", "items": schema, "minItems": .integer(least)],
            shape: .list(of: shape)
        ) { (node, folder) throws(TypeMismatch) in
            guard case .array(let items) = node.content, items.count >= least else {
                throw TypeMismatch(node: node, expected: whole)
            }
            var values: [Value] = []
            for (index, item) in items.enumerated() {
                values.append(try decode(item, at: "[\(index)]", in: folder))
            }
            return values
        } encode: {
            .array($0.map(encode))
        }
    }

    /// An object from names to such values.
    func map(of names: String) -> SettingFormat<[String: Value]> {
        let whole = "an object from \(names) to \(expected)"
        return SettingFormat<[String: Value]>(
            expected: whole, schema: ["type": "object", "additionalProperties": schema], shape: .map
        ) { (node, folder) throws(TypeMismatch) in
            guard case .object(let members) = node.content else { throw TypeMismatch(node: node, expected: whole) }
            var values: [String: Value] = [:]
            for member in members {
                values[member.name] = try decode(member.node, at: ".\(member.name)", in: folder)
            }
            return values
        } encode: { values in
            .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, encode($0.value)) })
        }
    }

    private func decode(_ node: JSONNode, at place: String, in folder: FilePath) throws(TypeMismatch) -> Value {
        do throws(TypeMismatch) {
            return try decode(node, folder)
        } catch {
            throw TypeMismatch(
                place: place + error.place, node: error.node, expected: error.expected, reason: error.reason)
        }
    }
}
