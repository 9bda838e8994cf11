extension JSONValue {
    /// The value as JSON on one line.
    public var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text
    }

    /// The value as JSON over several lines, indented by two spaces; short arrays of plain values stay on one line.
    public var document: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): Self.write(value, to: &text)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            let inner = values.contains(where: \.isContainer) ? indent : nil
            Self.write(values, in: ("[", "]"), to: &text, indent: inner, spaced: indent != nil) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, in: ("{", "}"), to: &text, indent: indent, spaced: false) { member, text, indent in
                Self.write(member.name, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], in brackets: (String, String), to text: inout String, indent: Int?, spaced: Bool,
        item write: (Item, inout String, Int?) -> Void
    ) {
        text += brackets.0
        for (index, item) in items.enumerated() {
            if index > 0 { text += spaced && indent == nil ? ", " : "," }
            if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
            write(item, &text, indent.map { $0 + 1 })
        }
        if let indent, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
        text += brackets.1
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private static func write(_ value: Double, to text: inout String) {
        if let whole = Int(exactly: value) {
            text += String(whole)
        } else {
            // JSON has no word for infinity or not-a-number.
            text += value.isFinite ? value.description : "null"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Nearly every string is plain, and copied whole it costs a tenth.
        if value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
        {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text += isShownEscaped(scalar) ? escape(scalar) : String(scalar)
            }
        }
    }

    /// JSON of another writer's, with characters escaped that a terminal would take for a command.
    public static func shown(_ text: String) -> String {
        let isEscaped = { (scalar: Unicode.Scalar) in scalar != "\n" && isShownEscaped(scalar) }
        guard text.unicodeScalars.contains(where: isEscaped) else { return text }
        return text.unicodeScalars.map { isEscaped($0) ? escape($0) : String($0) }.joined()
    }

    /// Control characters, marks of direction, and the two separators that are line ends to some readers: a record of
    /// JSON Lines must stay one line, and a terminal must not take a label for a command.
    private static func isShownEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        Character(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
