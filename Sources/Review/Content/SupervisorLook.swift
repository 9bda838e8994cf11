import Control
import Supervisor
import SystemValues

/// Asks the running supervisor what it does; pages that ask meanwhile share the answer that is on its way.
///
/// A supervisor that does not answer takes seconds, so nobody holds a reading of the queue while it is asked, and one
/// thread is all that waits for it.
actor SupervisorLook {
    private let ask: @Sendable () -> LiveStatus?
    private let lane = BlockingLane("quiver.review.live")
    private var asking: Task<LiveStatus?, Never>?

    init(_ ask: @escaping @Sendable () -> LiveStatus?) { self.ask = ask }

    /// What it does; nil where none runs, or none answers.
    func look() async -> LiveStatus? {
        if let asking { return await asking.value }
        let task = Task { [ask, lane] in
            await withCheckedContinuation { answer in lane.add { answer.resume(returning: ask()) } }
        }
        asking = task
        defer { asking = nil }
        return await task.value
    }
}
