import Control
import Findings
import Foundation
import Storage
import Supervisor
import SystemPackage

/// Changes of many photos at once, each for itself, and the way back.
///
/// One request is one transaction. A photo that another user has changed meanwhile stays as it is, and is told.
struct BulkAPI {
    /// More photos than one request names.
    static let most = 500
    /// Bytes of corrections that one transaction takes: a request of the supervisor has at most a mebibyte.
    private static let mostBytes = 700 << 10

    let library: ReviewLibrary
    private let place: JobJSON.Place
    private let answers = KeptAnswers()

    /// - Parameter output: The folder of the results.
    init(library: ReviewLibrary, output: FilePath) {
        self.library = library
        place = JobJSON.Place(output: output, confidenceLevels: library.confidenceLevels)
    }

    var operations: [Operation] { [change, restore] }

    private static let answer = Operation.Content.json(BulkResult.format)

    private var change: Operation {
        Operation(
            id: "changeJobs", method: .post, path: "/jobs/change",
            summary:
                "Accepts many photos, or gives findings in them another class, or deletes them; answers what undoes it.",
            parameters: [KeptAnswers.parameter],
            body: .json(
                BulkChange.format,
                example: ["change": "relabel", "from": "cat", "to": "dog", "photos": [["job": 1, "revision": 0]]]),
            answer: Self.answer, refusals: [422: "Too many photos are named, or the class is missing."]
        ) { [library, place, answers] call in
            let wanted = try call.decoded(BulkChange.self)
            let change = try Self.classChange(wanted)
            try Self.check(wanted.photos.count)
            return try await answers.answer(to: call, of: "changeJobs") {
                try await Self.carryOut(wanted.isTrial == true, in: library, call) { snapshot in
                    try wanted.photos.map { seen in
                        try Self.refusable(seen.job) {
                            try Self.plan(change, seen, Self.photo(seen.job, in: snapshot, place))
                        }
                    }
                }
            }
        }
    }

    private var restore: Operation {
        Operation(
            id: "restoreJobs", method: .post, path: "/jobs/restore",
            summary: "Undoes a change of many photos, where they were not changed since.",
            parameters: [KeptAnswers.parameter],
            body: .json(
                BulkRestoring.format, example: ["photos": [["job": 1, "revision": 1, "review": nil]]]),
            answer: Self.answer, refusals: [422: "Too many photos are named."]
        ) { [library, place, answers] call in
            let wanted = try call.decoded(BulkRestoring.self)
            try Self.check(wanted.photos.count)
            return try await answers.answer(to: call, of: "restoreJobs") {
                try await Self.carryOut(false, in: library, call) { snapshot in
                    try wanted.photos.map { former in
                        try Self.refusable(former.job) {
                            guard let photo = try Self.photo(former.job, in: snapshot, place),
                                let content = photo.job.content?.description
                            else { return .untouched(Int(former.job)) }
                            let review = try former.review.map(photo.checked)
                            return .change(
                                Planned(
                                    job: Int(former.job), former: photo.corrections, findings: 0,
                                    change: FindingChange(
                                        content: content, review: review, revision: former.revision)))
                        }
                    }
                }
            }
        }
    }

    /// What is to be done with one photo.
    private enum Plan: Sendable {
        case untouched(Int)
        case conflict(Int)
        case refused(BulkResult.Refused)
        case change(Planned)
    }

    private struct Planned: Sendable {
        var job: Int
        var former: FindingReview?
        var findings: Int
        var change: FindingChange
    }

    /// The plan of one photo; what only this photo cannot show keeps no other from its change.
    private static func refusable(_ job: Int64, _ plan: () throws -> Plan) throws -> Plan {
        do {
            return try plan()
        } catch let problem as Problem where problem.code == .impossible {
            return .refused(BulkResult.Refused(job: Int(job), reason: problem.message))
        }
    }

    /// The photo of a number; nil where none has it.
    private static func photo(_ job: Int64, in snapshot: QueueSnapshot, _ place: JobJSON.Place) throws -> JobJSON? {
        guard job > 0, try snapshot.jobs.job(JobID(rawValue: job)) != nil else { return nil }
        return try JobJSON(job, in: snapshot, place)
    }

