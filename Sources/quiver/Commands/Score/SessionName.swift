import Foundation
import Results
import SystemPackage
import SystemValues

/// The names that people give to sessions, and paths as the score book has them.
enum SessionName {
    /// A path as records and the score book write it.
    static func bookPath(of path: FilePath) -> String {
        EscapedName(path.realPath ?? path).text
    }

    /// Whether a name can stand on one line of a sheet.
    static func isUsable(_ name: String) -> Bool {
        (1...100).contains(name.count)
            && !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
            && name.contains { !$0.isWhitespace }
    }

    /// A session's name as part of a file's name.
    static func fileName(_ name: String) -> String { name.replacing("/", with: "-") }
}
