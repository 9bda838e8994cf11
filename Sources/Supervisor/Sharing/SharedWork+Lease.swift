import Control
import Storage
import SystemValues

/// What follows where this process's lease is over: another may work its photos by now.
extension SharedWork {
    /// Why no photo begins meanwhile.
    static let lapsed = "this host's lease on the queue is over, and a new one has not begun"

    /// Watches the lease until cancelled, and begins a new one where it is over.
    func followLease() async throws {
        while true {
            let seen = news.count
            if !parts.dispatcher.lease.holds { try await beginAnew() }
            await news.wait(past: seen, atMost: parts.jitter(Self.pause), sleep: parts.sleep)
            try Task.checkCancellation()
        }
    }

    /// Ends all work at once, begins a new lease when nothing is in work, and goes on.
    ///
    /// A process that stood still, and one that could not reach the database, come to the same here.
    func beginAnew() async throws {
        parts.dispatcher.lease.end()
        parts.log.note("lease is over", level: .warning)
        parts.tell(
            .warning(
                "this host's lease on the queue is over: its last renewal is older than "
                    + "\(Int(parts.shared.lease / .seconds(1))) s. Its photos in work are given up, and other hosts may work them"
            ))
        try await untilNothingIsInWork()
        await parts.onLapse()
        let lane = BlockingLane("quiver.lease")
        do {
            try await parts.dispatcher.breaker.retrying { [shared = parts.shared] in
                try await lane.perform { try shared.rejoin() }
            }
            // While this process stood still the queue may have been moved.
            try await look()
        } catch let error as JobQueueError where error.isPassing {
            // The run is to end, and waits for no database.
            try Task.checkCancellation()
            throw CancellationError()
        }
        parts.dispatcher.lease.begin()
        parts.log.note("lease begins anew")
        parts.tell(.warning("this host has a new lease on the queue: its work goes on"))
        parts.dispatcher.wake()
        news.notify()
    }

    private func untilNothingIsInWork() async throws {
        while true {
            let seen = parts.dispatcher.changes.count
            // Also those that have begun since with what was claimed before.
            parts.running.endAllWork()
            let waiting = await parts.dispatcher.takeBack()
            if waiting.isEmpty, await parts.dispatcher.inWork.isEmpty { return }
            await parts.dispatcher.changes.wait(past: seen, atMost: .milliseconds(250), sleep: parts.sleep)
            try Task.checkCancellation()
        }
    }
}
