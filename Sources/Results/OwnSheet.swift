import SystemPackage
import SystemValues

/// Tells a score sheet of Quiver's from any other file of that name; its calls block.
public enum OwnSheet {
    /// What stands in the head of every page, in each version.
    private static let page = #"name="generator" content="Quiver""#
    /// How every table of scores begins, in each version.
    private static let table = "session,round,end,arrow,photo,"

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
