import Control
import Storage
import Synchronization

/// The workers that are running and what each does, so that one can be ended from outside its slot.
final class RunningWorkers: Sendable {
    /// What a worker does at a moment.
    enum Work: Sendable, Hashable {
        /// It loads its model and is no good for anything yet.
        case starting
        /// It waits for a photo.
        case idle
        /// It works a photo.
        case photo(JobID)
    }

    private struct Worker {
        var work: Work
        let kill: @Sendable () -> Void
        /// What people are told of the photo that it works.
        var slot = LiveStatus.Slot()
        /// It was ended from outside: nothing and nobody is to blame.
        var isEnded = false
    }

    private struct State {
        var workers: [Int: Worker] = [:]
        var last = 0
        var isStopping = false
    }

    private let state = Mutex(State())

    /// A worker has started; returns the number that it goes by.
    func begin(kill: @escaping @Sendable () -> Void) -> Int {
        let (number, isStopping) = state.withLock { state in
            state.last += 1
            state.workers[state.last] = Worker(work: .starting, kill: kill, isEnded: state.isStopping)
            return (state.last, state.isStopping)
        }
        if isStopping { kill() }
        return number
    }

    /// What the worker does from now on, and what people are told of its photo.
    func set(_ number: Int, to work: Work, _ slot: LiveStatus.Slot = LiveStatus.Slot()) {
        state.withLock { state in
            state.workers[number]?.work = work
            state.workers[number]?.slot = slot
        }
    }

    /// The step that the worker is at.
    func set(_ number: Int, stage: String) { state.withLock { $0.workers[number]?.slot.stage = stage } }

    /// What each worker does, the one that started first at the front.
    var slots: [LiveStatus.Slot] {
        state.withLock { state in state.workers.sorted { $0.key < $1.key }.map(\.value.slot) }
    }

    /// The worker's process has ended; returns whether it was ended from outside.
    func end(_ number: Int) -> Bool { state.withLock { $0.workers.removeValue(forKey: number)?.isEnded ?? false } }

    /// Ends the workers of jobs that are not wanted any more.
    func endWork(on jobs: [JobID]) {
        let jobs = Set(jobs)
        kill { if case .photo(let job) = $0 { jobs.contains(job) } else { false } }
    }

    /// Ends the workers that have not even begun: the run is to end, and nobody waits for their models.
    func endStarting() {
        state.withLock { $0.isStopping = true }
        kill { $0 == .starting }
    }

    private func kill(_ isMeant: (Work) -> Bool) {
        state.withLock { state in
            for (number, worker) in state.workers where isMeant(worker.work) {
                state.workers[number]?.isEnded = true
                // Under the lock, so that the worker cannot begin with another photo meanwhile.
                worker.kill()
            }
        }
    }
}
