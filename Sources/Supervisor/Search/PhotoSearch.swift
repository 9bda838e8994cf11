import Foundation
import Glibc
import Results
import StorageSQLite
import Synchronization
import SystemPackage

/// Searches what was found in the photos of a folder of results, with the manual corrections in its place.
///
/// The index lies in the folder, and in memory where the folder cannot be written. It is brought up to date before each
/// search, so that the first one of a large folder takes a while.
public final class PhotoSearch: Sendable {
    /// A text that was read, or the objects of one label, with their photo.
    public typealias Hit = IndexHit

    let results: FilePath
    private let queue: QueueControl?
    private let index: TextIndex
    private let known = Mutex<ReviewedResults?>(nil)

    /// A search in a folder of results; blocks.
    ///
    /// - Parameter queue: What holds manual corrections; nil where there is none.
    public init(in results: FilePath, queue: QueueControl?) throws {
        self.results = results
        self.queue = queue
        let file = results.appending(".quiver-find.sqlite").string
        do throws(TextIndexError) {
            index = try TextIndex(at: file)
        } catch {
            guard access(results.string, W_OK) != 0 else { throw error }
            index = try TextIndex(at: nil)
        }
    }

    /// What is found, photos in the order of their paths; blocks.
    ///
    /// - Parameters:
    ///   - query: Words or parts of words; what stands in double quotes is looked for as it is.
    ///   - kind: Only those of this kind; nil for all.
    ///   - photo: Only those of the photo with this path; nil for all.
    ///   - limit: At most so many.
    public func find(
        _ query: String, kind: String? = nil, photo: String? = nil, limit: Int = 1_000
    ) throws -> [IndexHit] {
        let records = try StoredRecords(in: results)
        let corrections = try corrections()
        let stamps = Dictionary(records.stamps().map { (Array($0.path.rawBytes), $0) }, uniquingKeysWith: { $1 })
        try index.update(stamps.map { ($0.key, $0.value.state) }, revision: corrections.revision(of:)) { file in
            stamps[file].flatMap(records.record).map { record in
                IndexedRecord(
                    photo: record.source.path, subject: ReviewedResults.subject(of: record),
                    found: IndexedFinding.all(in: corrections.reviewed(record).photo.results))
            }
        }
        return try index.find(query, kind: kind, photo: photo, limit: limit)
    }

    /// The corrections as they are now.
    private func corrections() throws -> ReviewedResults {
        let state = try ReviewedResults.state(of: queue)
        return try known.withLock { known in
            if let known, known.state == state { return known }
            let now = try ReviewedResults(in: results, of: queue)
            known = now
            return now
        }
    }
}
