import Control
import Intake
import Storage
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor

/// Photos that a sender announces before they lie in a watched folder.
extension CommandHandlerTests {
    /// A watcher of `/photos` that is no process: what it is told of, it answers for all the same.
    private func sent() -> SentPhotos {
        SentPhotos(
            watcher: Watcher(
                roots: [WatchedRoot(path: "/photos", ignore: ["no-*"])], ports: IntakeHandlers(take: { _ in })),
            scores: { _ in ScoreReadings(counting: Counting()) }
        ) { Array("\($0.lastComponent?.string ?? "").json".utf8) }
    }

    private func photo(_ file: FilePath, isThere: Bool = false, archer: String? = "Ana") -> ExpectedPhoto {
        ExpectedPhoto(
            file: file, number: FileNumber(device: 1, inode: 2), size: 3, content: "0a", isThere: isThere,
            archer: archer
        )
    }

    /// Its sender may be killed before it has its name, or finds the name taken: then no end may be left.
    @Test func aPhotoOfWhichItsSenderKnowsNothingMoreHasItsEndOnceItIsThere() async throws {
        var (handler, queue) = try await handler(1)
        handler.sent = sent()
        func ends() async throws -> [String?] {
            try await queue.look { try $0.scores.allSessions() }.flatMap(\.rounds).flatMap(\.ends).map(\.trouble)
        }
        #expect(await handler.answer(.expect(photo("/photos/0.jpg", archer: nil))) == .changed(1))
        #expect(try await ends().isEmpty)
        #expect(await handler.answer(.expect(photo("/photos/0-2.jpg", isThere: true, archer: nil))) == .changed(1))
        #expect(try await ends() == [ScoreReadings.isBeingRead])
    }

    @Test func aPhotoThatIsSentHasItsEndBeforeItIsReadAndOnce() async throws {
        let (plain, queue) = try await handler(1)
        var handler = plain
        guard case .error(let error) = await handler.answer(.expect(photo("/photos/0.jpg"))) else {
            Issue.record("a photo was expected that nothing watches for")
            return
        }
        #expect(error.code == "unavailable")
        handler.sent = sent()
        for isThere in [false, true, false] {
            #expect(await handler.answer(.expect(photo("/photos/0.jpg", isThere: isThere))) == .changed(1))
        }
        let sessions = try await queue.look { try $0.scores.allSessions() }
        let ends = sessions.flatMap(\.rounds).flatMap(\.ends)
        #expect(ends.count == 1 && ends[0].trouble == ScoreReadings.isBeingRead && sessions[0].archers.names == ["Ana"])
        for place: FilePath in ["/elsewhere/0.jpg", "/photos/.0.jpg", "/photos/no-0.jpg", "/photos"] {
            guard case .error(let error) = await handler.answer(.expect(photo(place))) else {
                Issue.record("\(place) was expected")
                continue
            }
            #expect(error.code == "refused")
        }
        let other = ControlRequest.on(queue: "0f", .expect(photo("/photos/1.jpg")))
        guard case .error(let refused) = await handler.answer(other) else {
            Issue.record("another queue was changed")
            return
        }
        #expect(refused.code == "otherQueue")
    }

    /// Nothing that was said of it is lost, and a photo that is tried again is read into the same end.
    @Test(arguments: [true, false]) func aPhotoThatIsCancelledBeforeItWasReadKeepsItsEnd(isPlaced: Bool) async throws {
        var (handler, queue) = try await handler(1)
        let sheets = ChangeSignal()
        (handler.sent, handler.sheets) = (sent(), sheets)
        #expect(await handler.answer(.expect(photo("/photos/0.jpg"))) == .changed(1))
        #expect(sheets.count == 1)
        let nine = Correction(photo: "/photos/0.jpg", arrow: nil, value: .init(score: 9), adds: true)
        if isPlaced { _ = try await queue.perform { try $0.scores.correct(nine) } }
        #expect(await handler.answer(.cancel(JobChoice(jobs: [1]))) == .changed(1))
        #expect(sheets.count == 2)
        let session = try #require(try await queue.look { try $0.scores.allSessions() }.first)
        #expect(session.rounds.flatMap(\.ends).count == 1 && session.archers.names == ["Ana"])
        let cancelled = "The photo was cancelled before it was read."
        #expect(try await queue.look { try $0.scores.photos(inTrouble: cancelled) } == ["/photos/0.jpg"])
        #expect(try await queue.look { try $0.scores.corrections() }.count == (isPlaced ? 1 : 0))
        // One that was read is left as it is.
        _ = try await queue.perform { transaction in
            _ = try transaction.jobs.change(.retry(JobFilter(), pipeline: nil), limit: 1, at: 3)
            return try transaction.scores.store(SheetScene.reading("/photos/0.jpg", day: 1))
        }
        let read = try await queue.look { try $0.scores.review(ofPhoto: "/photos/0.jpg")?.revision }
        #expect(await handler.answer(.cancel(JobChoice(jobs: [1]))) == .changed(1))
        #expect(try await queue.look { try $0.scores.review(ofPhoto: "/photos/0.jpg")?.revision } == read)
        #expect(sheets.count == 2)
    }
}
