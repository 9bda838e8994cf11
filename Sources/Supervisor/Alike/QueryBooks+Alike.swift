import Query
import Results
import Storage
import Synchronization

extension QueryBooks {
    /// What is read of a queue for a query; nothing where it asks for nothing of it.
    ///
    /// Photos that look alike are found by comparing all that are done: they are the groups of ``NearDuplicates``.
    ///
    /// - Parameters:
    ///   - withSessions: Whether sessions are read whatever is asked.
    ///   - known: Keeps those photos for the next query; nil where there is none.
    public init(
        for query: Query, in snapshot: QueueSnapshot, withSessions: Bool = false,
        keepingAlike known: KnownNearDuplicates? = nil
    ) throws {
        try self.init(writtenFor: query, in: snapshot, withSessions: withSessions)
        guard query.marks.contains(.nearDuplicate) else { return }
        nearDuplicates = try known?.files(in: snapshot.jobs) ?? NearDuplicates.files(in: snapshot.jobs)
    }
}

/// The photos of a queue that look almost like another one, kept until the next photo ends or is forgotten.
public final class KnownNearDuplicates: Sendable {
    private struct Known {
        let span: EndingSpan
        let files: Set<String>
    }

    private let known = Mutex<Known?>(nil)

    /// Nothing is known yet.
    public init() {}

    /// The photos by the paths that records have; blocks.
    func files(in queue: any JobReading) throws -> Set<String> {
        let span = try queue.endingSpan()
        return try known.withLock { known in
            if let known, known.span == span { return known.files }
            let files = try NearDuplicates.files(in: queue)
            known = Known(span: span, files: files)
            return files
        }
    }
}
