import SystemPackage

extension Unicode.Scalar {
    /// Whether a terminal could take the character for a command, or would show the text in another order than it
    /// stands: control characters, separators of lines, marks of direction.
    ///
    /// The joiners inside emoji and scripts are none of these.
    public var isUnsafeToShow: Bool {
        // Nearly every character is plain, and the general category of one takes a search.
        if (0x20..<0x7F).contains(value) { return false }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: ![0x200C, 0x200D].contains(value) && !(0xE0020...0xE007F).contains(value)
        default: false
        }
    }
}

extension String {
    /// The text on one line, without what a terminal would take for a command or would show in another order.
    ///
    /// What a picture, a model, a library or a worker says may hold anything.
    public var forTerminal: String { masked { $0.isUnsafeToShow } }

    /// The text with a sign in the place of each character that the condition holds for.
    public func masked(where isUnsafe: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isUnsafe) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
    }

    /// The text for the middle of a sentence: on one line, and cut where it is too long to read.
    public var quotable: String {
        let most = 100
        let start = prefix(most + 1)
        return start.count > most ? String(start.prefix(most)).forTerminal + "…" : forTerminal
    }
}

/// Bytes of a path as text in which each byte that is not part of a character is `%` and two hexadecimal digits.
public enum PercentEscape {
    /// A path for a terminal or a log: besides broken bytes, characters that would move the cursor, change colours or
    /// begin another line are escaped too.
    public static func printable(_ path: FilePath) -> String {
        printable(path.rawBytes)
    }

    /// The same of a path that is there as bytes.
    public static func printable(_ bytes: [UInt8]) -> String { text(of: bytes) { $0.isUnsafeToShow } }

    /// Bytes as text.
    /// - Parameter isEscaped: The characters that are escaped besides.
    public static func text(of bytes: [UInt8], also isEscaped: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            if first < 0x80, case let scalar = Unicode.Scalar(first), !isEscaped(scalar) {
                text.append(scalar)
                rest = rest.dropFirst()
                continue
            }
            // A character is at most four bytes long; the shortest prefix that is valid is one character.
            let length = (1...min(4, rest.count)).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            let part = rest.prefix(length ?? 1)
            rest = rest.dropFirst(part.count)
            if length != nil, let scalar = String(decoding: part, as: UTF8.self).unicodeScalars.first,
                !isEscaped(scalar)
            {
                text.append(scalar)
            } else {
                for byte in part { text.append(contentsOf: percent(byte).unicodeScalars) }
            }
        }
        return String(text)
    }

    /// A name or a path as text that stands for exactly its bytes: itself where it is UTF-8; in any other `%` is escaped too,
    /// so that ``bytes(of:)`` gives it back.
    public static func exact(_ bytes: [UInt8]) -> (text: String, isEscaped: Bool) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
        return (text(of: bytes) { $0 == "%" }, true)
    }

    /// The bytes that a text stands for, given in UTF-8: each escape is one byte.
    public static func bytes(of text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    /// The escape of one byte.
    package static func percent(_ byte: UInt8) -> String { "%" + [byte].hexadecimal.uppercased() }
}
