import Findings
import Foundation
import Results
import Storage
import Supervisor
import Synchronization

/// What the list of photos shows of each, kept in memory: a stored record is read once.
final class JobSummaries: Sendable {
    /// A record in short.
    fileprivate struct Summary: Sendable {
        var findings: Int
        /// How near the least sure finding is to another answer, and of a photo without findings the threshold; nil where
        /// neither is known.
        var margin: Double?
        /// The least confidence of each detector's findings.
        var least: [String: Double]
        var isScored: Bool
        /// What reviews of it are made on.
        var basis: [String: ReviewBasis]
        /// What was found to be its class.
        var label: String?
    }

    /// A photo's class by a review of a revision.
    private struct Corrected {
        var revision: Int
        var label: String?
    }

    private struct Key: Hashable {
        var job: JobID
        var finished: UnixMillis?
    }

    /// A summary with what it was made of.
    fileprivate struct Kept: Sendable {
        var summary: Summary
        /// Where the score book has a scored photo: by its path, that of the photo whose copy it is, and its content.
        var scored: (paths: [String], content: String)?
        /// What the book said of it: what counts, where a user said something.
        var counted: CountedPhoto?
    }

    /// More photos than this are read again when they are asked for.
    private static let most = 200_000

    /// The confidence below which findings were left out by runs that did not note it.
    let threshold: Double
    private let kept = Mutex<[Key: Kept]>([:])
    private let corrected = Mutex<[Key: Corrected]>([:])

    init(threshold: Double) { self.threshold = threshold }

    /// A photo's line in the list.
    struct Row: Sendable {
        fileprivate let job: Job
        fileprivate let summary: Summary?
        fileprivate let isReviewed: Bool
        fileprivate let revision: Int
        fileprivate let label: String?

        static let format = APIFormat<Row>.object([
            APIKey("job", { Int($0.job.id.rawValue) }, .whole), APIKey("photo", \.job.printablePath, .text),
            APIKey("state", \.job.state, .state), APIKey("reason", optional: \.job.failure?.message, .text),
            APIKey("finished", optional: { $0.job.finished.map { Int($0) } }, .whole),
            APIKey("findings", optional: \.summary?.findings, .whole),
            APIKey("uncertain", optional: \.summary?.margin, .margin),
            APIKey("reviewed", \.isReviewed, .bool, isRequired: false),
            APIKey("revision", \.revision, .whole, isRequired: false),
            APIKey("scored", { $0.summary?.isScored == true }, .bool, isRequired: false),
            APIKey("label", optional: \.label, .main),
            APIKey("original", optional: { $0.job.original.map { Int($0.rawValue) } }, .shared),
        ]).named("JobRow")
    }

    /// A photo's line, with what its record says.
    func row(of job: Job, in snapshot: QueueSnapshot) throws -> Row {
        let summary = try summary(of: job, in: snapshot)
        let stored = try job.content.flatMap { try snapshot.reviews.findingReview(ofContent: $0.description) }
        let isReviewed = summary.map { stored?.review?.accepts($0.basis) == true } ?? false
        return Row(
            job: job, summary: summary, isReviewed: isReviewed, revision: stored?.revision ?? 0,
            label: try summary.flatMap { try label(of: job, $0, stored, in: snapshot) })
    }

    /// What a photo is called, as a user corrected it; a record is read once for each review.
    private func label(
        of job: Job, _ summary: Summary, _ stored: StoredFindingReview?, in snapshot: QueueSnapshot
    ) throws -> String? {
        guard let stored, let review = stored.review, !review.isOnlyAcceptance else { return summary.label }
        let key = Key(job: job.id, finished: job.finished)
        if let known = corrected.withLock({ $0[key] }), known.revision == stored.revision { return known.label }
        guard let (_, record) = try Self.record(of: job, in: snapshot) else { return summary.label }
        let label = record.reviewed(as: record.taken(review), by: []).mainLabel
        corrected.withLock { corrected in
            if corrected.count >= Self.most { corrected = [:] }
            corrected[key] = Corrected(revision: stored.revision, label: label)
        }
        return label
    }

