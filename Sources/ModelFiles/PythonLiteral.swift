/// A value as Python writes it, which is how the public trainers store metadata in a model.
public indirect enum PythonLiteral: Hashable, Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    /// A list, a tuple or a set.
    case list([PythonLiteral])
    /// A dictionary in its own order; a key that comes twice is there twice.
    case dict([Entry])

    /// One pair of a dictionary.
    public struct Entry: Hashable, Sendable {
        /// A literal of any kind.
        public let key: PythonLiteral
        /// A literal of any kind.
        public let value: PythonLiteral

        /// A pair from its parts.
        public init(key: PythonLiteral, value: PythonLiteral) {
            self.key = key
            self.value = value
        }
    }

    /// Reads one literal; nil where the text is anything else.
    ///
    /// Time is linear in the text's length, and nesting beyond 64 levels is refused.
    public init?(_ text: String) {
        var text = text
        let value = text.withUTF8 { bytes -> PythonLiteral? in
            var parser = PythonLiteralParser(bytes)
            return parser.parse()
        }
        guard let value else { return nil }
        self = value
    }

    /// A whole number, also where it is written as a text of digits.
    var integer: Int? {
        switch self {
        case .int(let value): value
        case .string(let text): Int(text)
        default: nil
        }
    }
}
