import Findings
import Geometry
import Results
import Storage
import SystemPackage
import SystemValues

/// The done photos of a queue that look alike, in groups.
public struct NearDuplicates: Sendable {
    /// How many of 120 bits differ between near-duplicates at most, where nothing else is said.
    ///
    /// Chosen on one half of labelled pairs of photos, and measured on the other: `scripts/parity alike`.
    public static let distance = 20

    /// The photos that were compared, in the order in which they came into the queue.
    public let photos: [FilePath]
    /// Their groups; photos are named by their places in ``photos``.
    public let groups: LikenessGroups
    /// How many more are done of which the queue does not know what they look like: earlier versions did not look.
    public let unknown: Int

    /// Jobs that are read at one moment: a long look holds up the writer's housekeeping.
    private static let step = 2_000

    /// Compares the photos of a queue; blocks.
    ///
    /// - Parameters:
    ///   - paths: Photos, and folders of photos, without links; empty for all of them.
    ///   - distance: How many bits may differ in a pair.
    ///   - turned: Whether mirrored and turned copies count.
    public init(
        in queue: QueueControl, below paths: [FilePath] = [], within distance: Int = distance, turned: Bool = false
    ) throws {
        var (photos, likenesses, unknown): ([FilePath], [Likeness], Int) = ([], [], 0)
        var last: JobID?
        while true {
            let (jobs, known) = try queue.read { reading in
                let jobs = try reading.page(
                    PageRequest(JobFilter(states: [.done]), after: last, limit: Self.step))
                guard let end = jobs.last?.id else { return (jobs, [JobID: [UInt8]]()) }
                return (jobs, try Self.likenesses(in: reading, after: last, to: end))
            }
            for job in jobs {
                let photo = job.place.file
                guard paths.isEmpty || paths.contains(where: { photo.starts(with: $0) }) else { continue }
                if let likeness = known[job.id].flatMap({ Likeness($0) }) {
                    photos.append(photo)
                    likenesses.append(likeness)
                } else {
                    unknown += 1
                }
            }
            guard jobs.count == Self.step, let end = jobs.last?.id else { break }
            last = end
        }
        (self.photos, self.unknown) = (photos, unknown)
        groups = LikenessGroups(likenesses, within: distance, turned: turned)
    }

    /// Those of the jobs behind a number, up to another one.
    static func likenesses(
        in queue: any JobReading, after: JobID?, to end: JobID
    ) throws -> [JobID: [UInt8]] {
        var (found, last): ([JobID: [UInt8]], JobID?) = ([:], after)
        while true {
            let page = try queue.likenesses(after: last, limit: step)
            for one in page where one.job <= end { found[one.job] = one.bytes }
            guard page.count == step, let next = page.last?.job, next < end else { return found }
            last = next
        }
    }
}