    /// The photos without corrections that are not accepted and whose findings are all surer than a bound, each content
    /// once; those that nothing was found in are not among them.
    func photos(
        surerThan bound: Double, by detector: String?, among chosen: Set<Int>?, in snapshot: QueueSnapshot
    ) throws -> [(job: Int, content: String, basis: [String: ReviewBasis])] {
        var photos: [(job: Int, content: String, basis: [String: ReviewBasis])] = []
        var seen: Set<String> = []
        var after: JobID?
        while true {
            let page = try snapshot.jobs.page(PageRequest(JobFilter(states: [.done]), after: after, limit: 1000))
            for job in page where chosen?.contains(Int(job.id.rawValue)) ?? true {
                // The findings of a scored photo are raw; its end is what is reviewed.
                guard let content = job.content?.description, let summary = try summary(of: job, in: snapshot),
                    !summary.isScored
                else { continue }
                // Accepting is about the whole photo, whichever detector is looked at.
                let isMeant = detector.map { summary.least[$0] != nil } ?? true
                if isMeant, let least = summary.least.values.min(), least >= bound,
                    try snapshot.reviews.findingReview(ofContent: content)?.review.map({
                        $0.isOnlyAcceptance && !$0.accepts(summary.basis)
                    }) ?? true,
                    seen.insert(content).inserted
                {
                    photos.append((Int(job.id.rawValue), content, summary.basis))
                }
            }
            guard page.count == 1000, let last = page.last else { return photos }
            after = last.id
        }
    }

    private func summary(of job: Job, in snapshot: QueueSnapshot) throws -> Summary? {
        guard job.state == .done else { return nil }
        let key = Key(job: job.id, finished: job.finished)
        if let known = kept.withLock({ $0[key] }), try known.counted == known.said(in: snapshot) {
            return known.summary
        }
        guard case (let worked, var record)? = try Self.record(of: job, in: snapshot) else { return nil }
        record.source = worked.place.local(record.source)
        let (own, counted) = try record.counted(by: snapshot.scores.countedPhoto)
        let summary = summary(of: own)
        let scored =
            record.photo.targetDetection == nil
            ? nil
            : record.source.sha256.map { content in
                (paths: [record.source.path] + [record.source.duplicateOf].compactMap { $0 }, content: content)
            }
        kept.withLock { kept in
            if kept.count >= Self.most { kept = [:] }
            kept[key] = Kept(summary: summary, scored: scored, counted: counted)
        }
        return summary
    }

    /// The record that says what was found in a photo, with the job whose it is: of a copy that of its original.
    private static func record(of job: Job, in snapshot: QueueSnapshot) throws -> (worked: Job, record: Record)? {
        let original = try job.original.flatMap { try snapshot.jobs.job($0) }
        for worked in [original, job].compactMap({ $0 }) {
            guard let bytes = try snapshot.jobs.result(of: worked.id) else { continue }
            return (try? Record.decode(Data(bytes))).map { (worked, $0) }
        }
        return nil
    }

    private func summary(of record: Record) -> Summary {
        var summary = Summary(
            findings: 0, margin: record.photo.margin(usual: threshold), least: [:],
            isScored: record.photo.targetDetection != nil,
            basis: record.reviewBasis, label: record.mainLabel)
        for result in record.photo.results {
            summary.findings += result.found.items.count
            if let least = result.found.answers.compactMap(\.doubt).min() {
                summary.least[result.detector] = min(least, summary.least[result.detector] ?? 1)
            }
        }
        return summary
    }
}

extension JobSummaries.Kept {
    /// What the book says of the photo now; the same search as `Record.counted(by:)` makes.
    fileprivate func said(in snapshot: QueueSnapshot) throws -> CountedPhoto? {
        guard let scored else { return nil }
        for path in scored.paths {
            if let photo = try snapshot.scores.countedPhoto(ofFile: path, content: scored.content) { return photo }
        }
        return nil
    }
}

extension Record {
    /// The class of the photo as a whole, else the one that most of what was found on its first page has.
    fileprivate var mainLabel: String? {
        if let photoClass { return photoClass }
        let placed = photo.results.lazy.filter { $0.page == 1 }.flatMap(\.found.items).filter { $0.region != nil }
        let counts = Dictionary(placed.map { ($0.label, 1) }, uniquingKeysWith: +)
        return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }
}

extension APIFormat where Value == String {
    fileprivate static let main = text.with([
        "description": "The photo's class as a whole, else the one that most of its findings have"
    ])
}

extension APIFormat where Value == Int {
    fileprivate static let shared = whole.with(["description": "Of a copy the job whose result it shares"])
}

extension APIFormat where Value == Double {
    fileprivate static let margin = confidence.with([
        "description": "How near the least sure finding is to another answer; without findings the threshold"
    ])
}
