/// Text for YAML files.
enum YAMLText {
    /// A text in double quotes, as every reader of YAML 1.1 and 1.2 takes it for the same text.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted += isPlain(scalar) ? String(scalar) : escaped(scalar)
            }
        }
        return quoted + "\""
    }

    /// What readers allow in a file and terminals show.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: false
        default: true
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let isShort = scalar.value <= 0xFFFF
        return (isShort ? "\\u" : "\\U") + digits.filledUp(to: isShort ? 4 : 8)
    }
}
