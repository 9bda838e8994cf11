import Findings
import Foundation
import Query
import Results
import Storage
import SystemPackage

/// Photos of a queue that fit a query, at one moment.
///
/// What the tables of jobs know decides where it can, and what is kept of photos for queries; the record is read only of a
/// photo that this leaves open.
public struct JobQuery {
    /// Jobs that are looked at together: so many records are in memory at once.
    private static let step = 200

    private let query: Query
    private let books: QueryBooks
    private let bounds: FactBounds
    private let detectors: [DetectorClasses]
    private let threshold: Double?
    private let snapshot: QueueSnapshot

    /// - Parameters:
    ///   - snapshot: The queue at the moment that all answers are of.
    ///   - detectors: Every detector with its classes, for corrections to a class that was not found in a photo before.
    ///   - threshold: The confidence below which findings were left out by runs that did not note it; nil where not known.
    ///   - books: What was read for the query before; nil to read it now.
    public init(
        _ query: Query, in snapshot: QueueSnapshot, detectors: [DetectorClasses] = [], threshold: Double? = nil,
        books: QueryBooks? = nil
    ) throws {
        self.query = query
        self.snapshot = snapshot
        self.detectors = detectors
        self.threshold = threshold
        self.books = try books ?? QueryBooks(for: query, in: snapshot)
        bounds = query.factBounds
    }

    /// Photos that fit, and where to go on.
    public struct Page: Sendable {
        /// In the order of the request.
        public var jobs: [Job] = []
        /// The last photo that was looked at; nil where there is no other behind it.
        public var next: JobID?
        /// The labels of what was found in the photos whose record was read.
        public var labels: Set<String> = []
    }

    /// The next photos that fit.
    ///
    /// - Parameters:
    ///   - request: Which jobs are asked, and how many that fit are enough.
    ///   - most: So many records are read at most: then the page ends before it is full.
    public func page(_ request: PageRequest, records most: Int = .max) throws -> Page {
        var (page, read) = (Page(), 0)
        var step = request
        let states = request.filter.states.isEmpty ? query.states : request.filter.states.intersection(query.states)
        guard !states.isEmpty, request.limit > 0 else { return page }
        step.filter.states = states.count == JobState.allCases.count ? [] : states
        // What everything fits needs no photo more than it answers.
        step.limit = query.isAll ? request.limit : Self.step
        step.condition = query.isAll ? nil : bounds.possible
        while true {
            let jobs = try snapshot.jobs.page(step)
            // What everything fits has nothing made of each photo to be asked.
            let open = jobs.map { (job: $0, verdict: query.isAll ? true : query.verdict(on: subject(of: $0))) }
            let unsettled = open.filter { $0.verdict == nil }.map(\.job)
            let told = try verdicts(on: unsettled)
            let undecided = unsettled.filter { told[$0.id] == nil }
            let results = try undecided.isEmpty ? [:] : snapshot.jobs.results(of: records(for: undecided))
            for (job, verdict) in open {
                var fits = verdict ?? told[job.id]
                if fits == nil {
                    guard read < most else { return page }
                    read += 1
                    let subject = try subject(of: job, stored: results)
                    page.labels.formUnion(subject.record?.findings.map(\.label) ?? [])
                    fits = query.matches(subject)
                }
                page.next = job.id
                if fits == true { page.jobs.append(job) }
                if page.jobs.count == request.limit { return page }
            }
            guard jobs.count == step.limit, let last = jobs.last else { break }
            step.after = last.id
        }
        page.next = nil
        return page
    }

    /// Which photos surely fit or do not, by what is kept of them; others are not named.
    private func verdicts(on jobs: [Job]) throws -> [JobID: Bool] {
        var told: [JobID: Bool] = [:]
        // What the tables answer differs from photo to photo, and what is left is asked of all at once that have the same left.
        for (rest, jobs) in Dictionary(grouping: jobs, by: { query.rest(of: subject(of: $0)) }) {
            let (ids, bounds) = (jobs.map(\.id), rest.factBounds)
            for id in try snapshot.jobs.jobs(among: ids, surely: bounds.sure) { told[id] = true }
            guard rest != query else { continue }
            for id in try snapshot.jobs.jobs(among: ids, surely: bounds.possible.opposite) { told[id] = false }
        }
        return told
    }

    /// Whether a photo fits.
    public func fits(_ job: Job) throws -> Bool {
        if let verdict = query.verdict(on: subject(of: job)) { return verdict }
        return query.matches(try subject(of: job, stored: snapshot.jobs.results(of: records(for: [job]))))
    }

    /// The jobs whose records say what was found in photos: that of the original where a copy has none.
    private func records(for jobs: [Job]) -> [JobID] {
        Array(Set(jobs.flatMap { [$0.original, $0.id].compactMap { $0 } }))
    }

    /// What the tables know of a photo.
    private func subject(of job: Job) -> QuerySubject {
        var subject = QuerySubject(job)
        let book = books.book(ofFile: subject.path)
        // The book may have a copy as the photo that it is a copy of, which its record names.
        subject.book = job.original != nil && book == QuerySubject.Book() ? nil : book
        subject.sets = books.sets(ofContent: job.content?.description)
        if !job.state.isFinal { subject.record = .init() }
        return subject
    }

    /// All that is known of a photo.
    private func subject(of job: Job, stored: [JobID: [UInt8]]) throws -> QuerySubject {
        var subject = subject(of: job)
        let own = stored[job.id]
        guard let bytes = own ?? job.original.flatMap({ stored[$0] }), var record = try? Record.decode(bytes) else {
            (subject.record, subject.book) = (.init(), subject.book ?? .init())
            return subject
        }
        if own != nil { record.source = job.place.local(record.source) }
        let score = try record.counted(by: snapshot.scores.countedPhoto).counted
        let review = try job.content.flatMap { try snapshot.reviews.findingReview(ofContent: $0.description)?.review }
        subject.record = QuerySubject.Facts(
            record, score: score, review: review, detectors: detectors, threshold: threshold)
        subject.book = books.book(ofFile: record.source.path, or: record.source.duplicateOf)
        return subject
    }
}

extension QuerySubject {
    /// A photo of the queue with what its tables say of it.
    public init(_ job: Job) {
        self.init(
            job: job.id.rawValue, state: job.state, path: job.recordedPath, bytes: Int(job.stamp.size),
            processed: job.finished.map { Timestamp(Date(timeIntervalSince1970: Double($0) / 1_000)).description },
            errors: [job.failure?.code, job.failure?.message].compactMap { $0 }, isDuplicate: job.original != nil)
    }
}
