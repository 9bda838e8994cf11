import Glibc
import Results
import Scoring
import Storage
import SystemPackage
import SystemValues

/// The files that sessions' sheets are: `scores.html` and `scores.csv` beside the results of a session's photos.
///
/// A folder's session has `scores.html`. Where the folder holds sessions of several days each has its day in the name, and
/// `scores.html` is the newest. Sessions that users named, and photos that were named one by one, share the results' own
/// folder. Calls block.
struct SheetFiles: Sendable {
    /// The folder of the results, told without links.
    let output: FilePath
    /// All sessions of the book.
    let places: [SheetPlace]
    /// The folders of results by their names in the book; what lies in the results' own is not among them.
    private let folders: [String: FilePath]
    /// How many sessions each folder's photos make, and when the last of its photos was taken.
    private let rows: [String: (sessions: Int, last: Int64)]
    /// How many folders' sessions share the results' own.
    private let flat: Int
    /// Whether characters that the file system refuses are escaped in names.
    private let isPlain: Bool

    /// How the names of all sheets begin, and the name of a folder's newest.
    private static let start = "scores"

    init(output: FilePath, places: [SheetPlace]) {
        (self.output, self.places) = (output, places)
        let named = places.compactMap { place in place.folder.map { ($0, place.lastCaptured ?? .min) } }
        rows = Dictionary(named.map { ($0, (1, $1)) }) { ($0.0 + $1.0, max($0.1, $1.1)) }
        folders = rows.keys.reduce(into: [:]) { $0[$1] = Self.folder($1, in: output) }
        flat = rows.count - folders.count
        isPlain =
            places.contains { OwnSheet.isRefusedSomewhere($0.session) } && AtomicFile.refusesNames(in: output)
    }

    /// The folder that a session's sheets lie in.
    func folder(of place: SheetPlace) -> FilePath { place.folder.flatMap { folders[$0] } ?? output }

    /// The folder that the sheets of a row lay in, which may be gone from the book.
    func folder(ofRow name: String) -> FilePath { folders[name] ?? Self.folder(name, in: output) ?? output }

    /// A folder of this name below the results'; nil where there is none.
    private static func folder(_ name: String, in output: FilePath) -> FilePath? {
        let way = FilePath(name)
        guard way.isRelative, !way.isEmpty, way.components.allSatisfy({ $0.kind == .regular }),
            let status = try? RootFolder(output).status(of: way), status.kind == .folder
        else { return nil }
        return output.pushing(way)
    }

    /// The names of a session's files without their endings; the last is its page's for users.
    func stems(of place: SheetPlace) -> [String] {
        let own = stem(of: place.session)
        guard let name = place.folder, let row = rows[name] else { return [own] }
        var stems: [String] = []
        if (place.lastCaptured ?? .min) >= row.last {
            // Photos that were named one by one share the results' own folder, whatever sessions they are of.
            stems.append(folders[name] != nil || flat == 1 ? Self.start : stem(of: name))
        }
        if row.sessions > 1 || page(own, of: place).exists { stems.append(own) }
        return stems
    }

    /// The page of a session, for users.
    func page(of place: SheetPlace) -> FilePath { page(stems(of: place).last ?? Self.start, of: place) }

    /// The page and the table of a session, for users.
    func files(of place: SheetPlace) -> [FilePath] {
        let stem = stems(of: place).last ?? Self.start
        return Self.ends.map { folder(of: place).appending(stem + $0) }
    }

    private func page(_ stem: String, of place: SheetPlace) -> FilePath {
        folder(of: place).appending(stem + ".html")
    }

    /// Further sessions whose files are others now, where sheets of these are made and those of some rows are gone: the
    /// newest of each folder, and those that lack a file.
    func beside(_ wanted: [SheetPlace], gone: [String]) -> [SheetPlace] {
        let touched = Set(wanted.compactMap(\.folder) + gone)
        let folders = Set(wanted.map(folder) + gone.map(folder(ofRow:)))
        return places.filter { place in
            guard folders.contains(folder(of: place)), !wanted.contains(place) else { return false }
            if let row = place.folder, touched.contains(row), (place.lastCaptured ?? .min) >= rows[row]?.last ?? .min {
                return true
            }
            return !stems(of: place).allSatisfy { page($0, of: place).exists }
        }
    }

    private func stem(of name: String) -> String { Self.start + "-" + OwnSheet.fileName(of: name, isPlain: isPlain) }
}

extension SheetFiles {
    /// The endings of the files: a page and a table.
    private static let ends = [".html", ".csv"]

    /// Sees that a session's files can be written, before pictures are made for them.
    ///
    /// - Throws: `ResultsError` where the folder takes no files, or where another file has a name of theirs.
    func check(_ place: SheetPlace) throws(ResultsError) {
        let folder = folder(of: place)
        guard folder.withPlatformString({ access($0, W_OK) }) == 0 else {
            let error = FolderError(.system(Errno(rawValue: errno)), "write to the folder", folder)
            throw ResultsError(error, "write to the folder", folder)
        }
        for stem in stems(of: place) {
            for end in Self.ends { try OwnSheet.checkFree(folder.appending(stem + end)) }
        }
    }

    /// Writes a session's page and table under all their names.
    ///
    /// - Parameter mode: The rights of the photos that the page shows, which gives no further user any right to it.
    func write(page: [UInt8], table: [UInt8], of place: SheetPlace, mode: UInt32) throws(ResultsError) {
        try check(place)
        let folder = folder(of: place)
        for stem in stems(of: place) {
            for (end, bytes) in zip(Self.ends, [OwnSheet.kept(page, as: stem), table]) {
                try AtomicFile.write(bytes, to: folder.appending(stem + end), mode: mode)
            }
        }
    }

    /// Removes the sheets in a folder that are no session's any more; copies, users' reports and files of others stay.
    func clean(_ folder: FilePath) {
        let own = places.filter { self.folder(of: $0) == folder }
        let known = Set(own.flatMap(stems)).union(own.map { stem(of: $0.session) })
        let names = (try? RootFolder(withoutLinks: folder).names()) ?? []
        for name in names.map(\.name.string) where name.hasPrefix(Self.start) && name.hasSuffix(".html") {
            let stem = String(name.dropLast(5))
            guard stem == Self.start || stem.hasPrefix(Self.start + "-"), !known.contains(stem),
                OwnSheet.isKept(folder.appending(name))
            else { continue }
            for file in Self.ends.map({ folder.appending(stem + $0) }) where OwnSheet.isOurs(file) {
                AtomicFile.discard(file)
            }
        }
    }
}
