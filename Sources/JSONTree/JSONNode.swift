/// A value of a JSON text that remembers where it stands, so that an error can name the line.
public struct JSONNode: Hashable, Sendable {
    /// Where a value or a name begins; both count from 1.
    public struct Position: Hashable, Sendable {
        /// From 1.
        public let line: Int
        /// From 1, in characters.
        public let column: Int
    }

    /// A value's kind and parts.
    public enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// One name and value of an object.
    public struct Member: Hashable, Sendable {
        /// The member's name, with its escapes resolved.
        public let name: String
        /// Nil for a name that came from no text.
        public let position: Position?
        /// The member's value.
        public let node: JSONNode

        /// A member of a name, which stands at a position, and its value.
        public init(name: String, position: Position? = nil, node: JSONNode) {
            self.name = name
            self.position = position
            self.node = node
        }
    }

    /// The value's kind and parts.
    public let content: Content
    /// Nil for a value that came from no text.
    public let position: Position?

    /// A value that begins at a position.
    public init(_ content: Content, at position: Position? = nil) {
        self.content = content
        self.position = position
    }

    /// The value without positions.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(members.map { JSONValue.Member($0.name, $0.node.value) })
        }
    }
}

/// What is wrong with a JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, without the place.
    public let message: String
    /// Where it is wrong.
    public let position: JSONNode.Position

    /// The place and what is wrong there: `line 3, column 7: …`.
    public var description: String { "line \(position.line), column \(position.column): \(message)" }
}
