import Scoring
import SystemPackage
import SystemValues

/// The records in a folder of results, for commands that list again what was found.
public struct StoredRecords {
    let records: ResultsRecords

    /// Looks for the records of a folder and of the folders inside it; blocks.
    public init(in results: FilePath) throws(ResultsError) {
        records = try ResultsRecords(in: results)
    }

    /// The record at a path that holds no link; nil where the file is none; blocks.
    public static func record(at path: FilePath) -> Record? {
        FileCalls.beginning(of: path, limit: 256 << 20).flatMap { try? Record.decode($0) }
    }

    /// Calls with each photo that has a result, one record at a time; blocks.
    ///
    /// Photos whose name another one has by now are left out, and so are files that are no records.
    public func forEach(_ body: (Record) -> Void) { forEach { _, record in body(record) } }

    /// The same in the natural order of the photos' paths: `photo2.jpg` comes before `photo10.jpg`.
    ///
    /// Every record is read twice, first for its photo's path alone, so that never more than one is held at a time.
    public func forEachInNaturalOrder(_ body: (Record) -> Void) {
        var places: [(photo: String, record: FilePath)] = []
        forEach { path, record in places.append((record.source.path, path)) }
        for place in places.sorted(by: { NaturalOrder.areInOrder($0.photo, $1.photo) }) {
            if let record = records.record(at: place.record) { body(record) }
        }
    }

    private func forEach(_ body: (FilePath, Record) -> Void) {
        let replaced = records.replaced()
        for path in records.paths where !replaced.contains(path) {
            guard let record = records.record(at: path), record.state == .done else { continue }
            body(path, record)
        }
    }
}

/// A record's file, with what shows that it was written anew.
public struct RecordStamp: Hashable, Sendable {
    /// The file's path, from the folder of results.
    public let path: FilePath
    /// The file's inode, size and time of change, as one text.
    public let state: String
}

extension StoredRecords {
    /// Every file that may be a record, without reading one; blocks.
    ///
    /// Files that go away meanwhile are left out, and so are those of photos whose name another one has by now.
    public func stamps() -> [RecordStamp] {
        let replaced = records.replaced()
        return records.paths.compactMap { path in
            guard !replaced.contains(path) else { return nil }
            guard let status = try? Syscalls.status(records.folder.pushing(path), follow: true) else { return nil }
            return RecordStamp(path: path, state: status.version)
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