    /// What a change is in one photo; in one that is not there, or has no result, there is nothing to change.
    private static func plan(_ change: ClassChange?, _ seen: BulkChange.Seen, _ photo: JobJSON?) throws -> Plan {
        let job = Int(seen.job)
        guard let photo, photo.job.state == .done, let content = photo.job.content?.description else {
            return .untouched(job)
        }
        var review = photo.corrections ?? FindingReview(isAccepted: false)
        let isAccepted = review.accepts(photo.basis)
        var findings = 0
        if let change {
            findings = change.apply(to: photo.record.photo.results, &review)
            guard findings > 0 else { return .untouched(job) }
            review.isAccepted = isAccepted
        } else {
            // The photo of a scored end is reviewed with it.
            guard !isAccepted, photo.record.photo.targetDetection == nil, !photo.basis.isEmpty else {
                return .untouched(job)
            }
            review.isAccepted = true
        }
        let isAsSeen =
            seen.revision == photo.stored?.revision ?? 0
            && (seen.finished == nil || seen.finished == photo.job.finished.map { Int($0) })
        guard isAsSeen else { return .conflict(job) }
        review.basis = photo.basis
        return .change(
            Planned(
                job: job, former: photo.corrections, findings: findings,
                change: FindingChange(
                    content: content, review: try photo.checked(review), revision: seen.revision)))
    }

    /// Plans with one look at the queue, and stores what fits into one transaction.
    private static func carryOut(
        _ isTrial: Bool, in library: ReviewLibrary, _ call: Call,
        plan: @escaping @Sendable (QueueSnapshot) throws -> [Plan]
    ) async throws -> Answer {
        var (result, chosen) = (BulkResult(), [Planned]())
        // What is planned for each content.
        var contents: [String: FindingReview?] = [:]
        var bytes = 0
        for one in try await library.read(plan) {
            switch one {
            case .untouched(let job): result.untouched.append(job)
            case .conflict(let job): result.conflicts.append(job)
            case .refused(let refused): result.refused.append(refused)
            case .change(let planned):
                // A copy has the corrections of its original. Where other detectors looked at it, its change is another
                // one, which has to be made on what it has by then.
                if let first = contents[planned.change.content] {
                    if first == planned.change.review {
                        result.untouched.append(planned.job)
                    } else {
                        result.refused.append(
                            BulkResult.Refused(job: planned.job, reason: Self.reasonForCopies))
                    }
                    continue
                }
                let own = isTrial ? 0 : try JSONEncoder().encode(planned.change).count
                guard own <= mostBytes else {
                    result.refused.append(
                        BulkResult.Refused(
                            job: planned.job, reason: "Its corrections are too large for a change of many."))
                    continue
                }
                contents.updateValue(planned.change.review, forKey: planned.change.content)
                bytes += own
                if bytes > mostBytes {
                    result.left.append(planned.job)
                } else {
                    chosen.append(planned)
                }
            }
        }
        if isTrial || chosen.isEmpty {
            result.photos = chosen.map {
                BulkResult.Changed(job: $0.job, revision: $0.change.revision ?? 0, former: nil)
            }
            result.findings = chosen.reduce(0) { $0 + $1.findings }
            return .json(BulkResult.format.write(result))
        }
        let reply = try await library.change(.findingsOfMany(chosen.map(\.change)), in: call.queue)
        guard case .revised(let revisions) = reply else { throw QueueControl.otherVersion }
        for planned in chosen {
            guard let revision = revisions[planned.change.content] else {
                result.conflicts.append(planned.job)
                continue
            }
            result.findings += planned.findings
            result.photos.append(
                BulkResult.Changed(job: planned.job, revision: revision, former: planned.former))
        }
        return .json(BulkResult.format.write(result))
    }

    /// What is said of a copy that needs a change of its own.
    private static let reasonForCopies =
        "It is a copy of another photo of this change, and other detectors looked at it: change it once more."

    /// The change of classes that is meant; nil for an acceptance.
    private static func classChange(_ wanted: BulkChange) throws -> ClassChange? {
        switch wanted.change {
        case .accept: return nil
        case .delete: return ClassChange(from: wanted.from, to: nil, detector: wanted.detector)
        case .relabel:
            guard let to = wanted.to, !to.isEmpty, to.count <= FindingReview.longestLabel else {
                throw Problem(
                    .unprocessableContent, code: .impossible,
                    "'to' is the new class, of 1 to \(FindingReview.longestLabel) characters.")
            }
            return ClassChange(from: wanted.from, to: to, detector: wanted.detector)
        }
    }

    /// - Throws: A problem for more photos than one request may name.
    private static func check(_ count: Int) throws {
        guard count <= most else {
            throw Problem(.unprocessableContent, code: .impossible, "Name at most \(most) photos.")
        }
    }
}
