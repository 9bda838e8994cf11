import Findings
import Foundation
import Glibc
import Query
import Results
import Storage
import StorageSQLite
import Synchronization
import SystemPackage
import SystemValues

/// Searches what was found in the photos of a folder of results, with the manual corrections in its place.
///
/// The index lies in the folder, and in memory where the folder cannot be written. It is brought up to date before each
/// search, so that the first one of a large folder takes a while.
public final class PhotoSearch: Sendable {
    /// A text that was read, or the objects of one label, with their photo.
    public typealias Hit = IndexHit
    /// Where a hit stands among all.
    public typealias Position = IndexPosition

    let results: FilePath
    let queue: QueueControl?
    /// The records of the queue.
    let queued: QueueRecords?
    /// Made by the first search for words.
    private let opened = Mutex<TextIndex?>(nil)
    private let known = Mutex<ReviewedResults?>(nil)
    /// Those by which the hosts of the queue know folders of photos: the index may be of several hosts.
    let names: RootNames

    /// A search in a folder of results.
    ///
    /// - Parameter queue: What holds manual corrections; nil where there is none.
    public init(in results: FilePath, queue: QueueControl?) {
        self.results = results
        self.queue = queue
        queued = queue.map(QueueRecords.init)
        names = queue?.location.rootNames ?? RootNames([])
    }

    private func index() throws -> TextIndex {
        try opened.withLock { opened in
            if let opened { return opened }
            let index: TextIndex
            do throws(TextIndexError) {
                index = try TextIndex(at: results.appending(".quiver-find.sqlite").string)
            } catch {
                guard access(results.string, W_OK) != 0 else { throw error }
                index = try TextIndex(at: nil)
            }
            opened = index
            return index
        }
    }

    /// Where the words of a query are, in photos that fit all of it; photos in the order of their paths; blocks.
    ///
    /// Nothing is found where it has no words that each photo must have.
    ///
    /// - Parameters:
    ///   - query: What is looked for.
    ///   - kind: Only findings of this kind; nil for all.
    ///   - limit: At most so many.
    public func find(_ query: Query, kind: String? = nil, limit: Int = 1_000) throws -> [Hit] {
        try page(query, kind: kind, limit: limit, looking: .all).hits
    }

    /// Hits that follow each other.
    public struct Page: Sendable {
        /// Photos in the order of their paths.
        public var hits: [Hit] = []
        /// The last one that was looked at; nil where there is no other behind it.
        public var next: Position?
    }

    /// What is looked at for one page, at most.
    public struct Bounds: Sendable {
        /// Places of the words.
        let hits: Int
        /// Records that are read for the query's terms.
        let records: Int

        /// Whatever there is.
        static let all = Bounds(hits: Int(Int32.max), records: .max)
        /// What a client of the page waits for.
        public static let ofPage = Bounds(hits: 2_000, records: 1_000)

        init(hits: Int, records: Int) { (self.hits, self.records) = (hits, records) }
    }

    /// The same, page by page: one that looked at much ends before it is full.
    ///
    /// - Parameters:
    ///   - photo: Only those of the photo with this path; nil for all.
    ///   - after: Only those behind this one; nil for all.
    ///   - most: What is looked at for it.
    public func page(
        _ query: Query, kind: String? = nil, photo: String? = nil, after: Position? = nil, limit: Int,
        looking most: Bounds
    ) throws -> Page {
        guard !query.words.isEmpty else { return Page() }
        let index = try index()
        let records = try StoredRecords(in: results, of: queued)
        let corrections = try corrections()
        let stamps = Dictionary(records.stamps().map { (Array($0.path.rawBytes), $0) }, uniquingKeysWith: { $1 })
        try index.update(stamps.map { ($0.key, $0.value.state) }, revision: corrections.revision(of:)) { file in
            stamps[file].flatMap(records.record).map { record in
                IndexedRecord(
                    photo: names.stored(record.source.shared.path), subject: ReviewedResults.subject(of: record),
                    found: IndexedFinding.all(in: corrections.reviewed(record).photo.results))
            }
        }
        let rest = query.withoutWords
        let looked = rest.isAll ? limit : max(limit, most.hits)
        let found = try index.find(
            SearchQuery(words: query.words), kind: kind, photo: photo.map { names.stored($0) }, after: after,
            limit: looked + 1)
        let books = try queue?.books(for: rest) ?? QueryBooks()
        var (page, fitting): (Page, [[UInt8]: Bool]) = (Page(), [:])
        for hit in found.prefix(looked) {
            guard page.hits.count < limit else { return page }
            let fits: Bool
            if rest.isAll {
                fits = true
            } else if let known = fitting[hit.record] {
                fits = known
            } else {
                guard fitting.count < most.records else { return page }
                fits =
                    stamps[hit.record].flatMap { stamp in
                        let job = queued?.job(at: stamp.path)
                        guard rest.mayFit(job: job?.rawValue) else { return false }
                        return records.record(at: stamp).map {
                            rest.matches(corrections.querySubject(of: $0, job: job, books: books))
                        }
                    } ?? false
                fitting[hit.record] = fits
            }
            page.next = hit.position
            guard fits else { continue }
            var local = hit
            local.photo = names.local(hit.photo)
            page.hits.append(local)
        }
        if found.count <= looked { page.next = nil }
        return page
    }

    /// The photos that fit a query; blocks.
    ///
    /// Those are among them that have a record and no result. Where the words of a query do not decide, the queue tells what it
    /// can by what it keeps of photos, and records are read of the others alone.
    ///
    /// - Parameter kind: Only those where the words stand in findings of this kind; nil for all.
    public func photos(_ query: Query, kind: String? = nil) throws -> FoundPhotos {
        let corrections = try corrections()
        let books = try queue?.books(for: query) ?? QueryBooks()
        var read: [(photo: FoundPhoto, record: [UInt8])] = []
        func take(_ path: FilePath, _ job: JobID?, _ record: Record, _ query: Query) {
            let subject = corrections.querySubject(of: record, job: job, books: books)
            if query.matches(subject) { read.append((FoundPhoto(subject), path.rawBytes)) }
        }
        var told: IndexedPhotos?
        if !query.words.isEmpty {
            // Words are what the index knows: the same photos have them of which it tells the places.
            let files = Set(try find(query, kind: kind, limit: Int(Int32.max)).map(\.record))
            let (records, rest) = (try StoredRecords(in: results, of: queued), query.withoutWords)
            for stamp in records.stamps() where files.contains(Array(stamp.path.rawBytes)) {
                let job = queued?.job(at: stamp.path)
                guard rest.mayFit(job: job?.rawValue) else { continue }
                if let record = records.record(at: stamp) { take(stamp.path, job, record, rest) }
            }
        } else if let queue {
            let indexed = try IndexedPhotos(query, in: results, of: queue)
            try indexed.forEachOpen(in: query.states) { take($0, $1, $2, query) }
            told = indexed
        } else {
            try StoredRecords(in: results).forEach(in: query.states) { take($0, nil, $1, query) }
        }
        return FoundPhotos(read: read, told: told) {
            FoundPhoto(corrections.querySubject(of: $0, job: $1, books: books))
        }
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
