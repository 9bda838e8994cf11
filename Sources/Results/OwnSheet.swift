import SystemPackage
import SystemValues

/// The files of score sheets: what they are called, and how Quiver's are told from others of that name; calls block.
public enum OwnSheet {
    /// What stands in the head of every page, in each version.
    private static let page = #"name="generator" content="Quiver""#
    /// How every table of scores begins, in each version.
    private static let table = "session,round,end,arrow,photo,"

    /// A session's name as part of a file's name, shortened where it is too long for one.
    ///
    /// - Parameter isPlain: Whether characters that FAT and its like refuse are escaped.
    public static func fileName(of session: String, isPlain: Bool) -> String {
        let name = Array(session.replacing("/", with: "-").utf8)
        // With room for what stands in front and behind.
        let short = OutputName.shortened(isPlain ? PlainName.escaped(name) : name, room: OutputName.longest - 15)
        return String(decoding: short, as: UTF8.self)
    }

    /// Whether a session's name can be refused by FAT and its like.
    public static func isRefusedSomewhere(_ session: String) -> Bool {
        let name = Array(session.utf8)
        return PlainName.escaped(name) != name
    }

    /// Whether a file is one of Quiver's pages or tables of scores.
    public static func isOurs(_ path: FilePath) -> Bool {
        guard let start = FileCalls.beginning(of: path, limit: 4096) else { return false }
        let text = String(decoding: start, as: UTF8.self)
        return path.extension == "csv" ? text.hasPrefix(table) : text.contains(page)
    }

    /// Sees that a sheet may be written at a place: nothing lies there, or one of Quiver's.
    ///
    /// - Throws: `ResultsError` that names the other file.
    public static func checkFree(_ path: FilePath) throws(ResultsError) {
        guard FileCalls.exists(path), !isOurs(path) else { return }
        throw ResultsError(
            .taken,
            "cannot write the score sheet \(EscapedName.printable(path)): the file there was not made by Quiver and "
                + "stays as it is; move it away", fault: .environment)
    }
}
