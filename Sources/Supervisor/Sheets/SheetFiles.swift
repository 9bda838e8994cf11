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

    /// How the names of all sheets begin, and the name of a folder's newest.
    private static let start = "scores"

    /// The folder that a session's sheets lie in.
    func folder(of place: SheetPlace) -> FilePath { place.folder.flatMap { folder(named: $0) } ?? output }

    /// The folder of the results of a row; nil where none of this name lies in the results' own.
    func folder(named name: String) -> FilePath? {
        let way = FilePath(name)
        let isBelow = way.isRelative && way.components.allSatisfy { $0.kind == .regular } && !way.isEmpty
        guard isBelow, (try? RootFolder(output).status(of: way))??.kind == .folder else { return nil }
        return output.pushing(way)
    }

    /// The names of a session's files without their endings; the last is its page's for users.
    func stems(of place: SheetPlace) -> [String] {
        var stems: [String] = []
        let siblings = places.filter { $0.folder == place.folder }
        if let own = place.folder, isNewest(place, among: siblings) {
            stems.append(isAlone(place) ? Self.start : Self.stem(of: own))
        }
        let own = Self.stem(of: place.session)
        if place.folder == nil || siblings.count > 1 || folder(of: place).appending(own + ".html").exists {
            stems.append(own)
        }
        return stems
    }

    /// The page of a session, for users.
    func page(of place: SheetPlace) -> FilePath {
        folder(of: place).appending((stems(of: place).last ?? Self.start) + ".html")
    }

    /// The sessions whose files have other names, or are others' now, where these sessions' sheets are made: those without
    /// all their files, and the newest of each folder.
    func beside(_ wanted: [SheetPlace]) -> [SheetPlace] {
        let (folders, rows) = (Set(wanted.map(folder)), Set(wanted.compactMap(\.folder)))
        return places.filter { place in
            guard !wanted.contains(place), folders.contains(folder(of: place)) else { return false }
            let siblings = places.filter { $0.folder == place.folder }
            if let row = place.folder, rows.contains(row), isNewest(place, among: siblings) { return true }
            return !stems(of: place).allSatisfy { folder(of: place).appending($0 + ".html").exists }
        }
    }

    private func isNewest(_ place: SheetPlace, among siblings: [SheetPlace]) -> Bool {
        siblings.allSatisfy { ($0.lastCaptured ?? .min) <= (place.lastCaptured ?? .min) }
    }

    /// Whether no other folder's session shares the folder of its results.
    private func isAlone(_ place: SheetPlace) -> Bool {
        guard folder(of: place) == output else { return true }
        return Set(places.compactMap(\.folder).filter { folder(named: $0) == nil }).count == 1
    }

    /// A session's name as part of a file's name, which has room for 255 bytes.
    private static func stem(of name: String) -> String {
        let plain = name.replacing("/", with: "-")
        guard plain.utf8.count > 200 else { return "\(start)-\(plain)" }
        var head = plain
        while head.utf8.count > 180 { head.removeLast() }
        let hash = plain.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(start)-\(head)-\(String(hash, radix: 16))"
    }
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
            for (end, bytes) in zip(Self.ends, [page, table]) {
                try AtomicFile.write(bytes, to: folder.appending(stem + end), mode: mode)
            }
        }
    }

    /// Removes the sheets in a folder that are no session's any more; files of others stay.
    func clean(_ folder: FilePath) {
        let own = places.filter { self.folder(of: $0) == folder }
        let known = Set(own.flatMap(stems)).union(own.map { Self.stem(of: $0.session) })
        let names = (try? RootFolder(withoutLinks: folder).names()) ?? []
        for name in names.map(\.name.string) where name.hasPrefix(Self.start) && name.hasSuffix(".html") {
            let stem = String(name.dropLast(5))
            guard stem == Self.start || stem.hasPrefix(Self.start + "-"), !known.contains(stem),
                OwnSheet.isOurs(folder.appending(name))
            else { continue }
            for file in Self.ends.map({ folder.appending(stem + $0) }) where OwnSheet.isOurs(file) {
                AtomicFile.discard(file)
            }
        }
    }
}
