import Query
import Results
import Storage

extension ReviewedResults {
    /// A photo of the folder as queries know it, with its corrections.
    ///
    /// - Parameter books: What the score book and the sets say of photos.
    public func querySubject(of record: Record, books: QueryBooks) -> QuerySubject {
        var local = record
        local.source = record.source.local(names)
        var subject = QuerySubject(
            record: local, score: local.counted(by: counted.photo).counted,
            review: record.source.sha256.flatMap { reviews[$0] },
            book: books.book(ofFile: local.source.path, or: local.source.duplicateOf), detectors: detectors)
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
}
