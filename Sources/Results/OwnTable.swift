import SystemPackage
import SystemValues

/// Tells a table of Quiver's from any other file or folder of that name.
public enum OwnTable {
    private static let mostNumbers = 1000
    /// How every table that is a file has begun, in each version.
    private static let beginnings = OutputFormat.all.compactMap(\.table).filter { $0.mark == nil }
        .flatMap(\.beginnings).map { Array($0.utf8) }

    /// The first place for a table that is free or holds one already: `results.csv`, then `results-2.csv`; blocks.
    public static func place(_ table: TableFormat, in output: FilePath) -> FilePath {
        let name = Array(table.name.utf8)
        for number in 1...mostNumbers {
            let place = output.appending(raw: number == 1 ? name : OutputNumber.added(number, to: name))
            if isFree(place, for: table) { return place }
        }
        return output.appending(raw: name)
    }

    /// Whether a table may be made at a place: nothing lies there, or a table of Quiver's; blocks.
    static func isFree(_ place: FilePath, for table: TableFormat) -> Bool {
        guard let mark = table.mark else { return isFree(place) }
        switch FileCalls.status(place)?.kind {
        case .folder: return isDataSet(place, mark, of: table) || isEmpty(place)
        case .regular, .link: return false
        case nil, .special: return true
        }
    }

    /// Whether a folder holds a data set of Quiver's.
    static func isDataSet(_ folder: FilePath, _ mark: FilePath.Component, of table: TableFormat) -> Bool {
        guard let start = FileCalls.beginning(of: folder.appending(mark), limit: 64) else { return false }
        return table.beginnings.contains { start.starts(with: $0.utf8) }
    }

    /// Whether nothing lies in a folder but what a crash has left.
    static func isEmpty(_ folder: FilePath) -> Bool {
        guard let names = try? RootFolder(withoutLinks: folder).names() else { return false }
        return names.allSatisfy { AtomicFile.isTemporary($0.name.rawBytes) }
    }

    private static func isFree(_ place: FilePath) -> Bool {
        switch FileCalls.status(place)?.kind {
        case .regular:
            guard let start = FileCalls.beginning(of: place, limit: 64) else { return false }
            return start.isEmpty || beginnings.contains { start.starts(with: $0) }
        case .link: return false
        // A folder in the way is told when the table is written.
        case nil, .folder, .special: return true
        }
    }
}
