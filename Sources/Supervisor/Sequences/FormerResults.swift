import Results
import Storage
import SystemPackage
import SystemValues

/// The results that a queue holds from before a run.
struct FormerResults: Sendable {
    let queue: QueueService
    /// The run's start.
    let before: UnixMillis

    private static let atOnce = 200

    /// The records of the photos that lie in a folder itself, in the order in which they were first taken in.
    func records(in folder: FilePath) async throws -> [Record] {
        var records: [Record] = []
        for root in try await queue.roots() {
            guard let below = Self.way(from: root, to: folder.rawBytes) else { continue }
            var filter = JobFilter(age: .any)
            (filter.root, filter.folder) = (root, below)
            var last: JobID?
            while true {
                let page = try await read(filter, after: last)
                guard let end = page.last?.job.id else { break }
                last = end
                for (job, result) in page {
                    guard var record = result.flatMap({ try? Record.decode($0) }) else { continue }
                    record.source = job.place.local(record.source)
                    // An earlier photo of a name is one of the folder as long as it was moved away.
                    if job.isCurrent || record.source.movedTo != nil { records.append(record) }
                }
            }
        }
        return records
    }

    private func read(_ filter: JobFilter, after last: JobID?) async throws -> [(job: Job, result: [UInt8]?)] {
        try await queue.look { [before] transaction in
            let jobs = transaction.jobs
            return try jobs.page(PageRequest(filter, after: last, limit: Self.atOnce)).map { job in
                // While a photo is worked anew, its former result stands.
                let shown = job.isCurrent ? try jobs.standing(for: job) ?? job : job
                let isMeant = job.place.folder == filter.folder && shown.state == .done
                guard isMeant, shown.finished.map({ $0 < before }) ?? false else { return (job, nil) }
                return (job, try jobs.result(of: shown.id))
            }
        }
    }

    /// The way from a root to a folder, without slashes at its ends; nil where it does not lie below.
    private static func way(from root: [UInt8], to folder: [UInt8]) -> [UInt8]? {
        if folder == root { return [] }
        let start = root.last == UInt8(ascii: "/") ? root : root + [UInt8(ascii: "/")]
        return folder.starts(with: start) ? Array(folder.dropFirst(start.count)) : nil
    }
}
