import Findings
import Geometry
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// The vectors of the photos of a queue that are done, all of one detector and one model.
public struct QueueEmbeddings: Sendable {
    /// A photo, or a finding in it, with its vector.
    public struct Item: Sendable {
        /// The photo's job.
        public let job: JobID
        /// The photo.
        public let photo: FilePath
        /// The finding that the vector is of; nil for the whole photo.
        public let parent: DetectorResult.Parent?
        /// The vector.
        public let vector: Embedding
    }

    /// The detector that made the vectors.
    public let detector: String
    /// In the order in which the photos came into the queue.
    public let items: [Item]
    /// How many more photos are done that have no vector of this detector and model.
    public let without: Int

    /// Jobs that are read at one moment: a long look holds up the writer's housekeeping.
    ///
    /// So many rows are in memory as well, and one has the vectors of all findings of a photo.
    static let step = 500

    /// Reads the vectors of a queue; blocks.
    ///
    /// - Parameters:
    ///   - detector: The detector's name; nil where one alone has made vectors.
    ///   - paths: Photos, and folders of photos, without links; empty for all of them.
    ///   - most: Vectors of one detector and model that are held: where there are more, no others are read, and ``items`` is longer.
    /// - Throws: ``PipelineError`` where there are none, or where several detectors made some and none is named.
    public init(
        in queue: QueueControl, of detector: String? = nil, below paths: [FilePath] = [], most: Int = .max
    ) throws {
        var makers: [Maker: [Item]] = [:]
        // A copy of a photo shares that one's record, and its vectors stand with the original alone.
        var (originals, copies): ([Fingerprint: JobID], [(job: Job, photo: FilePath)]) = ([:], [])
        var (done, last): (Int, JobID?) = (0, nil)
        func add(_ bytes: [UInt8], _ job: JobID, _ photo: FilePath) {
            guard makers.values.allSatisfy({ $0.count <= most }) else { return }
            for one in [PhotoEmbedding](bytes: bytes) ?? [] where detector == nil || one.detector == detector {
                makers[Maker(detector: one.detector, model: one.model), default: []].append(
                    Item(job: job, photo: photo, parent: one.parent, vector: one.vector))
            }
        }
        while true {
            let (jobs, kept) = try queue.read { reading in
                let jobs = try reading.page(
                    PageRequest(JobFilter(states: [.done]), after: last, limit: Self.step))
                guard let end = jobs.last?.id else { return (jobs, [JobID: [UInt8]]()) }
                return (jobs, try Self.vectors(in: reading, after: last, to: end))
            }
            for job in jobs {
                let photo = job.place.file
                if kept[job.id] != nil, let content = job.content { originals[content] = job.id }
                guard paths.isEmpty || paths.contains(where: { photo.starts(with: $0) }) else { continue }
                done += 1
                if let bytes = kept[job.id] { add(bytes, job.id, photo) } else { copies.append((job, photo)) }
            }
            guard jobs.count == Self.step, let end = jobs.last?.id else { break }
            last = end
        }
        var wanted: [JobID: [(job: Job, photo: FilePath)]] = [:]
        for copy in copies {
            // An original that is history is not among these.
            let original = copy.job.content.flatMap { originals[$0] } ?? copy.job.original
            if let original { wanted[original, default: []].append(copy) }
        }
        // Of all rows those of the originals are taken: a read for each copy would take longer.
        last = wanted.keys.min().map { JobID(rawValue: $0.rawValue - 1) }
        while let former = last, !wanted.isEmpty {
            var (rows, found): (Int, [JobID: [UInt8]]) = (0, [:])
            try queue.read { reading in
                try reading.forEachEmbeddings(after: former, limit: Self.step) { job, bytes in
                    (rows, last) = (rows + 1, job)
                    if wanted[job] != nil { found[job] = Array(bytes) }
                }
            }
            for (original, bytes) in found {
                for copy in wanted.removeValue(forKey: original) ?? [] { add(bytes, copy.job.id, copy.photo) }
            }
            guard rows == Self.step else { break }
        }
        let names = Set(makers.keys.map(\.detector)).sorted()
        guard names.count <= 1 else { throw Self.ambiguous(names) }
        // Of photos that were processed with two models, those of the one that most have: the others are to be processed anew.
        guard let most = makers.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
            guard done > 0 || paths.isEmpty else { throw Self.nothing(below: paths) }
            throw Self.missing(detector, in: queue)
        }
        self.detector = most.key.detector
        items = most.value.sorted { $0.job < $1.job }
        without = done - Set(items.map(\.job)).count
    }

    /// What vectors that may be compared have in common.
    private struct Maker: Hashable, Comparable {
        let detector: String
        let model: [UInt8]

        static func < (first: Maker, second: Maker) -> Bool { first.model.lexicographicallyPrecedes(second.model) }
    }

    /// The vectors ready to be compared; nil where one has more numbers than another.
    public var table: EmbeddingTable? { EmbeddingTable(items.map(\.vector)) }

    /// Those of the jobs behind a number, up to another one.
    private static func vectors(
        in queue: any JobReading, after: JobID?, to end: JobID
    ) throws -> [JobID: [UInt8]] {
        var (found, last): ([JobID: [UInt8]], JobID?) = ([:], after)
        while true {
            let page = try queue.embeddings(after: last, limit: step)
            for one in page where one.job <= end { found[one.job] = one.bytes }
            guard page.count == step, let next = page.last?.job, next < end else { return found }
            last = next
        }
    }

    static func ambiguous(_ names: [String]) -> PipelineError {
        let all = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return PipelineError(
            .setting, "several detectors have made vectors, \(all): name one with --detector", fault: .input)
    }

    /// The refusal of folders in which no photo is done.
    public static func nothing(below paths: [FilePath]) -> PipelineError {
        let shown = paths.prefix(3).map { EscapedName.printable($0) }.joined(separator: ", ")
        return PipelineError(
            .setting,
            "no photo that is done lies in \(shown)\(paths.count > 3 ? ", …" : ""): name photos or their folders, as "
                + "'quiver jobs list' shows them", fault: .input)
    }

    /// Says that vectors are missing, and which detectors made some where another one was asked for.
    ///
    /// - Parameter photo: The photo that has none; nil where none has.
    static func missing(_ detector: String?, in queue: QueueControl, of photo: FilePath? = nil) -> PipelineError {
        let whose = detector.map { " of the detector \"\($0)\"" } ?? ""
        let subject = photo.map { "\(EscapedName.printable($0)) has no vector" } ?? "no photo that is done has a vector"
        let makers = detector == nil ? [] : (try? QueueVectors(in: queue).makers().map(\.maker.detector)) ?? []
        let others = Set(makers).subtracting([detector ?? ""]).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let advice =
            others.isEmpty
            ? ": 'quiver run PHOTOS --task embed' makes them, as does a detector of the task embed in pipeline.json"
            : "; those that have made some are \(others)"
        return PipelineError(.setting, subject + whose + advice, fault: .input)
    }
}
