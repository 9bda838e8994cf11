import Geometry
import Query
import Results
import Storage
import Synchronization
import SystemPackage

/// What a folder of results and its queue have, looked at side by side.
struct FolderLook: Sendable {
    /// Files that say something else than the queue: they were written later, or are of no photo of it with a result.
    private(set) var open: Set<RawPath> = []
    /// Those of photos that may fit or have no result, and of others those that had the name of one of these or of an open file.
    private(set) var places: [RawPath: EndedPlace] = [:]
    /// The paths of photos that may fit or have no result, each once: so no later step walks over all places.
    private(set) var asked: [RawPath] = []
    /// Places that several jobs have; which of them counts is known at the end.
    private var repeated: Set<RawPath> = []
    /// Places of records with a number.
    private(set) var numbered: [RawPath] = []

    /// Nothing yet.
    init() {}

    /// - Parameter bounds: What the queue is to tell of its photos.
    init(in results: FilePath, of queue: QueueControl, for bounds: FactBounds) throws {
        // A photo of which nothing is kept may have no record that can be read.
        let sure = bounds.sure == .never ? .never : FactCondition.all([.tells([]), bounds.sure])
        let newest = try QueueRecords.newest(in: queue)
        let look = Mutex((known: FolderLook(), others: [[EndedPlace]](), files: RecordFiles([])))
        try QueueRecords.forEachPlaces(in: queue, upTo: newest, possible: bounds.possible, sure: sure) {
            let files = try RecordFiles(in: results)
            look.withLock { $0.files = files }
        } _: { places in
            let asked = places.filter(Self.isAsked)
            let others = asked.count == places.count ? [] : places.filter { !Self.isAsked($0) }
            look.withLock {
                $0.known.take(asked)
                $0.others.append(others)
            }
        }
        let (known, others, files) = look.withLock { $0 }
        self = known
        settle(others, beside: files)
    }

    /// Tells which files are open, and adds the places of photos that do not fit where it matters.
    ///
    /// These are few: all places of a million photos in one dictionary take longer than to read them.
    mutating func settle(_ others: [[EndedPlace]], beside files: RecordFiles) {
        var isTold = [Bool](repeating: false, count: files.paths.count)
        for told in others.mapOnAllProcessors({ $0.compactMap(files.told) }) {
            for file in told { isTold[file] = true }
        }
        let asked = Set(asked + files.paths.indices.lazy.filter { !isTold[$0] }.map { files.paths[$0] })
        takeSameNames(as: asked, among: others)
        // Where several jobs have one record's path, the one that counts tells.
        for (file, path) in files.paths.enumerated() {
            if let place = places[path] { isTold[file] = files.told(by: place) == file }
        }
        open = Set(files.paths.indices.lazy.filter { !isTold[$0] }.map { files.paths[$0] })
    }

    /// Adds the places at some records' paths, and of the records of other photos that had the same names.
    private mutating func takeSameNames(as asked: Set<RawPath>, among others: [[EndedPlace]]) {
        let firsts = asked.compactMap(\.unnumbered)
        let named = asked.union(firsts)
        for places in others.mapOnAllProcessors({ $0.filter { named.contains(RawPath($0.way)) } }) { take(places) }
        // Many a camera numbers its photos: only where there is a record without the number was a name used again.
        let usedAgain = asked.union(firsts.filter { places[$0] != nil })
        let numbered = others.mapOnAllProcessors { places in
            places.filter { place in
                let path = RawPath(place.way)
                return path.unnumbered.map(usedAgain.contains) == true && !named.contains(path)
            }
        }
        for places in numbered { take(places) }
    }

    /// Adds what the queue tells of some photos.
    mutating func take(_ some: [EndedPlace]) {
        for place in some {
            let path = RawPath(place.way)
            // Nearly always it is the only one.
            if let former = places.updateValue(place, forKey: path) {
                if repeated.insert(path).inserted, !Self.isAsked(former) { asked.append(path) }
                if !place.isLater(than: (former.finished, former.job)) { places[path] = former }
            } else {
                if Self.isAsked(place) { asked.append(path) }
                if path.unnumbered != nil { numbered.append(path) }
            }
        }
    }

    /// Whether a photo may fit what was asked, or has a record without a result.
    static func isAsked(_ place: EndedPlace) -> Bool { place.verdict != false || !place.hasResult }
}

/// A path's bytes, by which many are told apart: one byte after the other costs many times more.
struct RawPath: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var path: FilePath { FilePath(rawBytes: bytes) }

    /// Of a record's path with a number the one without it.
    var unnumbered: RawPath? { StoredRecords.unnumbered(bytes).map(RawPath.init) }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
