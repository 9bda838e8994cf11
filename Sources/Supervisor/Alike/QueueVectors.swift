import Geometry
import Storage

/// The first vector of each photo of a queue that is done and current, read in the order in which the rows lie.
struct QueueVectors {
    let queue: QueueControl
    /// The jobs whose vectors are those of a photo that is done: its own, and that of a copy's original, which may be history.
    let done: Set<JobID>

    /// Jobs that are read at one moment.
    private static let step = 2_000

    /// Looks which photos are done; blocks.
    init(in queue: QueueControl) throws {
        var (done, last): (Set<JobID>, JobID?) = ([], nil)
        while true {
            let page = try queue.read { [last] in
                try $0.page(PageRequest(JobFilter(states: [.done]), after: last, limit: Self.step))
            }
            done.formUnion(page.lazy.map(\.id))
            done.formUnion(page.lazy.compactMap(\.original))
            guard page.count == Self.step, let end = page.last?.id else { break }
            last = end
        }
        (self.queue, self.done) = (queue, done)
    }

    /// Lends the first vector that each maker has made of each photo; blocks.
    ///
    /// - Parameter maker: Whose vectors are meant; nil for all.
    func forEach(
        of maker: EmbeddingFinder.Maker? = nil,
        _ body: (JobID, EmbeddingFinder.Maker, UnsafeRawPointer) -> Void
    ) throws {
        var (finder, last): (EmbeddingFinder, JobID?) = (EmbeddingFinder(maker), nil)
        while true {
            let former = last
            var rows = 0
            try queue.read { reading in
                try reading.forEachEmbeddings(after: former, limit: Self.step) { job, row in
                    (rows, last) = (rows + 1, job)
                    guard done.contains(job) else { return }
                    for one in finder.first(in: row) { body(job, one.maker, one.numbers) }
                }
            }
            guard rows == Self.step else { return }
        }
    }

    /// How many photos have a vector of each maker, the most first; blocks.
    func makers() throws -> [(maker: EmbeddingFinder.Maker, photos: Int)] {
        var counts: [EmbeddingFinder.Maker: (photos: Int, last: JobID)] = [:]
        try forEach { job, maker, _ in
            let former = counts[maker]?.photos ?? 0
            counts[maker] = (former + 1, job)
        }
        // Of two models that have seen as many, the one that saw the last photo.
        return counts.sorted { one, other in
            (other.value.photos, other.value.last, one.key.detector)
                < (one.value.photos, one.value.last, other.key.detector)
        }.map { ($0.key, $0.value.photos) }
    }
}
