import SystemPackage
import SystemValues

/// The files of score sheets: what they are called, and how Quiver's are told from others of that name; calls block.
public enum OwnSheet {
    /// What stands in the head of every page, in each version.
    private static let page = #"name="generator" content="Quiver""#
    /// How every table of scores begins, in each version.
    private static let table = "session,round,end,arrow,photo,"

    /// Within how many bytes of a file that stands.
    private static let start = 4096

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
        guard let bytes = FileCalls.beginning(of: path, limit: start) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return path.extension == "csv" ? text.hasPrefix(table) : text.contains(page)
    }

    /// A page as the file of a name: only pages that Quiver keeps as the book is have that in them.
    ///
    /// - Parameter stem: The file's name without its ending.
    public static func kept(_ page: [UInt8], as stem: String) -> [UInt8] {
        let generator = Array("<meta \(Self.page)>".utf8)
        guard let place = page.prefix(start).firstRange(of: generator) else { return page }
        return page[..<place.upperBound] + Array("<meta \(mark(stem))>".utf8) + page[place.upperBound...]
    }

    /// Whether a file is a page that Quiver keeps under this very name: no copy of one, and no report that a user made.
    public static func isKept(_ path: FilePath) -> Bool {
        guard let stem = path.stem, isOurs(path), let bytes = FileCalls.beginning(of: path, limit: start) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).contains(mark(stem))
    }

    /// What says in a page which file it is: a hash, as names may hold what an attribute may not.
    private static func mark(_ stem: String) -> String {
        #"name="quiver-sheet" content="\#(SHA256.hash(stem.utf8).hexadecimal)""#
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
