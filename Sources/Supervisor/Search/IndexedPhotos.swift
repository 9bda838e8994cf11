import Query
import Results
import Storage
import SystemPackage
import SystemValues

/// Which photos of a folder of results fit a query, as far as the queue tells by what it keeps of them.
///
/// What counts is what ``StoredRecords`` would read: a file that was written later than its photo ended, or that belongs to no
/// photo of the queue with a result, says something else than the queue, so that its record is left to be read.
struct IndexedPhotos {
    /// Jobs that are read together.
    private static let together = 1_000

    private let results: FilePath
    private let queue: QueueControl
    private let places: [RawPath: EndedPlace]
    /// Photos that surely fit.
    let fitting: [EndedPlace]
    /// Records that must be read.
    private let open: Set<RawPath>
    /// Records whose photos had one name: which of them count, these say together.
    private let named: Set<RawPath>

    /// Asks the queue of the results; blocks.
    init(_ query: Query, in results: FilePath, of queue: QueueControl) throws {
        (self.results, self.queue) = (results, queue)
        let bounds = query.factBoundsOfRecord
        let look = try FolderLook(in: results, of: queue, for: bounds)
        var open = look.open
        // A record with a number and the record without it, where there are both.
        var named: Set<RawPath> = []
        for path in look.numbered + open {
            guard let first = path.unnumbered, look.places[first] != nil || open.contains(first) else { continue }
            named.formUnion([path, first])
        }
        // Where several hosts know a photo by different paths its record alone says which of them is printed.
        let isOfOneHost = queue.location.address == nil
        var fitting: [EndedPlace] = []
        for path in look.asked {
            guard let place = look.places[path], FolderLook.isAsked(place), !open.contains(path),
                query.mayFit(job: place.job.rawValue)
            else { continue }
            if place.verdict == true, place.hasResult, isOfOneHost, !named.contains(path) {
                fitting.append(place)
            } else {
                open.insert(path)
            }
        }
        (self.places, self.fitting, self.open, self.named) = (look.places, fitting, open, named)
    }

    /// Calls with each record that must be read, and the number of its photo; blocks.
    func forEachOpen(in states: Set<JobState>, _ body: (FilePath, JobID?, Record) -> Void) throws {
        let records = try records(at: open.union(named))
        let others = Set(named.subtracting(open).map(\.path))
        records.forEach(in: states, but: others) { path, record in body(path, records.job(at: path), record) }
    }

    /// The records at some of the paths.
    func records(at paths: some Collection<RawPath>) throws -> StoredRecords {
        let known = Dictionary(
            paths.compactMap { path in places[path].map { (path.path, $0) } }, uniquingKeysWith: { $1 })
        return try StoredRecords(at: paths.map(\.path), in: results, of: Records(queue: queue, known: known))
    }

    /// The paths of the photos that surely fit, as records have them; blocks.
    func paths() throws -> [(photo: String, place: EndedPlace)] {
        var paths: [(photo: String, place: EndedPlace)] = []
        for start in stride(from: 0, to: fitting.count, by: Self.together) {
            let part = fitting[start..<min(start + Self.together, fitting.count)]
            let filter = JobFilter(ids: part.map(\.job), age: .any)
            let jobs = try queue.read { try $0.page(PageRequest(filter, limit: part.count)) }
            let known = Dictionary(jobs.map { ($0.id, $0.recordedPath) }, uniquingKeysWith: { $1 })
            paths += part.compactMap { place in known[place.job].map { ($0, place) } }
        }
        return paths
    }

    /// Some records of a queue.
    private struct Records: QueuedRecords {
        let queue: QueueControl
        let known: [FilePath: EndedPlace]

        func places() -> [FilePath: QueuedPlace] { known.mapValues(QueuedPlace.init) }

        func record(at path: FilePath) -> [UInt8]? {
            known[path].flatMap { place in try? queue.read { try $0.result(of: place.job) } }
        }

        func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
            // One that cannot be read holds up none of the others.
            queue.records(of: paths.map(job(at:)), atMost: bytes) ?? paths.prefix(1).map(record(at:))
        }

        func job(at path: FilePath) -> JobID? { known[path]?.job }
    }
}
