import Foundation
import Settings
import Storage
import StorageSQLite
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Control
@testable import Review
@testable import Supervisor

/// Another queue at the same place, and answers from before.
@Suite struct ReplacedQueueTests {
    @Test func aQueueThatIsReplacedAfterItWasComparedIsNotChanged() async throws {
        let folder = try TemporaryFolder()
        let place = FilePath(folder.url.resolvingSymlinksInPath().path)
        let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
        for name in ["quiver.sqlite", "other.sqlite"] {
            try SQLiteQueueBackend(.file(place.appending(name))).open(owner: owner, at: 1).checkpoint()
        }
        var settings = Settings()
        settings.queue = .usual(in: place)
        let library = ReviewLibrary(try QueueControl(settings), tell: { _ in })
        let compared = try await library.identity()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        where name.hasPrefix("quiver.sqlite") {
            try FileManager.default.removeItem(at: folder[name])
        }
        try FileManager.default.moveItem(at: folder["other.sqlite"], to: folder["quiver.sqlite"])
        let content = String(repeating: "1", count: 64)
        let review = ControlRequest.findings(content: content, as: FindingReview(isAccepted: true))
        await #expect(throws: ControlError.otherQueue) { _ = try await library.change(review, in: compared) }
        #expect(try await library.read { try $0.reviews.findingReview(ofContent: content) } == nil)
        #expect(Problem(ControlError.otherQueue).status == .conflict)
        let now = try await library.identity()
        #expect(now != compared)
        _ = try await library.change(review, in: now)
        #expect(try await library.read { try $0.reviews.findingReview(ofContent: content) } != nil)
    }

    private final class Makings: Sendable {
        let count = Mutex(0)
    }

    /// Pages that are told ask at once: an answer from a moment ago would stay on them.
    @Test func pagesThatAreToldOfARunGetNoAnswerFromBefore() async throws {
        // Time stands still, so that no answer is too old for any other reason.
        let start = ContinuousClock.now
        let cache = AnswerCache(now: { start })
        let (feed, makings) = (LiveFeed(PhotoAddresses(RootNames([]))), Makings())
        func ask() async throws -> Int {
            _ = try await cache.answer("/queue") {
                makings.count.withLock { $0 += 1 }
                return .empty
            }
            return makings.count.withLock { $0 }
        }
        let pages = try #require(feed.subscribe())
        #expect(try await ask() == 1)
        #expect(try await ask() == 1)
        feed.tellSoon(.queue, .session(photo: nil))
        feed.tellSoon(.queue)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await feed.run(every: .milliseconds(1), beating: .seconds(3_600)) { await cache.forget() }
            }
            var told = Set<LiveFeed.Message>()
            for await message in pages {
                let asked = try await ask()
                #expect(asked == 2)
                told.insert(message)
                if told.count == 2 { break }
            }
            #expect(told == [.queue, .session(photo: nil)])
            group.cancelAll()
        }
    }

    @Test func whatIsAcceptedReachesListsOfPhotosWithoutARun() async throws {
        let feed = LiveFeed(PhotoAddresses(RootNames([])))
        let pages = try #require(feed.subscribe())
        feed.tellReview(of: nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run(every: .milliseconds(1), beating: .seconds(3_600)) {} }
            var told: [LiveFeed.Message] = []
            for await message in pages {
                told.append(message)
                if told.count == 2 { break }
            }
            #expect(told == [.session(photo: nil), .queue])
            group.cancelAll()
        }
    }
}
