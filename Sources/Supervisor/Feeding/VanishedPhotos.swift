import Control
import Results
import Storage
import SystemPackage
import SystemValues

/// Photos that wait for their file to be whole, and whose file has gone meanwhile.
struct VanishedPhotos: Sendable {
    let queue: QueueService
    let folders: PhotoFolders
    /// What lies elsewhere waits for a run of its own, and is not looked at.
    let named: RunRoots
    let pipeline: Fingerprint
    let backfill: RecordBackfill
    let now: @Sendable () -> UnixMillis

    /// Ends jobs whose file is not there any more; returns how many still wait for theirs.
    func end() async throws -> Int {
        guard try await queue.overview()[.waiting] > 0 else { return 0 }
        let waiting = try await waiting()
        let vanished = try await gone(among: waiting)
        guard !vanished.isEmpty else { return waiting.count }
        let ids = vanished.map(\.id)
        _ = try await queue.change(.vanish(JobFilter(ids: ids)), at: now())
        for id in ids {
            if let job = try await queue.job(id) { try await backfill.write(job) }
        }
        return waiting.count - vanished.count
    }

    private func waiting() async throws -> [Job] {
        var filter = JobFilter(states: [.waiting])
        filter.pipeline = pipeline
        var waiting: [Job] = []
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: 10_000))
            guard let end = page.last?.id else { return waiting }
            last = end
            waiting += page.filter { named.holds($0.place) }
        }
    }

    /// The jobs whose file is not there any more, a part of a folder at a time; nothing is known of folders that rest.
    private func gone(among waiting: [Job]) async throws -> [Job] {
        var vanished: [Job] = []
        for (_, jobs) in Dictionary(grouping: waiting, by: \.place.root) {
            for start in stride(from: 0, to: jobs.count, by: 64) {
                let part = jobs[start..<min(start + 64, jobs.count)]
                let asked = part.filter { !folders.isResting($0.place) }
                guard let first = asked.first else { continue }
                do {
                    vanished += try await folders.perform(at: first.place) {
                        asked.filter { folders.roots.isGone($0.place) }
                    }
                } catch let away as FolderAway {
                    folders.rest(away, sample: first.place)
                }
            }
        }
        return vanished.sorted { $0.id < $1.id }
    }

    /// Repeats ``end()`` until cancelled: a run that watches has no end at which to call it.
    func endAgainAndAgain(every pause: Duration, _ onEvent: @Sendable (RunEvent) -> Void) async throws {
        while true {
            try await Task.sleep(for: pause)
            do {
                _ = try await end()
            } catch let error as CancellationError {
                throw error
            } catch {
                onEvent(.warning("photos that have gone cannot be noted: \(error); it is tried again later"))
            }
        }
    }
}

/// Notes in a record where its photo lies, where the move came later than the record: after a crash, or in a later run.
struct MovedPhotos: Sendable {
    let queue: QueueService
    let records: RecordBuilder
    let disk: BlockingLane

    /// Notes a photo's new place, in its file and in the queue; one that is noted already stays.
    ///
    /// A photo that comes again under its name is moved to a second place, and its record names the first.
    func note(_ place: Place, at path: FilePath) async throws {
        guard let id = try await queue.knownFiles(at: [place]).first??.job, let job = try await queue.job(id),
            let line = try await queue.result(of: id), var record = try? Record.decode(line),
            record.source.movedTo == nil
        else { return }
        record.source = record.source.moved(to: path)
        let noted = record
        try await disk.perform { [records] in try records.write(noted, of: job) }
        try await queue.perform { try $0.jobs.saveResult(Array(noted.line.utf8), of: id) }
    }
}

extension MovedPhotos {
    /// Brings photos back from `done` and `failed` to the places where they are worked; blocks.
    ///
    /// - Returns: the jobs whose photo lies at its place, or was never moved, and a sentence for each other one.
    static func bringBack(_ jobs: [(job: Job, result: [UInt8]?)]) -> (ids: [JobID], refused: [String]) {
        var (ids, refused): ([JobID], [String]) = ([], [])
        for (job, result) in jobs {
            let record = result.flatMap { try? Record.decode($0) }
            do throws(FolderError) {
                if let moved = record?.source.movedToPath { try InputMove.undo(job.place, from: moved) }
                ids.append(job.id)
            } catch {
                let name = EscapedName.printable(job.place.file)
                refused.append("job \(job.id), \(name), was moved away and cannot be moved back: \(error.description)")
            }
        }
        return (ids, refused)
    }
}
