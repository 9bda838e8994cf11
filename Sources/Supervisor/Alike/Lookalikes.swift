import Findings
import Geometry
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// The photos of a queue that a model takes for most alike to one of them.
///
/// All are compared: the vectors are read in the order in which they lie, and no other table is.
public struct Lookalikes: Sendable {
    /// A photo, or a finding in it.
    public struct Match: Sendable {
        /// The photo.
        public let photo: FilePath
        /// The finding that is alike; nil for the whole photo.
        public let parent: DetectorResult.Parent?
        /// The cosine of the angle between both vectors: 1 for the same direction.
        public let similarity: Double
    }

    /// The detector whose vectors were compared.
    public let detector: String
    /// The most alike first.
    public let matches: [Match]
    /// How many vectors were compared.
    public let compared: Int

    /// Looks for photos like one that is done; blocks.
    ///
    /// - Parameters:
    ///   - photo: The photo's path without links. Of a detector that looks at findings, the first one in it counts.
    ///   - detector: The detector's name; nil where one alone has made vectors.
    ///   - count: At most so many.
    /// - Throws: ``PipelineError`` where the queue does not know the photo, or has no vector of it.
    public init(of photo: FilePath, in queue: QueueControl, by detector: String? = nil, count: Int = 20) throws {
        let (job, bytes) = try Self.vectors(of: photo, in: queue)
        let places = PhotoEmbedding.places(in: bytes) ?? []
        let own = places.compactMap { place in
            PhotoEmbedding(at: place, in: bytes).map { (one: $0, place: place) }
        }.filter { detector == nil || $0.one.detector == detector }
        let names = Set(own.map(\.one.detector)).sorted()
        guard names.count <= 1 else { throw QueueEmbeddings.ambiguous(names) }
        guard let first = own.first, let scan = EmbeddingScan(first.place, in: bytes) else {
            throw QueueEmbeddings.missing(detector)
        }
        // Of photos that were processed again the former vectors are kept beside, and are not shown: where they leave too few,
        // more are looked for.
        var most = 2 * count + 50
        while true {
            let found = try Found(scan, besides: job, in: queue, most: most)
            if found.matches.count >= count || !found.isFull {
                (matches, compared) = (Array(found.matches.prefix(count)), found.compared)
                break
            }
            most *= 4
        }
        self.detector = first.one.detector
    }

    /// The nearest vectors of all photos but one.
    private struct Found {
        /// Those of photos that are done.
        let matches: [Match]
        let compared: Int
        /// Whether there are as many as were asked for, of former jobs as well, and may be more.
        let isFull: Bool

        init(_ scan: EmbeddingScan, besides job: JobID, in queue: QueueControl, most: Int) throws {
            var (nearest, kept) = (NearestList(most: most), [(job: JobID, parent: DetectorResult.Parent?)]())
            var (compared, last): (Int, JobID?) = (0, nil)
            while true {
                let former = last
                var rows = 0
                try queue.read { reading in
                    try reading.forEachEmbeddings(after: former, limit: QueueEmbeddings.step) { other, row in
                        (rows, last) = (rows + 1, other)
                        guard other != job else { return }
                        scan.compare(with: row) { similarity, parent in
                            compared += 1
                            guard nearest.takes(similarity) else { return }
                            nearest.add(kept.count, similarity)
                            kept.append((other, parent))
                        }
                    }
                }
                guard rows == QueueEmbeddings.step else { break }
            }
            let ids = Array(Set(nearest.found.map { kept[$0.place].job }))
            let jobs = try queue.read {
                try $0.page(PageRequest(JobFilter(ids: ids, states: [.done]), limit: max(ids.count, 1)))
            }
            let photos = Dictionary(jobs.map { ($0.id, $0.place.file) }) { first, _ in first }
            matches = nearest.found.compactMap { one in
                photos[kept[one.place].job].map {
                    Match(photo: $0, parent: kept[one.place].parent, similarity: Double(one.similarity))
                }
            }
            self.compared = compared
            isFull = nearest.found.count == most
        }
    }

    /// The job of a photo that is done, and the bytes of its vectors: of a copy those of its original.
    private static func vectors(of photo: FilePath, in queue: QueueControl) throws -> (JobID, [UInt8]) {
        let known = try queue.read { reading in
            let places = try reading.roots().compactMap { root -> Place? in
                var rest = photo
                guard rest.removePrefix(FilePath(rawBytes: root)) else { return nil }
                return Place(root: root, path: rest.rawBytes)
            }
            return try reading.knownFiles(at: places).compactMap { $0 }.first
        }
        guard let known else {
            throw PipelineError(
                .setting,
                "the queue does not know \(EscapedName.printable(photo)): name a photo that was processed, "
                    + "as 'quiver jobs list' shows it", fault: .input)
        }
        if let bytes = try queue.embeddings(of: known.job) { return (known.job, bytes) }
        throw PipelineError(
            .setting,
            "\(EscapedName.printable(photo)) has no vector: it is not done, or was processed without a detector of the "
                + "task embed", fault: .input)
    }
}

extension QueueControl {
    /// The bytes of the vectors of a job's photo, of a copy those of its original; nil where there are none; blocks.
    func embeddings(of job: JobID) throws -> [UInt8]? {
        if let bytes = try read({ try $0.embeddings(of: job) }) { return bytes }
        let known = try read { try $0.job(job) }
        if let original = known?.original, let bytes = try read({ try $0.embeddings(of: original) }) { return bytes }
        // Where nothing has a vector, none is looked for.
        guard let content = known?.content, try !read({ try $0.embeddings(after: nil, limit: 1) }).isEmpty else {
            return nil
        }
        var last: JobID?
        while true {
            let jobs = try read {
                try $0.page(PageRequest(JobFilter(states: [.done]), after: last, limit: QueueEmbeddings.step))
            }
            for job in jobs where job.content == content {
                if let bytes = try read({ try $0.embeddings(of: job.id) }) { return bytes }
            }
            guard jobs.count == QueueEmbeddings.step, let end = jobs.last?.id else { return nil }
            last = end
        }
    }
}
