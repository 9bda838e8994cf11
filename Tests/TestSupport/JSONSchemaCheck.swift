import Foundation

/// Checks JSON against the part of JSON Schema (draft 2020-12) that Quiver's own schemas use.
///
/// A keyword that it does not know is reported, so that a schema cannot quietly outgrow it.
public enum JSONSchemaCheck {
    /// What is wrong with a document, one line each; empty where it is valid.
    public static func problems(of document: String, against schema: String) throws -> [String] {
        let decoder = JSONDecoder()
        let schema = try decoder.decode(Tree.self, from: Data(schema.utf8))
        return check(try decoder.decode(Tree.self, from: Data(document.utf8)), schema, at: "$")
    }

    indirect enum Tree: Decodable, Equatable {
        case null, bool(Bool), number(Double), string(String), array([Tree]), object([String: Tree])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([Tree].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: Tree].self))
            }
        }

        func isOf(_ type: Tree) -> Bool {
            switch (self, type) {
            case (.null, .string("null")), (.bool, .string("boolean")), (.string, .string("string")): true
            case (.array, .string("array")), (.object, .string("object")), (.number, .string("number")): true
            case (.number(let value), .string("integer")): value == value.rounded()
            case (_, .array(let types)): types.contains { isOf($0) }
            default: false
            }
        }
    }

    private static func check(_ value: Tree, _ schema: Tree, at path: String) -> [String] {
        guard case .object(let rules) = schema else { return ["\(path): the schema is no object"] }
        return rules.flatMap { keyword, rule in
            check(value, keyword, rule, beside: rules, at: path)
        }
    }

    private static func check(
        _ value: Tree, _ keyword: String, _ rule: Tree, beside rules: [String: Tree], at path: String
    ) -> [String] {
        let wrong = ["\(path): \(value) breaks \(keyword) \(rule)"]
        switch (keyword, rule, value) {
        case ("$schema", _, _), ("title", _, _), ("description", _, _), ("default", _, _), ("format", _, _): return []
        case ("type", _, _): return value.isOf(rule) ? [] : wrong
        case ("const", _, _): return value == rule ? [] : wrong
        case ("enum", .array(let values), _): return values.contains(value) ? [] : wrong
        case ("anyOf", .array(let schemas), _):
            let failures = schemas.map { check(value, $0, at: path) }
            return failures.contains(where: \.isEmpty) ? [] : wrong + failures.flatMap { $0 }
        case ("minimum", .number(let least), .number(let number)): return number >= least ? [] : wrong
        case ("maximum", .number(let most), .number(let number)): return number <= most ? [] : wrong
        case ("exclusiveMinimum", .number(let least), .number(let number)): return number > least ? [] : wrong
        case ("exclusiveMaximum", .number(let most), .number(let number)): return number < most ? [] : wrong
        case ("minLength", .number(let least), .string(let text)): return Double(text.count) >= least ? [] : wrong
        case ("maxLength", .number(let most), .string(let text)): return Double(text.count) <= most ? [] : wrong
        case ("uniqueItems", .bool(true), .array(let items)):
            return items.indices.contains { items[..<$0].contains(items[$0]) } ? wrong : []
        case ("pattern", .string(let pattern), .string(let text)):
            return text.range(of: pattern, options: .regularExpression) == nil ? wrong : []
        case ("contentEncoding", .string("base64"), .string(let text)):
            return Data(base64Encoded: text) == nil ? wrong : []
        case ("minItems", .number(let least), .array(let items)): return Double(items.count) >= least ? [] : wrong
        case ("maxItems", .number(let most), .array(let items)): return Double(items.count) <= most ? [] : wrong
        case ("items", _, .array(let items)):
            return items.enumerated().flatMap { check($0.element, rule, at: "\(path)[\($0.offset)]") }
        case ("required", .array(let names), .object(let members)):
            return names.contains { if case .string(let name) = $0 { members[name] == nil } else { true } } ? wrong : []
        case ("properties", .object(let properties), .object(let members)):
            return members.flatMap { name, member in
                properties[name].map { check(member, $0, at: "\(path).\(name)") } ?? []
            }
        case ("additionalProperties", _, .object(let members)):
            var known: [String: Tree] = [:]
            if case .object(let properties)? = rules["properties"] { known = properties }
            return members.filter { known[$0.key] == nil }.flatMap { name, member in
                rule == .bool(false) ? ["\(path).\(name) is not allowed"] : check(member, rule, at: "\(path).\(name)")
            }
        // A rule about another type of value says nothing about this one.
        case ("minimum", _, _), ("maximum", _, _), ("exclusiveMinimum", _, _), ("exclusiveMaximum", _, _),
            ("minLength", _, _), ("maxLength", _, _), ("uniqueItems", _, _),
            ("pattern", _, _), ("contentEncoding", .string("base64"), _), ("minItems", _, _),
            ("maxItems", _, _), ("items", _, _), ("required", _, _), ("properties", _, _),
            ("additionalProperties", _, _):
            return []
        // What a description says besides, of its own.
        case (let name, _, _) where name.hasPrefix("x-"): return []
        default: return ["\(path): the check does not know the keyword \(keyword)"]
        }
    }
}
