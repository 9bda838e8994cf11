import Findings
import JSONTree
import Results
import Storage
import Supervisor
import SystemPackage

/// A photo as the page gets it: what each detector found, and its manual corrections.
struct JobJSON {
    private let job: Job
    private let record: Record
    private let stored: StoredFindingReview?
    /// The manual corrections, under the names that the detectors have now.
    private let corrections: FindingReview?
    private let basis: [String: ReviewBasis]
    private let classes: [DetectorClasses]

    init(_ number: Int64, in snapshot: QueueSnapshot, _ output: FilePath) throws {
        job = try Self.job(number, in: snapshot)
        record = try QueueControl.record(of: job, stored: try snapshot.jobs.result(of: job.id))
        stored = try job.content.flatMap { try snapshot.reviews.findingReview(ofContent: $0.description) }
        basis = record.reviewBasis
        corrections = (stored?.review).map(record.taken)
        classes = ClassList.read(in: output) ?? []
    }

    static func job(_ number: Int64, in snapshot: QueueSnapshot) throws -> Job {
        guard let job = try snapshot.jobs.job(JobID(rawValue: number)) else {
            throw Problem(.notFound, code: "unknown", "There is no such photo.")
        }
        return job
    }

    /// Where the photo lies now; nil where no worker could decode it, or another photo has its name by now.
    var file: FilePath? {
        guard job.state == .done, record.photo.image != nil else { return nil }
        return record.source.movedToPath ?? (job.isCurrent ? record.source.filePath : nil)
    }

    /// A review as it is stored: with what it was made on, and with the model's confidence where nothing was changed.
    func checked(_ review: FindingReview) throws -> FindingReview {
        try check(review)
        var review = record.withoutConfidenceOfCorrections(review, since: corrections)
        review.basis = review.basis ?? basis
        return review
    }

    /// Refuses what no detector of the photo's run can have found, and boxes that lie far outside.
    private func check(_ review: FindingReview) throws {
        let known = Set(record.photo.results.map(\.detector)).union(classes.map(\.name))
            .union(stored?.review?.detectors ?? []).union(corrections?.detectors ?? [])
        if let other = review.detectors.subtracting(known).min() {
            throw Self.impossible("No detector '\(other.plainName)' looked at this photo.")
        }
        guard let image = record.photo.image else { return }
        // An edge may stick out, by as much as the photo is large; what lies beyond is a mistake.
        let (width, height) = (Double(image.width), Double(image.height))
        for box in FindingReview.kinds.flatMap({ $0.boxes(of: review) }) {
            let isNear = box.x >= -width && box.y >= -height
            guard isNear, box.x + box.width <= 2 * width, box.y + box.height <= 2 * height else {
                throw Self.impossible("A box lies far outside the photo.")
            }
        }
    }

    private static func impossible(_ message: String) -> Problem {
        Problem(.unprocessableContent, code: "impossible", message)
    }

    /// The whole photo.
    var value: JSONValue {
        var names: [String] = []
        for result in record.photo.results where !names.contains(result.detector) { names.append(result.detector) }
        return [
            "job": .integer(Int(job.id.rawValue)), "photo": .string(job.printablePath),
            "state": .string(job.state.description), "reason": .init(record.error?.message),
            "width": .integer(record.photo.image?.width ?? 0), "height": .integer(record.photo.image?.height ?? 0),
            "revision": .integer(stored?.revision ?? 0), "detectors": .array(names.map(detector)),
            "basis": basis.json, "review": corrections?.json(isAccepted: corrections?.accepts(basis) == true) ?? nil,
        ]
    }

    private func detector(_ name: String) -> JSONValue {
        let results = record.photo.results.filter { $0.detector == name }
        let kinds = Self.kinds
        let lists = kinds.map { $0.member(of: results) }
        let count = results.lazy.flatMap(\.found.items).first?.keypoints.count
        let limbs = count.flatMap(Skeleton.init(count:))?.limbs ?? []
        let known = classes.first { $0.name == name }?.classes ?? []
        var labels = known
        for label in kinds.flatMap({ $0.labels(in: results) }) where !labels.contains(label) { labels.append(label) }
        let members: [JSONValue.Member] =
            [
                .init("skeleton", .array(limbs.map { .array($0.map { .integer($0) }) })), .init("name", .string(name)),
                .init("task", .string(results.first?.task.rawValue ?? "detect")),
                .init("labels", .array(labels.map { .string($0) })),
            ] + lists
        return members.object(beginning: [
            "skeleton", "poses", "masks", "name", "texts", "codes", "tables", "pages", "task", "labels",
        ])
    }

    /// The kinds of findings that clients get.
    fileprivate static let kinds = FindingList.kinds.compactMap { $0 as? any AnsweredFinding.Type }
}

extension FindingReview {
    /// The review as clients send it and get it.
    ///
    /// - Parameter isAccepted: Whether what is found now was accepted.
    func json(isAccepted: Bool) -> JSONValue {
        let members = [.init("isAccepted", .bool(isAccepted))] + JobJSON.kinds.map { $0.member(of: self) }
        return members.object(beginning: [
            "isAccepted", "detections", "classes", "poses", "masks", "texts", "codes", "tables",
        ])
    }
}

extension [String: ReviewBasis] {
    /// What a review is made on, as clients get it and may send it back.
    fileprivate var json: JSONValue {
        .object(
            sorted { $0.key < $1.key }.map { name, found in
                .init(
                    name,
                    ["task": .string(found.task), "model": .init(found.model), "digest": .string(found.digest)])
            })
    }
}
