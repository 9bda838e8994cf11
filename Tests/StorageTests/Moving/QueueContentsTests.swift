import Findings
import Foundation
import Scoring
import SystemValues
import Testing

@testable import Storage

@Suite struct QueueContentsTests {
    private static func job() -> Job {
        var job = Job(
            id: JobID(rawValue: 7), place: Place(root: [47], path: [97]), output: [98],
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4, ctimeNanoseconds: 5),
            content: Fingerprint(head: 1, tail: (2, 3, 4)), pipeline: Fingerprint(head: 5, tail: (6, 7, 8)),
            priority: 0,
            progress: Progress(.done, due: 9), claimNumber: 1, owner: nil, original: nil, waitsForOriginal: false,
            isCurrent: true, arrived: 10, claimed: 11, finished: 12, failure: nil)
        job.counterpart = JobID(rawValue: 3)
        return job
    }

    private static let photo = Session.Photo(
        path: "day/1.jpg", captured: 7, annotated: nil, width: 12, height: 12, faces: [])

    private func digest(_ part: QueuePart) throws -> String {
        var contents = QueueContents()
        try contents.add(part)
        return contents.digest
    }

    static let changes: [@Sendable (inout Job) -> Void] = [
        { $0.id = JobID(rawValue: 8) }, { $0.place = Place(root: [47, 98], path: [97]) },
        { $0.place = Place(root: [47], path: [97, 98]) }, { $0.output = [] },
        { $0.stamp = FileIdentity(device: 9, inode: 2, size: 3, mtimeNanoseconds: 4, ctimeNanoseconds: 5) },
        { $0.stamp = FileIdentity(device: 1, inode: 9, size: 3, mtimeNanoseconds: 4, ctimeNanoseconds: 5) },
        { $0.stamp = FileIdentity(device: 1, inode: 2, size: 9, mtimeNanoseconds: 4, ctimeNanoseconds: 5) },
        { $0.stamp = FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 9, ctimeNanoseconds: 5) },
        { $0.stamp = FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4, ctimeNanoseconds: 9) },
        { $0.content = nil }, { $0.content = Fingerprint(head: 1, tail: (2, 3, 5)) },
        { $0.pipeline = Fingerprint(head: 5, tail: (6, 7, 9)) }, { $0.priority = 1 }, { $0.progress.state = .failed },
        { $0.progress.attempts = 1 }, { $0.progress.crashes = 1 }, { $0.progress.retries = 1 },
        { $0.progress.recoveries = 1 }, { $0.progress.due = 1 }, { $0.claimNumber = 2 },
        { $0.owner = Owner(host: "h", boot: "b", pid: 1, started: 2) }, { $0.original = JobID(rawValue: 1) },
        { $0.waitsForOriginal = true }, { $0.isCurrent = false }, { $0.counterpart = nil }, { $0.arrived = 1 },
        { $0.claimed = nil }, { $0.finished = nil },
        { $0.failure = JobFailure(code: "a", message: "b", fault: .input) },
        { $0.failure = JobFailure(code: "a", message: "b", fault: .quiver) },
        { $0.failure = JobFailure(code: "ab", message: "", fault: .input) },
    ]

    @Test func everyFieldOfAJobIsInTheDigest() throws {
        var digests = [try digest(.jobs([KeptJob(job: Self.job(), result: nil)]))]
        for change in Self.changes {
            var job = Self.job()
            change(&job)
            digests.append(try digest(.jobs([KeptJob(job: job, result: nil)])))
        }
        for result in [[], [0], [1]] as [[UInt8]] {
            digests.append(try digest(.jobs([KeptJob(job: Self.job(), result: result)])))
        }
        #expect(Set(digests).count == digests.count)
        // A field that comes later has to be changed above as well.
        #expect(Mirror(reflecting: Self.job()).children.count == 18)
        #expect(Mirror(reflecting: Self.job().progress).children.count == 6)
        #expect(Mirror(reflecting: Self.job().stamp).children.count == 5)
    }

    private static let message = OutboxMessage(
        id: MessageID(rawValue: 7), hook: "h", subject: .session("s"), event: "session", body: [1], made: 8,
        progress: OutboxProgress(made: 8), lastAnswer: OutboxAnswer(.exited(1), output: [65], attempt: 1, at: 9))

    static let changesOfMessages: [@Sendable (inout OutboxMessage) -> Void] = [
        { $0.id = MessageID(rawValue: 8) }, { $0.hook = "hs" }, { $0.subject = .session("t") }, { $0.event = "photo" },
        { $0.body = [] }, { $0.made = 1 }, { $0.progress.state = .delivered }, { $0.progress.attempts = 1 },
        { $0.progress.owner = Owner(host: "h", boot: "b", pid: 1, started: 2) }, { $0.progress.due = 1 },
        { $0.progress.since = 1 }, { $0.progress.ended = 1 }, { $0.lastAnswer = nil },
        { $0.lastAnswer?.status = .http(1) }, { $0.lastAnswer?.output = "" }, { $0.lastAnswer?.attempt = 2 },
        { $0.lastAnswer?.at = 1 },
    ]

    @Test func everyFieldOfAMessageIsInTheDigest() throws {
        var digests = [try digest(.messages([Self.message]))]
        for change in Self.changesOfMessages {
            var message = Self.message
            change(&message)
            digests.append(try digest(.messages([message])))
        }
        #expect(Set(digests).count == digests.count)
        // A field that comes later has to be changed above as well.
        #expect(Mirror(reflecting: Self.message).children.count == 8)
        #expect(Mirror(reflecting: Self.message.progress).children.count == 6)
        var contents = QueueContents()
        try contents.add(.messages([Self.message, Self.message]))
        #expect(contents.messages == 2)
    }

    /// A message whose process is gone may have been delivered: the attempt stays counted.
    @Test func aMessageInDeliveryIsFreeAtRest() {
        var message = Self.message
        message.progress.attempts = 2
        let rest = message
        message.progress.owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        #expect(message.atRest == rest && rest.atRest == rest)
    }

    @Test func everythingBesideJobsIsInTheDigest() throws {
        let row = SessionRow(name: "a", folder: nil, counting: Counting())
        let others = [
            SessionRow(name: "b", folder: nil, counting: Counting()),
            SessionRow(name: "a", folder: "", counting: Counting()),
        ]
        var dated = row
        dated.details.date = "2026-11-20"
        let photo = PhotoRow(session: "a", photo: Self.photo, trouble: nil)
        let arrow = ArrowRow(number: 1, model: nil, manual: Correction.Value(score: 9))
        let identity = Fingerprint(head: 1, tail: (2, 3, 4))
        let next = Fingerprint(head: 5, tail: (6, 7, 8))
        let parts: [QueuePart] =
            ([row, dated] + others).map { .book(.session($0)) } + [
                .book(.photo(photo, [])), .book(.photo(photo, [arrow])),
                .book(.photo(PhotoRow(session: "a", photo: Self.photo, trouble: "t"), [])),
                .book(.mark(SheetMark(session: "a", day: "", number: 1))),
                .book(.mark(SheetMark(session: "a", day: "", number: 2))),
                .reviews([KeptFindingReview(content: "aa", stored: StoredFindingReview(revision: 1, review: nil))]),
                .reviews([KeptFindingReview(content: "aa", stored: StoredFindingReview(revision: 2, review: nil))]),
                .reviews([
                    KeptFindingReview(
                        content: "aa", stored: StoredFindingReview(revision: 1, review: FindingReview(isAccepted: true))
                    )
                ]),
                .head(QueueHead(identity: identity, isPaused: false, lastNumber: JobID(rawValue: 1))),
                .head(QueueHead(identity: identity, isPaused: true, lastNumber: JobID(rawValue: 1))),
                .head(QueueHead(identity: identity, isPaused: false, lastNumber: JobID(rawValue: 2))),
                .head(
                    QueueHead(
                        identity: identity, isPaused: false, lastNumber: JobID(rawValue: 1),
                        endings: EndingSpan(last: 1))),
                .head(
                    QueueHead(
                        identity: identity, isPaused: false, lastNumber: JobID(rawValue: 1),
                        endings: EndingSpan(forgotten: 1))),
                .head(
                    QueueHead(
                        identity: identity, isPaused: false, lastNumber: JobID(rawValue: 1),
                        endings: EndingSpan(forgettings: 1))),
                .successions([PipelineSuccession(former: identity, present: next)]),
                .successions([PipelineSuccession(former: next, present: identity)]),
                .endings([JobEnding(job: JobID(rawValue: 1), number: 2)]),
                .endings([JobEnding(job: JobID(rawValue: 2), number: 1)]),
                .likenesses([KeptLikeness(job: JobID(rawValue: 1), bytes: [2])]),
                .likenesses([KeptLikeness(job: JobID(rawValue: 1), bytes: [2, 2])]),
                .sets(KeptSetPhotos(name: "a", contents: ["b"])), .sets(KeptSetPhotos(name: "ab", contents: [])),
                .sets(KeptSetPhotos(name: "a", contents: ["b", "b"])),
                .embeddings([KeptEmbeddings(job: JobID(rawValue: 1), bytes: [3])]),
                .embeddings([KeptEmbeddings(job: JobID(rawValue: 2), bytes: [3])]),
            ]
        #expect(try Set(parts.map(digest)).count == parts.count)
    }

    @Test func theDigestDependsOnTheOrder() throws {
        let other = { () -> Job in
            var job = Self.job()
            job.id = JobID(rawValue: 8)
            return job
        }()
        let jobs = [KeptJob(job: Self.job(), result: [1]), KeptJob(job: other, result: nil)]
        #expect(try digest(.jobs(jobs)) != digest(.jobs(jobs.reversed())))
        var parts = QueueContents()
        for job in jobs { try parts.add(.jobs([job])) }
        #expect(try parts.digest == digest(.jobs(jobs)), "the size of the parts does not matter")
        #expect(parts.allJobs == 2 && parts.jobs == [.done: 2] && parts.results == 1 && parts.resultBytes == 1)
    }

    /// A job whose process is gone: as the next start would find it.
    @Test func aJobInWorkIsReadyAtRest() {
        var job = Self.job()
        job.progress.state = .running
        job.progress.attempts = 2
        job.owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        let rest = job.atRest
        #expect(rest.state == .ready && rest.owner == nil && rest.progress.recoveries == 1)
        #expect(rest.progress.attempts == 2 && rest.progress.due == job.progress.due && rest.claimNumber == 1)
        #expect(Self.job().atRest == Self.job())
    }
}
