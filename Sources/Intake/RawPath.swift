import Glibc
import SystemPackage
import SystemValues

/// Paths as the kernel has them: bytes, which need not be UTF-8.
///
/// Foundation lists names through `String`, which repairs ill-formed bytes: such a file can be listed and never opened.
/// Here every name stays the bytes that `readdir` and inotify gave.
public enum RawPath {
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")

    /// Joins a folder's path and a name; either may be empty.
    static func join(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
        guard !folder.isEmpty else { return Array(name) }
        guard !name.isEmpty else { return folder }
        var joined = [UInt8]()
        joined.reserveCapacity(folder.count + 1 + name.count)
        joined += folder
        if folder.last != slash { joined.append(slash) }
        joined += name
        return joined
    }

    /// The part after the last slash.
    static func lastComponent(_ path: [UInt8]) -> ArraySlice<UInt8> {
        path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
    }

    /// Whether `path` is `folder` or lies in it; the empty folder holds everything.
    static func isInside(_ path: some Collection<UInt8>, _ folder: [UInt8]) -> Bool {
        guard !folder.isEmpty else { return true }
        guard path.starts(with: folder) else { return false }
        let rest = path.dropFirst(folder.count)
        return rest.isEmpty || rest.first == slash || folder.last == slash
    }

    /// The bytes for a person's eyes: ill-formed ones, and characters that a terminal would take for a command or show in
    /// another order, are escaped.
    public static func printable(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { $0 < 0x7F && $0 >= 0x20 ? String(UnicodeScalar($0)) : escape($0) }.joined()
        }
        guard text.unicodeScalars.contains(where: \.isUnsafeToShow) else { return text }
        return text.unicodeScalars
            .map { $0.isUnsafeToShow ? Array(String($0).utf8).map(escape).joined() : String($0) }.joined()
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
    }
}
