import Foundation
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
        // A folder in the way is reported when the table is written.
        case nil, .folder, .special: return true
        }
    }
}

/// What the tables of a folder of results hold, kept beside them (`.quiver-tables`): the next run adds to them what is new.
///
/// The mark is believed only where the tables lie as they were left and hold what the queue holds. Without it they are
/// written whole, so it can be removed at any time.
public struct TablesMark: Sendable, Codable, Hashable {
    /// Rows of another version are written otherwise, so tables with such rows are written whole.
    private static let current = 1
    static let name: FilePath.Component = ".quiver-tables"
    private static let largest = 1 << 20

    private var version = Self.current
    /// What the photos were worked with, as the queue says it.
    private let pipeline: String
    /// The photos: the last one's number, how many there are, and a sum over what became of them.
    public let photos: Photos
    /// The tables by the names of their formats.
    private let tables: [String: Table]

    /// A table's file as the mark has it: all that identifies it but the change time.
    private struct Table: Codable, Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        /// When it was last written, in nanoseconds.
        let modified: Int64

        init(_ file: FileIdentity) {
            (device, inode, size) = (file.device, file.inode, file.size)
            modified = file.mtimeNanoseconds
        }
    }

    /// The ended photos that the tables hold.
    public struct Photos: Sendable, Codable, Hashable {
        /// The highest number among them.
        public let last: Int64
        /// How many there are.
        public let count: Int
        /// A sum over their numbers and ends.
        public let sum: UInt64
        /// How many changes of reviews the rows show; nil in a mark of before they showed any.
        public let reviews: Int?

        /// Describes the photos of tables.
        public init(last: Int64, count: Int, sum: UInt64, reviews: Int) {
            self.last = last
            self.count = count
            self.sum = sum
            self.reviews = reviews
        }
    }

    /// Describes finished tables; nil where one of them cannot grow.
    public init?(_ tables: [(format: TableFormat, table: any RecordTable)], pipeline: String, photos: Photos) {
        var left: [String: Table] = [:]
        for (format, table) in tables {
            guard let grown = (table as? any GrowingTable)?.grown else { return nil }
            left[format.name] = Table(grown.stand)
        }
        self.pipeline = pipeline
        self.photos = photos
        self.tables = left
    }

    /// The mark of a folder of results; nil where it has none that can be read; blocks.
    public init?(in output: FilePath) {
        guard let bytes = FileCalls.beginning(of: output.appending(Self.name), limit: Self.largest),
            let mark = try? JSONDecoder().decode(Self.self, from: Data(bytes)), mark.version == Self.current
        else { return nil }
        self = mark
    }

    /// The tables, ready to grow; nil where one is not as it was left, or holds photos that were worked otherwise; blocks.
    public func tables(of formats: [TableFormat], pipeline: String, in output: FilePath) -> [any RecordTable]? {
        guard pipeline == self.pipeline, formats.count == tables.count else { return nil }
        var growing: [any RecordTable] = []
        for format in formats {
            let place = OwnTable.place(format, in: output)
            guard let grow = format.growing, let grown = GrownFile(place), Table(grown.stand) == tables[format.name]
            else { return nil }
            growing.append(grow(grown, place))
        }
        return growing
    }

    /// Keeps the mark beside the tables; blocks.
    public func write(in output: FilePath) throws(ResultsError) {
        let place = output.appending(Self.name)
        let former = Self(in: output)
        guard former != self else { return }
        // A file that is not Quiver's stays; the tables are then written whole each time.
        let isOwn = FileCalls.beginning(of: place, limit: 16)?.starts(with: #"{"photos":"#.utf8) ?? false
        guard isOwn || !FileCalls.exists(place) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let bytes = try? encoder.encode(self) else { return }
        try AtomicFile.write(bytes, to: place)
    }
}
