import Findings
import Geometry
import Storage
import SystemPackage

/// The photos of a queue whose vectors are nearest to one: all that may be compared are.
struct NearestPhotos {
    /// What they are near to.
    enum Search {
        /// The vector of a photo, which is left out itself, as is all that has the same content.
        case vector(EmbeddingScan, of: JobID, content: Fingerprint?)
        /// Words, among the vectors of a detector: of those of several models the ones that most photos have.
        case words(Embedding, of: String)

        /// The content that is left out.
        fileprivate var content: Fingerprint? {
            if case .vector(_, of: _, let content) = self { content } else { nil }
        }
    }

    /// The nearest first.
    let matches: [Lookalikes.Match]
    /// How many vectors were compared.
    let compared: Int
    /// How many there are of the same model, compared or not.
    let seen: Int
    /// How many more the detector made with other models, and how many numbers one of them has that is of another size.
    let (others, otherSize): (Int, Int?)

    /// Looks at all vectors; blocks.
    ///
    /// - Parameter jobs: The jobs whose photos are asked for; nil for all that are done.
    init(to search: Search, in queue: QueueControl, among jobs: FittingJobs?, count: Int) throws {
        // Of photos that were processed again the former vectors are kept beside, and are not shown: where they leave too few,
        // more are looked for.
        var most = 2 * count + 50
        while true {
            var pass = Pass(search: search, jobs: jobs?.withVectors, most: most)
            try pass.read(queue)
            let found = pass.best
            let matches = try found?.matches(in: queue, among: jobs?.ids, without: search.content) ?? []
            if matches.count >= count || !(found?.isFull ?? false) {
                self.matches = Array(matches.prefix(count))
                (compared, seen) = (found?.compared ?? 0, found?.seen ?? 0)
                (others, otherSize) = (pass.seen - seen, pass.otherSize)
                return
            }
            most *= 4
        }
    }
}

/// One look at all vectors.
private struct Pass {
    private let search: NearestPhotos.Search
    private let jobs: Set<JobID>?
    private let most: Int
    /// Those of each model for themselves: what two have made cannot be compared.
    private var models: [ModelSearch] = []
    /// Vectors of the detector that have another number of numbers, and how many that is.
    private var unfit = 0
    private(set) var otherSize: Int?

    init(search: NearestPhotos.Search, jobs: Set<JobID>?, most: Int) {
        (self.search, self.jobs, self.most) = (search, jobs, most)
        if case .vector(let scan, of: _, content: _) = search { models = [ModelSearch(scan, most: most)] }
    }

    /// The model that most vectors are of.
    var best: ModelSearch? { models.max { $0.seen < $1.seen } }

    /// Vectors of all models.
    var seen: Int { unfit + models.reduce(0) { $0 + $1.seen } }

    mutating func read(_ queue: QueueControl) throws {
        var last: JobID?
        while true {
            let former = last
            var rows = 0
            try queue.read { reading in
                try reading.forEachEmbeddings(after: former, limit: QueueEmbeddings.step) { job, row in
                    (rows, last) = (rows + 1, job)
                    take(row, of: job)
                }
            }
            guard rows == QueueEmbeddings.step else { return }
        }
    }

    private mutating func take(_ row: UnsafeRawBufferPointer, of job: JobID) {
        let isAsked = jobs?.contains(job) ?? true
        switch search {
        case .vector(_, of: let own, content: _):
            if job != own { models[0].compare(with: row, of: job, isAsked) }
        case .words(let vector, let detector):
            if let known = models.firstIndex(where: { $0.scan.isLike(row) }) {
                return models[known].compare(with: row, of: job, isAsked)
            }
            meet(row, vector, detector)
            for index in models.indices { models[index].compare(with: row, of: job, isAsked) }
        }
    }

