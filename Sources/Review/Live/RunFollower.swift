import Control
import Dispatch
import Foundation
import JSONTree
import Supervisor
import Synchronization
import SystemValues

/// Follows the events of whatever supervisor works the queue, on a thread of its own, and passes on what pages need.
final class RunFollower: Sendable {
    private let queue: QueueLocation
    private let feed: LiveFeed
    private let cache: AnswerCache
    private let isStopped = Mutex(false)
    /// How fast photos end, and how long their steps take.
    let meter = RunMeter()

    /// How long is waited before a supervisor is looked for again.
    private static let pause = 1.0

    init(queue: QueueLocation, feed: LiveFeed, cache: AnswerCache) {
        self.cache = cache
        self.queue = queue
        self.feed = feed
    }

    /// Follows until ``stop()``.
    func start() {
        let thread = Thread { [self] in
            while !isStopped.withLock({ $0 }) {
                let wasThere = (try? ControlClient.events(queue: queue) { take($0) }) ?? false
                // A run has ended, or just begun: either way the counts are others now.
                if wasThere { feed.tellSoon(.queue) }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
        thread.name = "quiver-follow"
        thread.start()
    }

    /// Follows no further run.
    func stop() { isStopped.withLock { $0 = true } }

    private func take(_ line: String) {
        guard let event = try? JSONParser.parse(Array(line.utf8)).value, case .string(let word)? = event["event"] else {
            return
        }
        switch word {
        case "ended":
            if let record = event["record"] { meter.take(record, at: .now) }
            // The score of a photo that was worked is in its session.
            feed.tellSoon(.queue, .session(photo: nil))
        case "reviewed":
            // Before the pages are told: they ask at once.
            let isForgotten = DispatchSemaphore(value: 0)
            Task { [cache] in
                await cache.forget()
                isForgotten.signal()
            }
            isForgotten.wait()
            var photo: String?
            if case .string(let name)? = event["photo"] { photo = name }
            feed.tellReview(of: photo)
        case "paused", "resumed", "warning":
            feed.tell(.message(event))
            feed.tellSoon(.queue)
        default: feed.tellSoon(.queue)
        }
    }
}
