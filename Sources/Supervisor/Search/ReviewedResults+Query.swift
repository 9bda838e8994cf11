import Query
import Results
import Storage

extension ReviewedResults {
    /// A photo of the folder as queries know it, with its corrections.
    ///
    /// - Parameters:
    ///   - job: The photo's number in the queue; nil where that is not known.
    ///   - books: What the score book and the sets say of photos.
    public func querySubject(of record: Record, job: JobID? = nil, books: QueryBooks) -> QuerySubject {
        var local = record
        local.source = record.source.local(names)
        var subject = QuerySubject(
            record: local, score: local.counted(by: counted.photo).counted,
            review: record.source.sha256.flatMap { reviews[$0] },
            book: books.book(ofFile: local.source.path, or: local.source.duplicateOf), detectors: detectors)
        subject.job = job?.rawValue
        subject.sets = books.sets(ofContent: record.source.sha256)
        return subject
    }
}

extension QueueControl {
    /// What the score book and the sets say that a query asks for.
    public func books(for query: Query) throws -> QueryBooks { try readBoth { try QueryBooks(for: query, in: $0) } }

    /// The same, with the sessions where a split keeps those together.
    public func books(for query: Query, splitting split: DataSetSplit?) throws -> QueryBooks {
        try readBoth { try QueryBooks(for: query, in: $0, withSessions: split?.grouping == .session) }
    }

    /// Refuses a query for photos of a set that is not there: nothing would fit, which says nothing of a misspelt name.
    ///
    /// - Throws: `PhotoSetError`.
    public static func needSets(of query: Query, in queue: QueueControl?) throws {
        guard query.terms.contains(.set) else { return }
        let names = try queue?.readBoth { try $0.sets.photoSets().map(\.name) } ?? []
        if let missing = query.missingSet(among: names) { throw PhotoSetError.missing(missing, among: names) }
    }
}
