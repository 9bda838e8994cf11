import Control
import Dispatch
import Supervisor

/// Asks the running supervisor what it does; pages that ask meanwhile share the answer that is on its way.
///
/// A supervisor that does not answer takes seconds, so nobody holds a reading of the queue while it is asked, and one
/// thread is all that waits for it.
actor SupervisorLook {
    private let ask: @Sendable () -> LiveStatus?
    private let queue = DispatchQueue(label: "quiver.review.live")
    private var asking: Task<LiveStatus?, Never>?

    init(_ ask: @escaping @Sendable () -> LiveStatus?) { self.ask = ask }

    /// What it does; nil where none runs, or none answers.
    func look() async -> LiveStatus? {
        if let asking { return await asking.value }
        let task = Task { [ask, queue] in
            await withCheckedContinuation { answer in queue.async { answer.resume(returning: ask()) } }
        }
        asking = task
        defer { asking = nil }
        return await task.value
    }
}
