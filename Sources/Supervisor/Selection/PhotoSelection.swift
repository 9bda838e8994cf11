import Findings
import Query
import Results
import Storage
import SystemPackage

/// Photos of a queue that are worth looking at, chosen by what was found in them, by what they look like, or by chance.
public struct PhotoSelection: Sendable {
    /// A photo that was chosen.
    public struct Photo: Sendable, Hashable {
        /// Its path, as records have it.
        public let path: String
        /// Its SHA-256 in hexadecimal.
        public let content: String
        /// What it was chosen by: the margin, bits of entropy, or objects that differ; nil for diversity and chance.
        public let value: Double?
    }

    /// The photos in the order in which they were chosen.
    public let photos: [Photo]
    /// How many photos fit, of copies one.
    public let fitting: Int
    /// Of how many of these it is not known what they would be chosen by.
    public let unknown: Int
    /// Of how many of these both answers say the same; 0 but for disagreement.
    public let agreed: Int

    /// Jobs that are read at one moment: a long look holds up the writer's housekeeping.
    private static let step = 1_000

    /// Chooses photos; blocks.
    ///
    /// - Parameters:
    ///   - results: The folder of results.
    ///   - beside: The queue of another folder of results, for disagreement between two models; nil for none.
    public init(
        in queue: QueueControl, results: FilePath, beside: QueueControl? = nil, choosing choice: SelectionChoice
    ) throws {
        let corrections = try ReviewedResults(in: results, of: queue)
        let measuring = SelectionMeasuring(choice: choice, corrections: corrections, isBeside: beside != nil)
        let others = try beside.map(OtherJobs.init)
        // Sets, sessions and near-duplicates are the same for all pages.
        let books = try queue.readBoth { try QueryBooks(for: choice.query, in: $0) }
        var (candidates, known): ([SelectedCandidate], Set<Fingerprint>) = ([], [])
        var request = PageRequest(JobFilter(states: [.done]), limit: Self.step)
        while true {
            let page = try queue.readBoth { snapshot in
                try Page(
                    JobQuery(choice.query, in: snapshot, detectors: corrections.detectors, books: books).page(request),
                    in: snapshot, for: choice.measure, without: &known)
            }
            let besides = try others?.records(of: page.jobs) ?? [:]
            candidates += page.candidates(measuring, beside: besides)
            guard let next = page.next else { break }
            request.after = next
        }
        if choice.measure == .uncertainty {
            try choice.measureNearest(of: &candidates) { jobs in
                let records = try queue.read { try $0.results(of: jobs) }
                return measuring.values(ofRecords: records.map { ($0.key, $0.value, nil) })
            }
        }
        fitting = candidates.count
        agreed = choice.measure == .disagreement ? candidates.count { $0.value?.first == 0 } : 0
        switch choice.measure {
        case .random: unknown = 0
        case .diversity: unknown = candidates.count { $0.look == nil }
        case .uncertainty, .entropy, .disagreement: unknown = candidates.count { !$0.isKnown }
        }
        if choice.measure == .disagreement { candidates.removeAll { $0.value?.first == 0 } }
        photos = choice.chosen(among: candidates).map {
            Photo(path: $0.path, content: $0.content, value: $0.value?.shown)
        }
    }
}

/// Jobs of one moment with what is kept of them.
private struct Page {
    /// Of each content the first one.
    let jobs: [Job]
    let next: JobID?
    private let results: [JobID: [UInt8]]
    /// What is kept of photos whose record need not be read for it.
    private let margins: [JobID: Int64]
    private let looks: [JobID: [UInt8]]

    /// - Parameter known: The contents that were met, and then those of the page as well.
    init(
        _ page: JobQuery.Page, in snapshot: QueueSnapshot, for measure: SelectionMeasure,
        without known: inout Set<Fingerprint>
    ) throws {
        jobs = page.jobs.filter { job in job.content.map { known.insert($0).inserted } ?? false }
        next = page.next
        let margins = measure == .uncertainty ? try snapshot.jobs.keptMargins(of: jobs.map(\.id)) : [:]
        self.margins = margins
        // A copy may have no record of its own.
        let ids = Set(
            jobs.filter { margins[$0.id] == nil }.flatMap { [$0.original, $0.id].compactMap { $0 } })
        results = measure.needsRecords ? try snapshot.jobs.results(of: Array(ids)) : [:]
        guard measure == .diversity, let first = ids.min(), let last = ids.max() else {
            looks = [:]
            return
        }
        looks = try NearDuplicates.likenesses(
            in: snapshot.jobs, after: JobID(rawValue: first.rawValue - 1), to: last)
    }

    /// The photos as they can be chosen.
    func candidates(_ measuring: SelectionMeasuring, beside others: [JobID: [UInt8]]) -> [SelectedCandidate] {
        let records = jobs.compactMap { job in
            (results[job.id] ?? job.original.flatMap { results[$0] }).map { (job.id, $0, others[job.id]) }
        }
        let known = measuring.values(ofRecords: records)
        return jobs.map { job in
            let look = looks[job.id] ?? job.original.flatMap { looks[$0] }
            return SelectedCandidate(
                job: job.id, content: job.content?.description ?? "", path: job.recordedPath, value: known[job.id],
                margin: margins[job.id], look: look.flatMap { Likeness($0) }?.whole)
        }
    }
}

/// The photos of another queue, by content.
private struct OtherJobs {
    private let queue: QueueControl
    private var jobs: [Fingerprint: JobID] = [:]

    init(_ queue: QueueControl) throws {
        self.queue = queue
        var request = PageRequest(JobFilter(states: [.done]), limit: 2_000)
        while true {
            let page = try queue.read { try $0.page(request) }
            for job in page { if let content = job.content { jobs[content] = job.original ?? job.id } }
            guard page.count == request.limit, let last = page.last else { return }
            request.after = last.id
        }
    }

    /// The other records of the same photos, by the photos' jobs.
    func records(of photos: [Job]) throws -> [JobID: [UInt8]] {
        let same = photos.compactMap { job in job.content.flatMap { jobs[$0] }.map { (job.id, $0) } }
        let found = try queue.read { try $0.results(of: same.map(\.1)) }
        return Dictionary(same.compactMap { own, other in found[other].map { (own, $0) } }) { first, _ in first }
    }
}
