import Query
import Results
import Storage
import SystemPackage

/// The jobs of a queue that are done and fit what is asked of their photos.
struct FittingJobs {
    let ids: Set<JobID>
    /// Those, and the originals of copies among them: a vector stands with the original alone.
    let withVectors: Set<JobID>

    /// Jobs that are read at one moment: a long look holds up the writer's housekeeping.
    private static let step = 1_000

    /// Looks at all that are done; blocks.
    ///
    /// - Parameters:
    ///   - query: What their photos are to fit.
    ///   - paths: Photos, and folders of photos, without links; empty for all of them.
    ///   - results: The folder of results, for what is known of classes.
    init(_ query: Query, below paths: [FilePath], in queue: QueueControl, results: FilePath) throws {
        let corrections = try ReviewedResults(in: results, of: queue)
        // Sets, sessions and near-duplicates are the same for all pages.
        let books = try queue.readBoth { try QueryBooks(for: query, in: $0) }
        var (ids, originals) = (Set<JobID>(), Set<JobID>())
        var request = PageRequest(JobFilter(states: [.done]), limit: Self.step)
        while true {
            let page = try queue.readBoth { snapshot in
                try JobQuery(query, in: snapshot, detectors: corrections.detectors, books: books).page(request)
            }
            for job in page.jobs {
                let photo = job.place.file
                guard paths.isEmpty || paths.contains(where: { photo.starts(with: $0) }) else { continue }
                ids.insert(job.id)
                if let original = job.original { originals.insert(original) }
            }
            guard let next = page.next else { break }
            request.after = next
        }
        self.ids = ids
        withVectors = ids.union(originals)
    }
}
