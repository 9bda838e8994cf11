import JSONTree
import SystemPackage

/// Parses, prints and documents one type of setting value.
struct SettingFormat<Value: Sendable>: Sendable {
    /// Completes "expected …", with the range and an example.
    let expected: String
    let schema: JSONValue
    let shape: TextShape
    /// Relative paths in the value are relative to the folder.
    let decode: @Sendable (_ node: JSONNode, _ folder: FilePath) throws(TypeMismatch) -> Value
    let encode: @Sendable (Value) -> JSONValue

    /// A format that names what it does not take.
    init(
        expected: String, schema: JSONValue, shape: TextShape,
        reading: @escaping @Sendable (JSONNode, FilePath) throws(TypeMismatch) -> Value,
        encode: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.expected = expected
        self.schema = schema
        self.shape = shape
        decode = reading
        self.encode = encode
    }

    /// A format that either takes a value or does not.
    init(
        expected: String, schema: JSONValue, shape: TextShape = .text,
        decode: @escaping @Sendable (JSONNode.Content, FilePath) -> Value?,
        encode: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.init(expected: expected, schema: schema, shape: shape) { (node, folder) throws(TypeMismatch) in
            guard let value = decode(node.content, folder) else { throw TypeMismatch(node: node, expected: expected) }
            return value
        } encode: {
            encode($0)
        }
    }
}

extension SettingFormat {
    /// A text in a form of its own.
    ///
    /// - Parameters:
    ///   - read: The value that a text stands for; nil where it stands for none.
    ///   - write: The text of a value.
    init(
        expected: String, schema: JSONValue,
        text read: @escaping @Sendable (_ text: String, _ folder: FilePath) -> Value?,
        written write: @escaping @Sendable (Value) -> String
    ) {
        self.init(expected: expected, schema: schema) { content, folder in
            guard case .string(let text) = content else { return nil }
            return read(text, folder)
        } encode: {
            .string(write($0))
        }
    }
}

/// A value that its format does not take.
struct TypeMismatch: Error {
    /// Where in the value: empty, `[2]` or `.arrow`.
    var place = ""
    let node: JSONNode
    let expected: String
    /// A sentence that says more than what was found and expected; nil for that.
    var reason: String?

    var message: String { reason ?? "found \(node.content.spoken), expected \(expected)" }
}

extension JSONNode.Content {
    /// The value as an error names it.
    var spoken: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "the number \(value)"
        case .number(let value): "the number \(value)"
        case .string(let value): "the text \"\(value)\""
        case .array(let nodes): nodes.isEmpty ? "an empty list" : "a list"
        case .object: "an object"
        }
    }
}

/// How a text from the environment or the command line becomes JSON.
indirect enum TextShape: Sendable, Equatable {
    /// The text itself.
    case text
    /// A number where it is one, else the text, since a number may have a word instead (`auto`).
    case number
    case bool
    /// `a,b,c` or a JSON list, and what each item becomes.
    case list(of: TextShape)
    /// `a=0.3,b=0.5` or a JSON object.
    case map

    func node(_ text: String) -> JSONNode {
        if isList && text.hasPrefix("[") || self == .map && text.hasPrefix("{"),
            let node = try? JSONParser.parse(text.utf8)
        {
            return JSONNode(node.content)
        }
        return JSONNode(content(text))
    }

    private var isList: Bool {
        if case .list = self { true } else { false }
    }

    private func content(_ text: String) -> JSONNode.Content {
        switch self {
        case .text: .string(text)
        case .number: Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .string(text)
        case .bool:
            switch text.lowercased() {
            case "true", "yes", "on", "1": .bool(true)
            case "false", "no", "off", "0": .bool(false)
            default: .string(text)
            }
        case .list(let item): .array(Self.parts(text).map { item.node($0) })
        case .map:
            .object(
                Self.parts(text).map { part in
                    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let value = pair.count == 2 ? Self.number.node(String(pair[1])) : JSONNode(.null)
                    return JSONNode.Member(name: String(pair[0]), node: value)
                })
        }
    }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ",").map { part in
            String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}
