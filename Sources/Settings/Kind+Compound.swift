import Findings
import JSONTree
import SystemPackage

extension Kind {
    /// The same kind for another type with as many values.
    func mapped<Other: Sendable>(
        to other: @escaping @Sendable (Value) -> Other, from value: @escaping @Sendable (Other) -> Value
    ) -> Kind<Other> {
        Kind<Other>(expected: expected, schema: schema, shape: shape) { (node, folder) throws(Mismatch) in
            other(try decode(node, folder))
        } encode: {
            encode(value($0))
        }
    }

    /// The kind with a word in JSON for nil: `null`, or a text such as "auto".
    func or(_ word: JSONValue) -> Kind<Value?> {
        let either = "\(word.line) or \(expected)"
        return Kind<Value?>(
            expected: either, schema: ["anyOf": [["const": word], schema]], shape: shape
        ) { (node, folder) throws(Mismatch) in
            // The environment and the command line have no null but the word.
            if node.value == word || word == .null && node.value == "none" { return nil }
            do throws(Mismatch) {
                return try decode(node, folder)
            } catch {
                guard error.place.isEmpty else { throw error }
                throw Mismatch(node: error.node, expected: either)
            }
        } encode: {
            $0.map(encode) ?? word
        }
    }

    /// A list of such values.
    func list(atLeast least: Int = 0) -> Kind<[Value]> {
        let whole = "a list \(least > 0 ? "of at least \(least), " : "")with each item \(expected)"
        return Kind<[Value]>(
            expected: whole, schema: ["type": "array", "items": schema, "minItems": .integer(least)], shape: .list
        ) { (node, folder) throws(Mismatch) in
            guard case .array(let items) = node.content, items.count >= least else {
                throw Mismatch(node: node, expected: whole)
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
    func map(of names: String) -> Kind<[String: Value]> {
        let whole = "an object from \(names) to \(expected)"
        return Kind<[String: Value]>(
            expected: whole, schema: ["type": "object", "additionalProperties": schema], shape: .map
        ) { (node, folder) throws(Mismatch) in
            guard case .object(let members) = node.content else { throw Mismatch(node: node, expected: whole) }
            var values: [String: Value] = [:]
            for member in members {
                values[member.name] = try decode(member.node, at: ".\(member.name)", in: folder)
            }
            return values
        } encode: { values in
            .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, encode($0.value)) })
        }
    }

    private func decode(_ node: JSONNode, at place: String, in folder: FilePath) throws(Mismatch) -> Value {
        do throws(Mismatch) {
            return try decode(node, folder)
        } catch {
            throw Mismatch(place: place + error.place, node: error.node, expected: error.expected)
        }
    }
}
