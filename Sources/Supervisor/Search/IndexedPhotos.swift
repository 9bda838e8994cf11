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
    /// Photos that are asked together whether they surely fit.
    private static let together = 1_000
    /// Times of files are coarser than the clock, and a share's clock is another one.
    private static let tolerance: Int64 = 1_000

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
        let look = try Look(in: results, of: queue, for: bounds.possible)
        var (open, likely): (Set<RawPath>, [EndedPlace]) = ([], [])
        for file in look.files where !look.isTold(file, within: Self.tolerance) { open.insert(file.path) }
        for (path, place) in look.places where place.mayMeet || !place.hasResult {
            guard !open.contains(path), query.mayFit(job: place.job.rawValue) else { continue }
            if place.hasResult { likely.append(place) } else { open.insert(path) }
        }
        let named = Self.named(look.places, open)
        var fitting: [EndedPlace] = []
        for start in stride(from: 0, to: likely.count, by: Self.together) {
            let part = likely[start..<min(start + Self.together, likely.count)]
            let verdicts = try Self.verdicts(on: part.map(\.job), by: bounds, in: queue)
            for place in part {
                let (path, verdict) = (RawPath(place.way), verdicts[place.job])
                if verdict == true, !named.contains(path) {
                    fitting.append(place)
                } else if verdict != false {
                    open.insert(path)
                }
            }
        }
        (self.places, self.fitting, self.open, self.named) = (look.places, fitting, open, named)
    }

    /// Which photos surely fit or do not; others are not named.
    private static func verdicts(
        on ids: [JobID], by bounds: FactBounds, in queue: QueueControl
    ) throws -> [JobID: Bool] {
        // Where several hosts know a photo by different paths its record alone says which of them is printed.
        let isOfOneHost = queue.location.address == nil
        return try queue.read { jobs in
            var told: [JobID: Bool] = [:]
            if isOfOneHost, bounds.sure != .never {
                // A photo of which nothing is kept may have no record that can be read.
                for id in try jobs.jobs(among: ids, surely: .all([.tells([]), bounds.sure])) { told[id] = true }
            }
            let rest = ids.filter { told[$0] == nil }
            guard !rest.isEmpty, bounds.possible != .always else { return told }
            for id in try jobs.jobs(among: rest, surely: bounds.possible.opposite) { told[id] = false }
            return told
        }
    }

    /// The records with numbers beside those without, and these.
    private static func named(_ places: [RawPath: EndedPlace], _ others: Set<RawPath>) -> Set<RawPath> {
        var named: Set<RawPath> = []
        func take(_ path: RawPath) {
            guard let first = StoredRecords.unnumbered(path.bytes).map(RawPath.init),
                places[first] != nil || others.contains(first)
            else { return }
            named.formUnion([path, first])
        }
        places.keys.forEach(take)
        others.forEach(take)
        return named
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

        func job(at path: FilePath) -> JobID? { known[path]?.job }
    }
}

/// A path's bytes, by which many are told apart: one byte after the other costs many times more.
struct RawPath: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var path: FilePath { FilePath(rawBytes: bytes) }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// What a folder of results and its queue have, looked at side by side.
private struct Look: Sendable {
    /// A file that may be a record.
    struct File: Sendable {
        let path: RawPath
        /// When it was written, in milliseconds since 1970; nil where that cannot be told.
        let written: Int64?
    }

    private(set) var files: [File] = []
    private(set) var places: [RawPath: EndedPlace] = [:]

    /// Nothing yet.
    private init() {}

    /// - Parameter condition: What the photos of the places may meet or not.
    init(in results: FilePath, of queue: QueueControl, for condition: FactCondition) throws {
        let halves = [true, false].mapOnAllProcessors { isOfFiles in
            Result {
                var half = Look()
                if isOfFiles { try half.list(results) } else { try half.ask(queue, for: condition) }
                return half
            }
        }
        for half in halves {
            let half = try half.get()
            files += half.files
            if !half.places.isEmpty { places = half.places }
        }
    }

    private mutating func list(_ results: FilePath) throws {
        let folder = results.resolvedPath
        for path in try StoredRecords.files(in: results) {
            let written: Int64?
            do throws(Errno) {
                let moment = try Syscalls.status(folder.pushing(path), follow: true).modified
                written = moment.seconds &* 1_000 &+ moment.nanoseconds / 1_000_000
            } catch {
                // What went away meanwhile is no file.
                if error == .noSuchFileOrDirectory { continue }
                written = nil
            }
            files.append(File(path: RawPath(path.rawBytes), written: written))
        }
    }

    private mutating func ask(_ queue: QueueControl, for condition: FactCondition) throws {
        let asked = condition == .always ? nil : condition
        try QueueRecords.forEachPlace(in: queue, meeting: asked) { place in
            let path = RawPath(place.way)
            if let former = places[path], former.finished > place.finished { return }
            places[path] = place
        }
    }

    /// Whether the queue has the result that a file was written of, or a later one.
    func isTold(_ file: File, within tolerance: Int64) -> Bool {
        guard let place = places[file.path], place.hasResult, let written = file.written else { return false }
        return written <= place.finished + tolerance
    }
}
