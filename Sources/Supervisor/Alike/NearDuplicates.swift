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
            let former = last
            let page = try queue.read { try Page(in: $0, after: former) }
            for (job, likeness) in page.jobs {
                let photo = job.place.file
                guard paths.isEmpty || paths.contains(where: { photo.starts(with: $0) }) else { continue }
                if let likeness {
                    photos.append(photo)
                    likenesses.append(likeness)
                } else {
                    unknown += 1
                }
            }
            guard let next = page.next else { break }
            last = next
        }
        (self.photos, self.unknown) = (photos, unknown)
        groups = LikenessGroups(likenesses, within: distance, turned: turned)
    }

    /// Jobs that are done, with what their photos look like, of one moment.
    private struct Page {
        /// Without a likeness where the queue does not know it.
        let jobs: [(job: Job, likeness: Likeness?)]
        /// The last job; nil where there is no other behind it.
        let next: JobID?

        init(in queue: any JobReading, after: JobID?) throws {
            let done = try queue.page(PageRequest(JobFilter(states: [.done]), after: after, limit: step))
            next = done.count == step ? done.last?.id : nil
            let known = try done.last.map { try likenesses(in: queue, after: after, to: $0.id) } ?? [:]
            jobs = done.map { job in (job, known[job.id].flatMap { Likeness($0) }) }
        }
    }

    /// The photos that look almost like another one, by the paths that records have.
    static func files(in queue: any JobReading) throws -> Set<String> {
        var (files, likenesses, last): ([String], [Likeness], JobID?) = ([], [], nil)
        while true {
            let page = try Page(in: queue, after: last)
            for case (let job, let likeness?) in page.jobs {
                files.append(job.recordedPath)
                likenesses.append(likeness)
            }
            guard let next = page.next else { break }
            last = next
        }
        return Set(LikenessGroups(likenesses, within: distance).groups.flatMap(\.members).map { files[$0] })
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
