import Glibc
import SystemPackage
import SystemValues

/// A file name or path as text that stands for exactly its bytes.
///
/// A name that is UTF-8 is its own text. In any other, each byte that is not part of a character becomes `%` and two
/// hexadecimal digits, and so does `%` itself; the name is then marked as escaped, and `bytes` gives it back.
public struct EscapedName: Hashable, Sendable {
    /// The name as text, percent-escaped where ``isEscaped`` is true.
    public let text: String
    /// Whether the text is percent-escaped.
    public let isEscaped: Bool

    /// The text of a path.
    public init(_ path: FilePath) {
        self.init(bytes: path.rawBytes)
    }

    /// The text of a name's bytes.
    public init(bytes: [UInt8]) {
        let (text, isEscaped) = PercentEscape.exact(bytes)
        self.init(text: text, isEscaped: isEscaped)
    }

    /// A text that was made before, with its mark.
    public init(text: String, isEscaped: Bool) {
        self.text = text
        self.isEscaped = isEscaped
    }

    /// The bytes that the text stands for.
    public var bytes: [UInt8] {
        let utf8 = Array(text.utf8)
        return isEscaped ? PercentEscape.bytes(of: utf8) : utf8
    }

    /// The path that the text stands for.
    public var path: FilePath { FilePath(rawBytes: bytes) }

    /// A path for a terminal or a log: besides broken bytes, characters that would move the cursor, change colours or
    /// begin another line are escaped too.
    public static func printable(_ path: FilePath) -> String { PercentEscape.printable(path) }
}

extension String {
    /// The sentence without the photo's path, for places where the path stands beside it.
    ///
    /// So the same trouble of many photos is the same text, which a spreadsheet can group.
    public func withoutPath(_ path: String) -> String {
        for name in Set([path, EscapedName.printable(FilePath(path))]) where !name.isEmpty {
            for start in [name + ": ", name + " ", "'\(name)' "] where hasPrefix(start) {
                return String(dropFirst(start.count)).replacing(name, with: "it")
            }
            if contains(name) { return replacing("'\(name)'", with: "it").replacing(name, with: "it") }
        }
        return self
    }
}
