import Glibc
import SystemPackage

/// Bytes of a path as text in which each byte that is not part of a character is `%` and two hexadecimal digits.
public enum PercentEscape {
    /// A path for a terminal or a log: besides broken bytes, characters that would move the cursor, change colours or
    /// begin another line are escaped too.
    public static func printable(_ path: FilePath) -> String {
        let bytes = path.withPlatformString {
            [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
        return text(of: bytes) { $0.isUnsafeToShow }
    }

    /// Bytes as text.
    /// - Parameter isEscaped: The characters that are escaped besides.
    public static func text(of bytes: [UInt8], also isEscaped: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
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

    private static func percent(_ byte: UInt8) -> String {
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
