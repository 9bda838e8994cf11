import Query
import Results
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// What a folder of results and its queue have, looked at side by side.
struct FolderLook: Sendable {
    /// Times of files are coarser than the clock, and a share's clock is another one.
    private static let tolerance: Int64 = 1_000

    /// A file that may be a record.
    struct File: Sendable {
        let path: RawPath
        /// When it was written, in milliseconds since 1970; nil where that cannot be told.
        let written: Int64?
    }

    private(set) var files: [File] = []
    private(set) var places: [RawPath: EndedPlace] = [:]
    /// The paths of photos that may fit or have no result, each once: so no later step walks over all places.
    private(set) var asked: [RawPath] = []
    /// Places that several jobs have; which of them counts is known at the end.
    private var repeated: Set<RawPath> = []
    /// Places of records with a number.
    private(set) var numbered: [RawPath] = []

    /// Nothing yet.
    init(upTo newest: JobID?) {
        // To grow with the rows costs as much as to fill. What a stranger's queue counts is no size to trust.
        places.reserveCapacity(Int(min(max(0, newest?.rawValue ?? 0), 1 << 17)))
    }

    /// - Parameter bounds: What the queue is to tell of its photos.
    init(in results: FilePath, of queue: QueueControl, for bounds: FactBounds) throws {
        // A photo of which nothing is kept may have no record that can be read.
        let sure = bounds.sure == .never ? .never : FactCondition.all([.tells([]), bounds.sure])
        let newest = try QueueRecords.newest(in: queue)
        let look = Mutex(FolderLook(upTo: newest))
        try QueueRecords.forEachPlaces(in: queue, upTo: newest, possible: bounds.possible, sure: sure) {
            let files = try Self.files(in: results)
            look.withLock { $0.files = files }
        } _: { places in
            look.withLock { $0.take(places) }
        }
        self = look.withLock { $0 }
    }

    private static func files(in results: FilePath) throws -> [File] {
        let paths = try StoredRecords.files(in: results)
        // By their paths from here: the way to the folder is long, and as long for each of them.
        let folder = try RootFolder(withoutLinks: results.resolvedPath)
        return withExtendedLifetime(folder) { files(at: paths, in: folder.descriptor.rawValue) }
    }

    private static func files(at paths: [FilePath], in folder: CInt) -> [File] {
        var files: [File] = []
        files.reserveCapacity(paths.count)
        for path in paths {
            let written: Int64?
            do throws(Errno) {
                let moment = try Syscalls.status(path, in: folder, follow: true).modified
                written = moment.seconds &* 1_000 &+ moment.nanoseconds / 1_000_000
            } catch {
                // What went away meanwhile is no file.
                if error == .noSuchFileOrDirectory { continue }
                written = nil
            }
            files.append(File(path: RawPath(path.rawBytes), written: written))
        }
        return files
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

    /// Whether the queue has the result that a file was written of, or a later one.
    func isTold(_ file: File) -> Bool {
        guard let place = places[file.path], place.hasResult, let written = file.written else { return false }
        return written <= place.finished &+ Self.tolerance
    }
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