    /// Notes models that were not met before.
    private mutating func meet(_ row: UnsafeRawBufferPointer, _ vector: Embedding, _ detector: String) {
        let bytes = Array(row)
        for place in PhotoEmbedding.places(in: bytes) ?? [] {
            let maker = bytes[place.maker]
            guard maker.dropLast(PhotoEmbedding.modelBytes).elementsEqual(detector.utf8) else { continue }
            guard place.numbers.count == 2 * vector.count else {
                (unfit, otherSize) = (unfit + 1, otherSize ?? place.numbers.count / 2)
                continue
            }
            guard !models.contains(where: { $0.maker == Array(maker) }),
                let scan = EmbeddingScan(
                    vector, detector: detector, model: Array(maker.suffix(PhotoEmbedding.modelBytes)))
            else { continue }
            models.append(ModelSearch(scan, maker: Array(maker), most: most))
        }
    }
}

/// The nearest vectors of one model.
private struct ModelSearch {
    let scan: EmbeddingScan
    /// What its vectors have in common; empty where none but these are looked for.
    let maker: [UInt8]
    private var nearest: NearestList
    private var kept: [(job: JobID, parent: DetectorResult.Parent?)] = []
    private(set) var (seen, compared) = (0, 0)
    private let most: Int

    init(_ scan: EmbeddingScan, maker: [UInt8] = [], most: Int) {
        (self.scan, self.maker, self.most) = (scan, maker, most)
        nearest = NearestList(most: most)
    }

    /// Whether there are as many as were asked for, of former jobs as well, and may be more.
    var isFull: Bool { nearest.found.count == most }

    mutating func compare(with row: UnsafeRawBufferPointer, of job: JobID, _ isAsked: Bool) {
        // Its own copy: what follows changes the rest.
        let own = scan
        own.compare(with: row) { similarity, parent in
            seen += 1
            guard isAsked else { return }
            compared += 1
            guard nearest.takes(similarity) else { return }
            nearest.add(kept.count, similarity)
            kept.append((job, parent))
        }
    }

    /// Those of photos that are done, each content once.
    ///
    /// Of an original that is not asked for, or is history, the eldest copy that is asked for stands there. The same content has
    /// vectors twice where it came back after those of then had gone to a copy.
    ///
    /// - Parameters:
    ///   - asked: The jobs whose photos are asked for; nil for all that are done.
    ///   - own: A content that is left out.
    func matches(
        in queue: QueueControl, among asked: Set<JobID>?, without own: Fingerprint?
    ) throws -> [Lookalikes.Match] {
        let ids = Set(nearest.found.map { kept[$0.place].job })
        let photos = try queue.read { try Self.photos(of: ids, in: $0, among: asked) }
        var met: Set<Shown> = []
        return nearest.found.compactMap { one in
            let (id, parent) = kept[one.place]
            guard let photo = photos[id] else { return nil }
            if let content = photo.content {
                guard content != own, met.insert(Shown(content: content, parent: parent)).inserted else { return nil }
            }
            return Lookalikes.Match(photo: photo.place.file, parent: parent, similarity: Double(one.similarity))
        }
    }

    /// What is shown once.
    private struct Shown: Hashable {
        let content: Fingerprint
        let parent: DetectorResult.Parent?
    }

    /// The photo that each job with vectors stands for.
    private static func photos(
        of ids: Set<JobID>, in queue: any JobReading, among asked: Set<JobID>?
    ) throws -> [JobID: Job] {
        let isAsked = { (job: Job) in asked?.contains(job.id) ?? true }
        let done = try queue.page(PageRequest(JobFilter(ids: Array(ids), states: [.done]), limit: max(ids.count, 1)))
        var photos = Dictionary(done.filter(isAsked).map { ($0.id, $0) }) { first, _ in first }
        for copy in try queue.doneCopies(of: ids.filter { photos[$0] == nil }.sorted()) {
            guard copy.isCurrent, isAsked(copy), let original = copy.original, photos[original] == nil else { continue }
            photos[original] = copy
        }
        return photos
    }
}
