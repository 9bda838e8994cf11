import Control
import Foundation
import Intake
import Results
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// Photos that were sent, with a real folder and a queue in memory.
@Suite struct UnreadPhotosTests {
    /// What became of a photo by the time that it is looked for.
    struct Fate: Sendable, CustomTestStringConvertible {
        var isThere = true
        /// Minutes since it was sent.
        var age: Int64 = 60
        var state: JobState?
        /// A part of what its end says; nil where it is still being read.
        var says: String?

        var testDescription: String { "there \(isThere), \(age) min, \(state?.description ?? "no job")" }
    }

    private static let fates = [
        Fate(), Fate(isThere: false, age: 9), Fate(isThere: false, says: "file had gone"),
        Fate(state: .ready), Fate(isThere: false, state: .running), Fate(state: .cancelled, says: "was cancelled"),
        Fate(state: .gone, says: "file had gone"), Fate(state: .quarantined, says: "record says why"),
        Fate(state: .failed, says: "record says why"), Fate(state: .done, says: "could not be kept"),
    ]

    @Test(arguments: fates) func anEndSaysWhatBecameOfItsPhoto(fate: Fate) async throws {
        let temporary = try TemporaryFolder()
        let root = FilePath(temporary.url.path).resolvedPath
        let (queue, sheets) = (QueueService(MemoryQueueStore()), ChangeSignal())
        let file = root.appending("100%25.jpg")
        if fate.isThere { try Data([1]).write(to: temporary["100%25.jpg"]) }
        let reading = ScoreReadings(counting: Counting()).reading(
            of: ExpectedPhoto(
                file: file, number: FileNumber(device: 1, inode: 2), size: 1, content: "0a", archer: "Ana"),
            output: Array("100%25.jpg.json".utf8), now: 0)
        _ = try await queue.perform { try $0.scores.store(reading) }
        if let state = fate.state {
            try await bring(Place(root: root.rawBytes, path: Array("100%25.jpg".utf8)), to: state, in: queue)
        }
        let unread = UnreadPhotos(
            queue: queue, folders: PhotoFolders(roots: RootCheck(roots: [root])), roots: [root], sheets: sheets,
            wall: { fate.age * 60_000 }, tell: { _ in })
        #expect(try await unread.end() == (fate.says == nil ? 0 : 1))
        // It is said once.
        #expect(try await unread.end() == 0 && sheets.count == (fate.says == nil ? 0 : 1))
        let session = try #require(try await queue.look { try $0.scores.allSessions() }.first)
        let trouble = session.rounds.flatMap(\.ends).first?.trouble
        #expect(trouble?.contains(fate.says ?? ScoreReadings.isBeingRead) == true && session.archers.names == ["Ana"])
    }

    private func bring(_ place: Place, to state: JobState, in queue: QueueService) async throws {
        let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
        let job = NewJob(
            place: place, output: Array("100%25.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 2, size: 1, mtimeNanoseconds: 4),
            content: Fingerprint(head: 1, tail: (9, 9, 9)), pipeline: pipeline)
        let id = try #require(try await queue.enqueue([job], at: 1).first).job
        switch state {
        case .ready: return
        case .cancelled: _ = try await queue.change(.cancel(JobFilter(ids: [id])), at: 2)
        case .gone: _ = try await queue.change(.vanish(JobFilter(ids: [id])), at: 2)
        default:
            let claim = try #require(
                try await queue.claim(
                    ClaimRequest(limit: 1, owner: Owner.current(), pipelines: [pipeline]), at: 2
                ).first)
            let failure = JobFailure(code: "truncated", message: "It ends in the middle.", fault: .input)
            switch state {
            case .done: _ = try await queue.complete([(claim.id, .done([1]))], at: 3)
            case .failed: _ = try await queue.complete([(claim.id, .failed(failure, result: [2]))], at: 3)
            case .quarantined: _ = try await queue.complete([(claim.id, .crashed(failure, limit: 1))], at: 3)
            default: break
            }
        }
        #expect(try await queue.job(id)?.state == state)
    }
}
