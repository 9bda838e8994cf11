import Storage

/// Every column and every value of the queue's statements, by its name in SQL; a job's own columns come first.
///
/// A job's row is written and read by this list alone: what a statement names, and in which order, follows from it.
package enum QueueColumn: Int, CaseIterable, Comparable, Sendable {
    case id, folder, name, arrived
    case state, attempts, crashes, retries, recoveries, due, turn, owner, held, claimed, finished
    case failureCode, failureMessage, failureFault
    case original, current, counterpart, output, device, inode, size, modified, changed, contentHead, contentTail,
        pipeline, priority
    /// Of the tables beside that of jobs.
    case job, record, likeness, vectors, key, jobs, root, path, fingerprint, host, boot, pid, started, target, number
    /// Of what queries ask.
    case content, isDue, gaps, marks, found, captured, camera, format, width, height, pages, margin, models, labels,
        said,
        place,
        label, detector, confidence, places, page, says
    /// A photo's SHA-256 in hexadecimal.
    case digest
    /// How many rows at most.
    case limit
    /// What is kept of a photo: 2 where it fits what was asked, 0 where it does not, and 1 where that is not told.
    case meets

    /// The name in SQL.
    package var sql: String {
        switch self {
        case .failureCode: "failure_code"
        case .failureMessage: "failure_message"
        case .failureFault: "failure_fault"
        case .contentHead: "content_head"
        case .contentTail: "content_tail"
        case .isDue: "is_due"
        default: "\(self)"
        }
    }

    /// All of them, by their names in SQL.
    package static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.sql, $0) })

    package static func < (first: QueueColumn, second: QueueColumn) -> Bool { first.rawValue < second.rawValue }
}

extension [QueueColumn] {
    /// All columns of a job's row; the place of each is its raw value.
    package static let ofJob = columns(.id ... .priority)
    /// All columns of what is left of a photo that was forgotten.
    package static let ofForgotten: [QueueColumn] = [
        .job, .folder, .name, .state, .device, .inode, .size, .modified, .changed, .contentHead, .contentTail,
        .pipeline,
    ]
    /// What tells where a record lies.
    package static let ofEndedPlace: [QueueColumn] = [.id, .state, .finished, .counterpart, .folder, .name, .output]
    /// All columns of what queries ask of a photo.
    package static let ofPhotoFact: [QueueColumn] = [
        .job, .content, .isDue, .gaps, .marks, .found, .captured, .camera, .format, .width, .height, .pages, .margin,
        .models, .labels, .said,
    ]
    /// The same of a finding; `place` is its number in the photo.
    package static let ofFindingFact: [QueueColumn] = [
        .job, .place, .label, .detector, .confidence, .size, .places, .page, .says,
    ]
    /// What changes while a job is worked.
    package static let ofProgress = columns(.state ... .failureFault)
    /// What changes when a file or its leader changes.
    package static let ofFile = columns(.original ... .priority)

    private static func columns(_ range: ClosedRange<QueueColumn>) -> [QueueColumn] {
        QueueColumn.allCases.filter(range.contains)
    }

    /// The columns as a list, as in `id, state`.
    package var list: String { map(\.sql).joined(separator: ", ") }
}

/// The numbers that stand in a job's row for what many rows share.
package struct SharedNumbers {
    /// Nil where the columns that are written do not tell of it.
    package var folder: Int64?
    /// Nil where the columns that are written do not tell of it.
    package var pipeline: Int64?
    /// Nil where no process has the job.
    package var owner: Int64?

    /// The numbers of one row.
    package init(folder: Int64? = nil, pipeline: Int64? = nil, owner: Int64?) {
        self.folder = folder
        self.pipeline = pipeline
        self.owner = owner
    }
}

extension QueueColumn {
    /// What a job has in a column.
    package enum Value {
        /// A number; nil for NULL.
        case number(Int64?)
        /// A text; nil for NULL.
        case text(String?)
        /// Bytes; nil for NULL.
        case bytes([UInt8]?)
    }

