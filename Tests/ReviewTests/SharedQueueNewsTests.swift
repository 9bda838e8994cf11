import Settings
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Review
@testable import Supervisor

/// What pages hear of changes that another host has made, which no supervisor of this host reports.
@Suite(.timeLimit(.minutes(30))) struct SharedQueueNewsTests {
    private static let before = QueueChanges(commit: 7, ended: 3, isPaused: false, reviews: [1, 2])

    private static func changed(_ change: (inout QueueChanges) -> Void) -> QueueChanges {
        var now = before
        change(&now)
        return now
    }

    /// A change of each kind, and one that is none.
    @Test(arguments: [
        (before, false), (changed { $0.commit = 8 }, true), (changed { $0.ended = 4 }, true),
        (changed { $0.isPaused = true }, true), (changed { $0.reviews = [1, 3] }, true),
    ])
    func pagesAreToldOfWhatHasChanged(now: QueueChanges, isNews: Bool) async throws {
        let expected: Set<LiveFeed.Message> = isNews ? [.queue, .session(photo: nil)] : []
        let folder = try TemporaryFolder()
        var settings = Settings()
        settings.queue = .database(
            QueueAddress(connection: "postgres://127.0.0.1:1/photos"), state: FilePath(folder["state"].path))
        let feed = LiveFeed(PhotoAddresses(RootNames([])))
        #expect(!feed.isHeard, "nothing is looked at for nobody")
        let messages = try #require(feed.subscribe())
        #expect(feed.isHeard)
        let follower = RunFollower(try QueueControl(settings), feed: feed, cache: AnswerCache())
        let beat = Task { try await feed.run(every: .milliseconds(1), beating: .seconds(3_600)) {} }
        defer { beat.cancel() }
        try await BlockingLane("quiver.test").perform { follower.tell(changes: now, since: Self.before) }
        // What comes behind it shows that nothing else came.
        if expected.isEmpty { feed.tell(.heartbeat) }
        var heard: Set<LiveFeed.Message> = []
        for await message in messages {
            guard message != .heartbeat else { break }
            heard.insert(message)
            if heard == expected { break }
        }
        #expect(heard == expected)
    }
}
