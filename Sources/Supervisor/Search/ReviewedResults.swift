import Results
import Storage
import SystemPackage
import SystemValues

/// The manual corrections of the photos of a folder of results.
///
/// `records`, `find`, `pdf` and the page's search show it; a run's tables and an export apply it by the same
/// `Record.reviewed`.
public struct ReviewedResults: Sendable {
    /// By the photo's SHA-256.
    public let reviews: [String: FindingReview]
    /// The photos of scored ends as they count.
    public let counted: CountedPhotos
    /// Changes with every review and every correction of a score, and is empty where there is none.
    let state: String
    /// How often each photo was reviewed, by its SHA-256.
    private let revisions: [String: Int]
    /// Changes with every correction of a score; 0 where there is none.
    private let scoreChanges: Int
    let detectors: [DetectorClasses]
    /// Those by which the hosts of the queue know folders of photos.
    let names: RootNames

    /// Reads the reviews; blocks.
    ///
    /// - Parameter queue: What holds them; nil where there is none.
    public init(in results: FilePath, of queue: QueueControl?) throws {
        var (stored, changes, photos): ([String: StoredFindingReview], [Int], [CountedPhoto]) = ([:], [], [])
        if let queue {
            (stored, changes, photos) = try queue.readBoth {
                (try $0.reviews.findingReviews(), try Self.changes(in: $0), try $0.scores.countedPhotos())
            }
        }
        names = queue?.location.rootNames ?? RootNames([])
        counted = CountedPhotos(photos)
        reviews = stored.compactMapValues(\.review)
        revisions = stored.mapValues(\.revision)
        scoreChanges = changes.last ?? 0
        state = Self.state(changes)
        let known = ClassList.read(in: results) ?? []
        detectors = known.adding(known.further(in: reviews))
    }

    /// What ``state`` is now, without reading the reviews; blocks.
    static func state(of queue: QueueControl?) throws -> String {
        guard let queue else { return "" }
        return state(try queue.readBoth(changes))
    }

    private static func changes(in snapshot: QueueSnapshot) throws -> [Int] {
        [try snapshot.reviews.changesOfFindingReviews(), try snapshot.scores.changesOfPhotoReviews()]
    }

    private static func state(_ changes: [Int]) -> String { changes.contains { $0 != 0 } ? " \(changes)" : "" }

    /// What corrections of a record speak of: its content, and with a second word the score of what it shows.
    static func subject(of record: Record) -> String {
        (record.source.sha256 ?? "") + (record.photo.targetDetection == nil ? "" : " scored")
    }

    /// Changes with every correction of such a record, and is empty where there is none.
    func revision(of subject: String) -> String {
        let parts = subject.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let review = parts.first.flatMap { revisions[$0] }.map(String.init) ?? ""
        return parts.count > 1 && scoreChanges != 0 ? "\(review) \(scoreChanges)" : review
    }

    /// A record with its photo's corrections in the place of what was found.
    public func reviewed(_ record: Record) -> Record {
        // The score book has this host's paths.
        var local = record
        local.source = record.source.local(names)
        var corrected = local.counted(by: counted.photo).record
        corrected.source = record.source
        guard let review = record.source.sha256.flatMap({ reviews[$0] }) else { return corrected }
        return corrected.reviewed(as: review, by: detectors)
    }
}
