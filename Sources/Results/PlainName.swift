import Glibc
import SystemPackage
import SystemValues

/// Names for file systems that refuse what Linux's own take, such as FAT, exFAT and shares of Windows.
enum PlainName {
    /// A name in which what such a file system refuses is `%` and two hexadecimal digits.
    ///
    /// Two names never become one: a `%` that could be mistaken for such an escape is escaped too.
    static func escaped(_ name: [UInt8]) -> [UInt8] {
        let text = PercentEscape.text(of: name) { $0.value < 0x20 || $0.value == 0x7F || refused.contains($0) }
        var bytes = Array(text.utf8)
        // A dot or a blank at the end is dropped there without a word.
        if let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
            bytes.removeLast()
            bytes += Array("%\(String(last, radix: 16, uppercase: true))".utf8)
        }
        return bytes
    }

    private static let refused = Set(":*?\"<>|\\%".unicodeScalars)
}

extension AtomicFile {
    /// Whether a folder's file system refuses names that Linux's own take; false where the folder takes no file at all.
    public static func refusesNames(in folder: FilePath) -> Bool {
        guard (try? probe(folder, naming: folder)) != nil else { return false }
        let name = "\(prefix)\(getpid()):*?\"<>|\\\u{1}\(suffix)"
        do throws(FolderError) {
            try FileCalls.at(folder.appending(name)) { (root, way) throws(FolderError) in
                _ = try root.open(way, for: .updating)
                try root.remove(way)
            }
            return false
        } catch {
            return true
        }
    }
}