    /// What is left of a photo that was forgotten, in one of ``Swift/Array/ofForgotten``.
    package func value(of photo: ForgottenPhoto, _ numbers: SharedNumbers) -> Value {
        switch self {
        case .job: .number(photo.job.rawValue)
        case .folder: .number(numbers.folder)
        case .name: .bytes(photo.place.name)
        case .state: .number(Int64(photo.state.rawValue))
        case .device: .number(Int64(bitPattern: photo.stamp.device))
        case .inode: .number(Int64(bitPattern: photo.stamp.inode))
        case .size: .number(photo.stamp.size)
        case .modified: .number(photo.stamp.mtimeNanoseconds)
        case .changed: .number(photo.stamp.ctimeNanoseconds)
        case .contentHead: .number(Int64(bitPattern: photo.content.head))
        case .contentTail: .bytes(Array(photo.content.bytes.dropFirst(8)))
        case .pipeline: .number(numbers.pipeline)
        default: .number(nil)
        }
    }

    /// What a job has in this column; NULL in one that no job's row has.
    package func value(of job: Job, _ numbers: SharedNumbers) -> Value {
        switch self {
        case .id: .number(job.id.rawValue)
        case .folder: .number(numbers.folder)
        case .name: .bytes(job.place.name)
        case .arrived: .number(job.arrived)
        case .state: .number(Int64(job.state.rawValue))
        case .attempts: .number(Int64(job.progress.attempts))
        case .crashes: .number(Int64(job.progress.crashes))
        case .retries: .number(Int64(job.progress.retries))
        case .recoveries: .number(Int64(job.progress.recoveries))
        case .due: .number(job.progress.due)
        case .turn: .number(job.claimNumber)
        case .owner: .number(numbers.owner)
        case .held: .number(job.waitsForOriginal ? 1 : 0)
        case .claimed: .number(job.claimed)
        case .finished: .number(job.finished)
        case .failureCode: .text(job.failure?.code)
        case .failureMessage: .text(job.failure?.message)
        case .failureFault: .text(job.failure?.fault.rawValue)
        case .original: .number(job.original?.rawValue)
        case .current: .number(job.isCurrent ? 1 : 0)
        case .counterpart: .number(job.counterpart?.rawValue)
        case .output: .bytes(job.output)
        case .device: .number(Int64(bitPattern: job.stamp.device))
        case .inode: .number(Int64(bitPattern: job.stamp.inode))
        case .size: .number(job.stamp.size)
        case .modified: .number(job.stamp.mtimeNanoseconds)
        case .changed: .number(job.stamp.ctimeNanoseconds)
        case .contentHead: .number(job.content.map { Int64(bitPattern: $0.head) })
        case .contentTail: .bytes(job.content.map { Array($0.bytes.dropFirst(8)) })
        case .pipeline: .number(numbers.pipeline)
        case .priority: .number(Int64(job.priority))
        case .job, .record, .likeness, .vectors, .key, .jobs, .root, .path, .fingerprint, .host, .boot, .pid, .started,
            .target,
            .number, .content, .isDue, .gaps, .marks, .found, .captured, .camera, .format, .width, .height, .pages,
            .margin, .models, .labels, .said, .place, .label, .detector, .confidence, .places, .page, .says, .digest,
            .limit, .meets:
            .number(nil)
        }
    }
}

extension QueueColumn {
    /// What a photo's facts have in one of ``Swift/Array/ofPhotoFact``, but whether they are due.
    package func value(of facts: PhotoFacts, job: Int64) -> Value {
        switch self {
        case .job: .number(job)
        case .content: .number(facts.content.flatMap(PhotoFacts.head))
        case .gaps: .number(facts.gaps.rawValue)
        case .marks: .number(facts.marks)
        case .found: .number(facts.found)
        case .captured: .text(facts.captured)
        case .camera: .text(facts.camera)
        case .format: .text(facts.format)
        case .width: .number(facts.width)
        case .height: .number(facts.height)
        case .pages: .number(facts.pages)
        case .margin: .number(facts.margin)
        case .models: .text(facts.models)
        case .labels: .text(facts.labels)
        case .said: .text(facts.said)
        default: .number(nil)
        }
    }

    /// What a finding has in one of ``Swift/Array/ofFindingFact``.
    package func value(of finding: PhotoFacts.Finding, at place: Int, job: Int64) -> Value {
        switch self {
        case .job: .number(job)
        case .place: .number(Int64(place))
        case .label: .text(finding.label)
        case .detector: .text(finding.detector)
        case .confidence: .number(finding.confidence)
        case .size: .number(finding.size)
        case .places: .number(finding.places)
        case .page: .number(finding.page)
        case .says: .number(finding.says)
        default: .number(nil)
        }
    }
}
