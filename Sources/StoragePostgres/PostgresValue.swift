import StorageSQL

/// A parameter of a statement, in PostgreSQL's binary form but for texts of unknown type.
enum PostgresValue {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    /// Text whose type the statement says, as of a statement that SQLite understands too.
    case untyped(String)
    case integers([Int64?])
    case texts([String?])
    case blobs([[UInt8]?])

    /// The type's number in PostgreSQL's catalogue; 0 leaves it to the statement.
    var type: UInt32 {
        switch self {
        case .null, .untyped: 0
        case .integer: Number.integer
        case .text: Number.text
        case .bytes: Number.bytes
        case .integers: 1016
        case .texts: 1009
        case .blobs: 1001
        }
    }

    /// Whether the bytes are in binary form.
    var isBinary: Bool {
        if case .untyped = self { return false }
        return true
    }

    /// What goes over the wire; nil for NULL.
    var wire: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): Self.bigEndian(number)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        // libpq takes text parameters as C strings.
        case .untyped(let text): Array(text.utf8) + [0]
        case .integers(let numbers): Self.array(numbers, of: Number.integer) { Self.bigEndian($0) }
        case .texts(let texts): Self.array(texts, of: Number.text) { Array($0.utf8) }
        case .blobs(let blobs): Self.array(blobs, of: Number.bytes) { $0 }
        }
    }

    /// NULL where there is no number.
    static func optional(_ number: Int64?) -> PostgresValue { number.map(PostgresValue.integer) ?? .null }

    private enum Number {
        static let integer: UInt32 = 20
        static let text: UInt32 = 25
        static let bytes: UInt32 = 17
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// An array of one dimension: its header (dimensions, whether any is NULL, type, length, first index), then each
    /// element behind its length.
    private static func array<Element>(
        _ elements: [Element?], of type: UInt32, _ encode: (Element) -> [UInt8]
    ) -> [UInt8] {
        guard !elements.isEmpty else {
            return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.count * 12)
        bytes += bigEndian(Int32(1)) + bigEndian(Int32(elements.contains { $0 == nil } ? 1 : 0)) + bigEndian(type)
        bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
        for element in elements {
            guard let element else {
                bytes += bigEndian(Int32(-1))
                continue
            }
            let value = encode(element)
            bytes += bigEndian(Int32(value.count))
            bytes += value
        }
        return bytes
    }
}

/// A statement with its parameters, whose rows come back in binary form or as text.
struct PostgresStatement {
    let sql: String
    var values: [PostgresValue] = []
    /// Whether rows come back as text, for columns of unknown types.
    var givesText = false
}

/// The parameters of a statement whose text is being put together.
final class StatementValues {
    /// In the order of their numbers.
    private(set) var all: [PostgresValue]

    /// Begins behind parameters that the text has already.
    init(_ values: [PostgresValue] = []) { all = values }

    /// Conditions of the table of jobs, whose values become parameters.
    var conditions: JobConditions {
        JobConditions { [self] value in
            switch value {
            case .number(let number): place(.integer(number))
            case .oneOf(let numbers): "= ANY(\(place(.integers(numbers))))"
            case .bytes(let bytes): place(.bytes(bytes))
            case .text(let text): place(.text(text))
            }
        }
    }

    /// A condition that a column has one of these values; of few the server makes its plan once.
    func oneOf(_ numbers: [Int64]) -> String {
        guard numbers.count <= JobStatements.few else { return "= ANY(\(place(.integers(numbers))))" }
        return "IN (" + numbers.map { place(.integer($0)) }.joined(separator: ", ") + ")"
    }

    /// The place of a parameter, as in `$1`.
    func place(_ value: PostgresValue) -> String {
        all.append(value)
        return "$\(all.count)"
    }
}

/// Statements whose parameters have names, as PostgreSQL takes them: with numbers.
enum NumberedParameters {
    /// The statement with `$1` in the place of its first name, and the names in the order of their numbers.
    static func of(_ sql: String) -> (sql: String, names: [String]) {
        var text = ""
        var names: [String] = []
        var rest = sql[...]
        while let sign = rest.first {
            rest = rest.dropFirst()
            // Two colons are a cast, and a text in quotes holds no parameter.
            if sign == "'" {
                let end = rest.firstIndex(of: "'").map { rest.index(after: $0) } ?? rest.endIndex
                text += "'" + rest[..<end]
                rest = rest[end...]
            } else if sign == ":", rest.first == ":" {
                text += "::"
                rest = rest.dropFirst()
            } else if sign == ":" {
                let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                rest = rest.dropFirst(name.count)
                if !names.contains(name) { names.append(name) }
                text += "$\((names.firstIndex(of: name) ?? 0) + 1)"
            } else {
                text.append(sign)
            }
        }
        return (text, names)
    }
}
