import Findings
import Geometry
import Query
import Results
import Storage

extension QueryBooks {
    /// Jobs that are read at once.
    private static let step = 2_000

    /// What is read of a queue for a query; nothing where it asks for nothing of it.
    ///
    /// Photos that look alike are found by comparing all that are done: they are the groups of ``NearDuplicates``.
    ///
    /// - Parameter withSessions: Whether sessions are read whatever is asked.
    public init(for query: Query, in snapshot: QueueSnapshot, withSessions: Bool = false) throws {
        try self.init(writtenFor: query, in: snapshot, withSessions: withSessions)
        guard query.marks.contains(.nearDuplicate) else { return }
        nearDuplicates = try Self.nearDuplicates(in: snapshot.jobs)
    }

    /// The photos that look almost like another one, by the paths that records have.
    static func nearDuplicates(in queue: any JobReading) throws -> Set<String> {
        var (files, likenesses, last): ([String], [Likeness], JobID?) = ([], [], nil)
        while true {
            let page = try queue.likenesses(after: last, limit: step)
            let known = Dictionary(page.map { ($0.job, $0.bytes) }) { first, _ in first }
            let filter = JobFilter(ids: page.map(\.job), states: [.done])
            for job in try queue.page(PageRequest(filter, limit: step)) {
                guard let likeness = known[job.id].flatMap({ Likeness($0) }) else { continue }
                files.append(job.recordedPath)
                likenesses.append(likeness)
            }
            guard page.count == step, let next = page.last?.job else { break }
            last = next
        }
        let groups = LikenessGroups(likenesses, within: NearDuplicates.distance).groups
        return Set(groups.flatMap(\.members).map { files[$0] })
    }
}
