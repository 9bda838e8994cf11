import Control
import CoreMetrics
import Results

/// Measures a run, from its events and from what its workers and its breaker do.
final class RunMeter: Sendable {
    /// Why a worker's process ended.
    enum WorkerEnd: String, CaseIterable {
        /// It had had its number of photos, or the run was over.
        case served
        /// It was ended from outside: its photo was cancelled, or the run is to end.
        case stopped
        /// It died.
        case died
        /// Its photo took too long.
        case overdue
        /// It answered what makes no sense.
        case nonsense
        /// It could not begin: its model, or what it needs.
        case refused
    }

    /// What came of a try to deliver a message.
    enum Delivery: String, CaseIterable {
        /// Its receiver has taken it.
        case delivered
        /// Its receiver has not, and it is tried again.
        case refused
        /// The same, and it was tried for long enough.
        case givenUp = "given up"
    }

    /// Where the numbers are.
    let measurements = Measurements()
    private let taken, postponed, warnings, pauses, pausedSeconds, workerStarts, joules: FloatingPointCounter
    private let done: FloatingPointCounter
    private let workerEnds: [WorkerEnd: FloatingPointCounter]
    private let stages: [(time: @Sendable (Record.Timings) -> Double?, timer: Timer)]

    /// Everything that is measured is there from the start, as 0: what comes later is no new number.
    init() {
        let places = measurements
        taken = places.counter(.photosTaken)
        postponed = places.counter(.photosPostponed)
        warnings = places.counter(.warnings)
        pauses = places.counter(.pauses)
        pausedSeconds = places.counter(.pausedSeconds)
        workerStarts = places.counter(.workerStarts)
        joules = places.counter(.joules)
        done = places.counter(.photosEnded, [("outcome", Record.State.done.rawValue)])
        workerEnds = Dictionary(
            uniqueKeysWithValues: WorkerEnd.allCases.map {
                ($0, places.counter(.workerEnds, [("why", $0.rawValue)]))
            })
        stages = Record.Timings.stages.map { name, time in
            (time, places.timer(.stageSeconds, [("stage", name)]))
        }
    }

    /// Counts what has happened.
    func take(_ event: RunEvent) {
        switch event {
        case .taken(let new, known: _): taken.increment(by: Double(new))
        case .ended(let record): take(record)
        case .postponed: postponed.increment(by: 1)
        case .paused: pauses.increment(by: 1)
        case .resumed(let pause): pausedSeconds.increment(by: pause / .seconds(1))
        case .warning: warnings.increment(by: 1)
        case .watching, .intakeEnded, .sequence, .reviewed, .missed: break
        }
    }

    private func take(_ record: Record) {
        if record.state == .done {
            done.increment(by: 1)
        } else {
            let fault = record.error.map { [("fault", "\($0.fault)")] } ?? []
            measurements.counter(.photosEnded, [("outcome", record.state.rawValue)] + fault).increment(by: 1)
        }
        // A copy's times are those of its original.
        guard record.source.duplicateOf == nil else { return }
        for (time, timer) in stages {
            // A stored record may hold any number.
            guard let time = time(record.photo.timings), time.isFinite, time >= 0 else { continue }
            timer.recordNanoseconds(Int64(min(time * 1e6, 1e18)))
        }
    }

    /// A worker's process has started.
    func workerBegan() { workerStarts.increment(by: 1) }

    /// A worker's process has ended.
    func workerEnded(_ why: WorkerEnd) { workerEnds[why]?.increment(by: 1) }

    /// Messages go to these hooks.
    func begin(hooks: [String]) { for hook in hooks { for each in Delivery.allCases { took(each, of: hook, 0) } } }

    /// A try to deliver a message of a hook has ended.
    func took(_ delivery: Delivery, of hook: String, _ count: Double = 1) {
        measurements.counter(.hookDeliveries, [("hook", hook), ("outcome", delivery.rawValue)]).increment(by: count)
    }

    /// The machine has taken so much energy more.
    func took(joules amount: Double) { joules.increment(by: amount) }
}

extension Record.Timings {
    /// Every stage by its name, in the order of a photo's way.
    fileprivate static let stages: [(String, @Sendable (Record.Timings) -> Double?)] = [
        ("load", { $0.load }), ("register", { $0.register }), ("infer", { $0.infer }), ("decode", { $0.decode }),
        ("draw", { $0.draw }), ("write", { $0.write }),
    ]
}

extension RunMeter.WorkerEnd {
    /// Why a conversation with a worker ended; nil is that it went well.
    init(_ broken: WorkerSlot.Broken?, wasEnded: Bool) {
        switch broken {
        case nil: self = .served
        case .cancelled: self = .stopped
        case .died, .overdue:
            if wasEnded { self = .stopped } else if case .overdue = broken { self = .overdue } else { self = .died }
        case .nonsense: self = .nonsense
        case .refused: self = .refused
        }
    }
}
