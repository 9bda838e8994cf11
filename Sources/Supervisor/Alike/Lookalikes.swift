import Findings
import Geometry
import Query
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// The photos of a queue that a model takes for most alike to one of them, or to words.
///
/// All are compared: the vectors are read in the order in which they lie, and no other table is where nothing else is asked of photos.
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
    /// How many more the detector made with another model.
    public let others: Int

    /// What is asked of the photos beside their likeness.
    public struct Choice: Sendable {
        /// What they fit.
        public var query: Query
        /// Photos, and folders of photos, without links; empty for all of them.
        public var paths: [FilePath]
        /// The folder of results, for what is known of their classes.
        public var results: FilePath

        /// A choice from its parts.
        public init(_ query: Query = .all, below paths: [FilePath] = [], results: FilePath) {
            (self.query, self.paths, self.results) = (query, paths, results)
        }

        /// The jobs that fit; nil for all of them.
        fileprivate func jobs(in queue: QueueControl) throws -> FittingJobs? {
            query.isAll && paths.isEmpty ? nil : try FittingJobs(query, below: paths, in: queue, results: results)
        }
    }

    /// Looks for photos like one that is done; blocks.
    ///
    /// - Parameters:
    ///   - photo: The photo's path without links. Of a detector that looks at findings, the first one in it counts.
    ///   - detector: The detector's name; nil where one alone has made vectors.
    ///   - count: At most so many.
    ///   - choice: What is asked of them beside; nil for nothing.
    /// - Throws: ``PipelineError`` where the queue does not know the photo, or has no vector of it.
    public init(
        of photo: FilePath, in queue: QueueControl, by detector: String? = nil, count: Int = 20, choice: Choice? = nil
    ) throws {
        let (known, bytes) = try Self.vectors(of: photo, in: queue)
        let places = PhotoEmbedding.places(in: bytes) ?? []
        let own = places.compactMap { place in
            PhotoEmbedding(at: place, in: bytes).map { (one: $0, place: place) }
        }.filter { detector == nil || $0.one.detector == detector }
        let names = Set(own.map(\.one.detector)).sorted()
        guard names.count <= 1 else { throw QueueEmbeddings.ambiguous(names) }
        guard let first = own.first, let scan = EmbeddingScan(first.place, in: bytes) else {
            throw QueueEmbeddings.missing(detector, in: queue, of: photo)
        }
        let jobs = try choice?.jobs(in: queue)
        let search = NearestPhotos.Search.vector(scan, of: known.job, content: known.content)
        let found = try NearestPhotos(to: search, in: queue, among: jobs, count: count)
        (matches, compared, others) = (found.matches, found.compared, found.others)
        self.detector = first.one.detector
    }

    /// Looks for photos that words are said of; blocks.
    ///
    /// - Parameters:
    ///   - words: What they show.
    ///   - count: At most so many.
    ///   - choice: What is asked of them beside; nil for nothing.
    /// - Throws: ``PipelineError`` where the queue has no vectors of the words' detector, or only those of a model that is no pair
    ///   with the words' one.
    public init(
        to words: SearchedWords, in queue: QueueControl, count: Int = 20, choice: Choice? = nil
    ) throws {
        let jobs = try choice?.jobs(in: queue)
        let search = NearestPhotos.Search.words(words.vector, of: words.detector)
        let found = try NearestPhotos(to: search, in: queue, among: jobs, count: count)
        guard found.seen > 0 else {
            guard let size = found.otherSize else { throw QueueEmbeddings.missing(words.detector, in: queue) }
            throw PipelineError(
                .setting,
                "the vectors of \"\(words.detector)\" have \(size) numbers, and its text model gives \(words.vector.count): they are no "
                    + "pair. Name the text half of the model that made them, or process the photos again with the other half",
                fault: .input)
        }
        (matches, compared, others) = (found.matches, found.compared, found.others)
        detector = words.detector
    }

    /// A photo that is done, and the bytes of its vectors: of a copy those of its original.
    private static func vectors(of photo: FilePath, in queue: QueueControl) throws -> (KnownFile, [UInt8]) {
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
        if let bytes = try queue.embeddings(of: known.job) { return (known, bytes) }
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
