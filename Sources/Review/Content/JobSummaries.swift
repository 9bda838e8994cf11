import Findings
import Foundation
import JSONTree
import JobQueue
import QueueStorage
import Results
import Supervisor
import Synchronization

/// What the list of photos shows of each, kept in memory: a stored record is read once.
final class JobSummaries: Sendable {
    /// What a record says in short.
    private struct Summary: Sendable {
        var findings: Int
        /// How near the least sure finding is to another answer; nil where nothing was found.
        var margin: Double?
        /// The least confidence of each detector's findings.
        var least: [String: Double]
        var isScored: Bool
    }

    private struct Key: Hashable {
        var job: JobID
        var finished: UnixMillis?
    }

    /// More photos than this are read again when they are asked for.
    private static let most = 200_000

    /// The confidence below which findings are left out.
    private let threshold: Double
    private let kept = Mutex<[Key: Summary]>([:])

    init(threshold: Double) { self.threshold = threshold }

    /// A photo's line in the list.
    func row(of job: Job, in snapshot: QueueSnapshot) throws -> JSONValue {
        let summary = try summary(of: job, in: snapshot)
        let review = try job.content.flatMap { try snapshot.reviews.findingReview(ofContent: $0.description) }?.review
        return [
            "job": .integer(Int(job.id.rawValue)), "photo": .string(job.printablePath),
            "state": .string(job.state.description), "reason": .init(job.failure?.message),
            "finished": .init(job.finished.map { Int($0) }), "findings": .init(summary?.findings),
            "uncertain": summary?.margin.map { .rounded($0, decimals: 4) } ?? nil,
            "reviewed": .bool(review?.isAccepted == true), "scored": .bool(summary?.isScored == true),
        ]
    }

    /// The contents of photos whose findings are all surer than a bound; those that nothing was found in are not among
    /// them.
    func contents(surerThan bound: Double, by detector: String?, in snapshot: QueueSnapshot) throws -> [String] {
        var (contents, after): ([String], JobID?) = ([], nil)
        while true {
            let page = try snapshot.jobs.page(PageRequest(JobFilter(states: [.done]), after: after, limit: 1000))
            for job in page {
                guard let content = job.content, let summary = try summary(of: job, in: snapshot) else { continue }
                // Accepting is about the whole photo, whoever is looked at.
                let isMeant = detector.map { summary.least[$0] != nil } ?? true
                if isMeant, let least = summary.least.values.min(), least >= bound {
                    contents.append(content.description)
                }
            }
            guard page.count == 1000, let last = page.last else { return contents }
            after = last.id
        }
    }

    private func summary(of job: Job, in snapshot: QueueSnapshot) throws -> Summary? {
        guard job.state == .done else { return nil }
        let key = Key(job: job.id, finished: job.finished)
        if let known = kept.withLock({ $0[key] }) { return known }
        guard let bytes = try snapshot.jobs.result(of: job.original ?? job.id) ?? snapshot.jobs.result(of: job.id),
            let record = try? Record.decode(Data(bytes))
        else { return nil }
        let summary = summary(of: record)
        kept.withLock { kept in
            if kept.count >= Self.most { kept = [:] }
            kept[key] = summary
        }
        return summary
    }

    private func summary(of record: Record) -> Summary {
        var summary = Summary(findings: 0, margin: nil, least: [:], isScored: record.photo.targetDetection != nil)
        for result in record.photo.results {
            summary.findings += result.found.items.count
            var margins: [Double] = []
            var confidences: [Double] = []
            if let boxes = result.found.detections {
                margins = boxes.map { abs($0.confidence - threshold) }
                confidences = boxes.map(\.confidence)
            } else if let classes = result.found.classes, let first = classes.first {
                margins = [first.confidence - (classes.count > 1 ? classes[1].confidence : 0)]
                confidences = [first.confidence]
            } else if let poses = result.found.poses {
                (margins, confidences) = (poses.map { abs($0.confidence - threshold) }, poses.map(\.confidence))
            } else if let masks = result.found.masks {
                (margins, confidences) = (masks.map { abs($0.confidence - threshold) }, masks.map(\.confidence))
            } else if let lines = result.found.texts {
                // What a line says instead is not known, so that its own confidence is how far it is from doubt.
                (margins, confidences) = (lines.map(\.confidence), lines.map(\.confidence))
            } else if let codes = result.found.codes {
                (margins, confidences) = (codes.map(\.confidence), codes.map(\.confidence))
            } else if let pages = result.found.pages {
                (margins, confidences) = (pages.map(\.confidence), pages.map(\.confidence))
            } else if let tables = result.found.contents?.compactMap(\.table) {
                // Other parts of a text are made of lines, which have doubts of their own.
                (margins, confidences) = (tables.map(\.confidence), tables.map(\.confidence))
            }
            if let least = confidences.min() {
                summary.least[result.detector] = min(least, summary.least[result.detector] ?? 1)
            }
            if let margin = margins.min() { summary.margin = min(margin, summary.margin ?? 1) }
        }
        return summary
    }
}
