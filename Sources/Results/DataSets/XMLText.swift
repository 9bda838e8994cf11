/// Text for XML 1.0, as every reader takes it for the same text.
enum XMLText {
    /// Whether a document may hold a character at all, escaped or not.
    static func isPossible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// A text for an element or an attribute in double quotes; a character that no document may hold becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Readers make blanks of them in an attribute, and line ends of a carriage return everywhere.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(isPossible(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    /// An element with text in it.
    static func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>" }

    /// Attributes with a blank in front of each.
    static func attributes(_ values: [(name: String, value: String)]) -> String {
        values.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }
}
