import Scoring
import Storage
import SystemPackage
import SystemValues

/// The records in a folder of results, for commands that list again what was found.
public struct StoredRecords {
    let records: ResultsRecords

    /// Whether nothing in the folder may be a record.
    public var isEmpty: Bool { records.paths.isEmpty }

    /// Looks for the records of a folder and of the folders inside it; blocks.
    ///
    /// - Parameter queue: Holds the records of photos that have no file of theirs; nil where there is none.
    public init(in results: FilePath, of queue: (any QueuedRecords)? = nil) throws(ResultsError) {
        records = try ResultsRecords(in: results, of: queue)
    }

    /// The records at some paths of a folder alone, which is not looked through; blocks.
    public init(at paths: [FilePath], in results: FilePath, of queue: any QueuedRecords) throws(ResultsError) {
        records = try ResultsRecords(at: paths, in: results, of: queue)
    }

    /// Every file that may be a record, by its path from the folder, in no order; blocks.
    public static func files(in results: FilePath) throws(ResultsError) -> [FilePath] {
        try ResultsRecords.files(in: results.resolvedPath)
    }

    /// The path of the record beside which one has a number since both photos had one name: `a.jpg.json` of `a-2.jpg.json`; nil
    /// of one without a number.
    public static func unnumbered(_ record: [UInt8]) -> [UInt8]? { ResultsRecords.unnumbered(record) }

    /// The record at a path that holds no link; nil where the file is none; blocks.
    public static func record(at path: FilePath) -> Record? {
        FileCalls.beginning(of: path, limit: 256 << 20).flatMap { try? Record.decode($0) }
    }

    /// The record at a path from the folder, out of its file or of the queue; nil where there is none; blocks.
    public func record(below path: FilePath) -> Record? { records.record(at: path) }

    /// The number in the queue of the photo whose record is at a path; nil where that is not known.
    public func job(at path: FilePath) -> JobID? { records.job(at: path) }

    /// Calls with each photo that has a result, in the order of the records' paths; blocks.
    ///
    /// Photos whose name another one has by now are left out, and so are files that are no records. Some records are read ahead, on
    /// all processors.
    public func forEach(_ body: (Record) -> Void) { forEach(in: [.done]) { _, record in body(record) } }

    /// The same in the natural order of the photos' paths: `photo2.jpg` comes before `photo10.jpg`.
    ///
    /// Every record is read twice, first for its photo's path alone, so that few are held at a time.
    ///
    /// - Parameter states: Only photos in one of these.
    public func forEachInNaturalOrder(in states: Set<JobState> = [.done], _ body: (Record) -> Void) {
        forEachPlaceInNaturalOrder(in: states) { _, record in body(record) }
    }

    /// The same with each record's path from the folder.
    public func forEachPlaceInNaturalOrder(
        in states: Set<JobState> = [.done], _ body: (FilePath, Record) -> Void
    ) {
        var places: [(photo: String, record: FilePath)] = []
        forEach(in: states, make: { (photo: $0.record.source.path, record: $0.path) }, take: { places.append($0) })
        places.sort { NaturalOrder.areInOrder($0.photo, $1.photo) }
        records.forEach(at: places.map(\.record), make: { $0 }, take: { body($0.path, $0.record) })
    }

    /// Calls with each photo in one of these states, and with its record's path from the folder; blocks.
    ///
    /// - Parameter others: Paths of records that are not read.
    public func forEach(
        in states: Set<JobState>, but others: Set<FilePath> = [], _ body: (FilePath, Record) -> Void
    ) {
        forEach(in: states, but: others, make: { $0 }, take: { body($0.path, $0.record) })
    }

    private func forEach<Made: Sendable>(
        in states: Set<JobState>, but others: Set<FilePath> = [],
        make: @escaping @Sendable (ReadRecord) -> Made, take: (Made) -> Void
    ) {
        let replaced = records.replaced()
        let words = Set(states.map(\.description))
        let paths = records.paths.filter { !replaced.contains($0) && !others.contains($0) }
        records.forEach(
            at: paths, make: { words.contains($0.record.state.rawValue) ? make($0) : nil }, take: take)
    }
}

/// A record's place, with what shows that another record took it.
public struct RecordStamp: Hashable, Sendable {
    /// The path of its file, from the folder of results.
    public let path: FilePath
    /// Of a file its inode, size and time of change, as one text; of a record without one when its photo ended.
    public let state: String
}

extension StoredRecords {
    /// Every place that may have a record, without reading one; blocks.
    ///
    /// Files that go away meanwhile are left out, and so are those of photos whose name another one has by now.
    public func stamps() -> [RecordStamp] {
        let replaced = records.replaced()
        return records.paths.compactMap { path in
            guard !replaced.contains(path) else { return nil }
            return records.state(of: path).map { RecordStamp(path: path, state: $0) }
        }
    }

    /// Reads one record; nil where the file is no record of a photo that was done.
    public func record(at stamp: RecordStamp) -> Record? {
        records.record(at: stamp.path).flatMap { $0.state == .done ? $0 : nil }
    }
}

/// A picture of a folder of results that a record names.
///
/// A record is untrusted: what it names is looked for in the folder alone, and no link is followed there.
public enum ResultsPicture {
    /// More than any picture of a page.
    private static let largest = 1 << 30

    /// A picture's bytes; nil where none lies there, or what lies there is no file of the folder.
    ///
    /// - Parameters:
    ///   - name: Its path in the folder, as a record names it.
    ///   - folder: The folder of results, which links may lead to.
    public static func bytes(of name: String, in folder: FilePath) -> [UInt8]? {
        guard let way = PathBelow(name.utf8) else { return nil }
        return FileCalls.beginning(of: folder.resolvedPath.pushing(way.path), limit: largest)
    }
}
