import Storage
import SystemPackage
import SystemValues

/// Where a queue holds a record: a photo's that has ended.
public struct QueuedPlace: Hashable, Sendable {
    /// When the photo ended, in milliseconds since 1970.
    public var finished: Int64
    /// Whether the record has a result.
    public var hasResult: Bool

    /// A record of a queue.
    public init(finished: Int64, hasResult: Bool) {
        self.finished = finished
        self.hasResult = hasResult
    }
}

/// Records that a queue holds, of results whose photos have no files of records (`output.formats` without `json`).
///
/// Several threads ask.
public protocol QueuedRecords: Sendable {
    /// The records by their paths below the results; blocks.
    func places() throws -> [FilePath: QueuedPlace]

    /// The record that belongs to a path, as it is stored; nil where there is none by now; blocks.
    func record(at path: FilePath) -> [UInt8]?

    /// The records of the first of some paths, at least of one, and of no more once they have so many bytes; blocks.
    func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?]

    /// Whether the queue is this user's or root's; what others keep is believed in nothing.
    var isThisUsers: Bool { get }

    /// The number of the photo whose record belongs to a path, once the places were asked for; nil where that is not known.
    func job(at path: FilePath) -> JobID?
}

extension QueuedRecords {
    /// The first record; a default implementation for queues that gain nothing by reading several together.
    public func records(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
        paths.prefix(1).map(record(at:))
    }

    /// False; a default implementation for queues of which it is not known.
    public var isThisUsers: Bool { false }

    /// Nil; a default implementation for queues that number no photos.
    public func job(at path: FilePath) -> JobID? { nil }
}

/// What a queue knows beside the files of a folder of results.
struct BesideFiles: Sendable {
    /// Times of files are coarser than the clock, and a share's clock is another one.
    private static let tolerance: Int64 = 1_000

    private let queue: any QueuedRecords
    private let places: [FilePath: QueuedPlace]
    /// Whether what it holds is believed.
    let isThisUsers: Bool

    init(_ queue: any QueuedRecords) throws(ResultsError) {
        self.queue = queue
        isThisUsers = queue.isThisUsers
        do {
            places = try queue.places()
        } catch {
            throw ResultsError(.failed, "the queue of the results cannot be read: \(error)", fault: .environment)
        }
    }

    /// Every path, whether or not there is a file.
    var paths: Dictionary<FilePath, QueuedPlace>.Keys { places.keys }

    /// What tells the state of a record that is in the queue alone; nil where the file is as new.
    ///
    /// A file of an earlier run stays where a later one writes none. It also counts where the queue has a later record without a
    /// result: such a record takes no result's place, whichever queue made that.
    func state(of path: FilePath, file: FileStatus?) -> String? {
        guard let place = places[path] else { return nil }
        if let file {
            let written = file.modified.seconds &* 1_000 &+ file.modified.nanoseconds / 1_000_000
            if !place.hasResult || written >= place.finished &- Self.tolerance { return nil }
        }
        return "queue \(place.finished)"
    }

    /// The record that the queue holds for a path.
    func record(at path: FilePath) -> Record? { queue.record(at: path).flatMap { try? Record.decode($0) } }

    /// The texts of the records that the queue holds for the first of some paths, as ``QueuedRecords/records(at:atMost:)``.
    func texts(at paths: ArraySlice<FilePath>, atMost bytes: Int) -> [[UInt8]?] {
        queue.records(at: paths, atMost: bytes)
    }

    /// The number of the photo whose record belongs to a path.
    func job(at path: FilePath) -> JobID? { queue.job(at: path) }
}
