/// Text from outside as HTML shows it, in text and in attributes alike.
enum Escaping {
    /// Appends a text with every character replaced that has a meaning in HTML, that HTML does not allow, or that would
    /// turn the direction of what stands beside it.
    static func write(_ value: String, to text: inout String) {
        // The whole bytes of a picture come through here too: look at bytes first.
        if value.utf8.allSatisfy(isPlain) {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x27, 0x3C, 0x3E: false
        case 0x20..<0x7F: true
        default: false
        }
    }
}
