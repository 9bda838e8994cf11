import Scoring
import SystemPackage

/// The records in a folder of results, for those who ask anew what was found.
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
