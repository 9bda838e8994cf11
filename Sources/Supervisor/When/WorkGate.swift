import Control
import Glibc
import Settings
import Storage
import Synchronization

/// Says whether photos may begin by the hours of the settings and by what other programs do, and tells once of each wait and
/// of its end.
///
/// It holds nothing up itself: the dispatcher asks it before each photo, and is told of changes.
final class WorkGate: Sendable {
    private struct State {
        var wait: LiveStatus.Wait?
        /// When the wait began, or the one before it that ended without a photo in between.
        var began: UnixMillis = 0
        /// What holds nothing up any more until it has passed by itself, because a user would not wait for it.
        var passed: Set<LiveStatus.Wait.Cause> = []
        var isLoaded = false
        var meter = LoadMeter()
    }

    private let when: Settings.When
    private let clock: LocalClock
    private let now: @Sendable () -> UnixMillis
    private let load: @Sendable () -> Double?
    private let busy: @Sendable () -> Int
    private let sleep: @Sendable (Duration) async throws -> Void
    private let log: PhotoLog
    private let onEvent: @Sendable (RunEvent) -> Void
    private let state = Mutex(State())

    /// Nothing to wait for.
    static let open = WorkGate(Settings.When())

    /// How often the load is looked at: as often as the kernel does.
    static let loadPause = Duration.seconds(5)
    /// How often the clock is looked at, which may be set at any time.
    static let clockPause = Duration.seconds(30)

    /// - Parameters:
    ///   - now: The wall's time.
    ///   - load: The load average of the last minute; nil where the system does not say.
    ///   - busy: How many workers are at work.
    init(
        _ when: Settings.When, clock: LocalClock = .local, now: @escaping @Sendable () -> UnixMillis = Clock.wall,
        load: @escaping @Sendable () -> Double? = WorkGate.systemLoad, busy: @escaping @Sendable () -> Int = { 0 },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: PhotoLog = .silent, onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        (self.when, self.clock, self.now, self.load, self.busy) = (when, clock, now, load, busy)
        (self.sleep, self.log, self.onEvent) = (sleep, log, onEvent)
    }

    /// Whether photos may begin.
    var isOpen: Bool { state.withLock { $0.wait == nil } }

    /// What photos wait for; nil where they may begin.
    var wait: LiveStatus.Wait? { state.withLock { $0.wait } }

    /// Whether the settings name anything to wait for.
    var isNeeded: Bool { when.hours != nil || when.load != nil }

    /// Looks again and again, until cancelled.
    ///
    /// - Parameter onChange: Is called when photos may begin, or may not any more.
    func run(_ onChange: @Sendable () async throws -> Void) async throws {
        while true {
            if look() {
                do { try await onChange() } catch let error as JobQueueError where error.isPassing {
                    // The breaker has told of it, and what was claimed is given back when the run ends.
                }
            }
            try await sleep(pause)
        }
    }

    /// Looks at clock and load; returns whether photos may begin that could not, or the other way round.
    @discardableResult
    func look() -> Bool { look { _, _ in } }

    /// Lets photos begin in spite of what they wait for, until that is over by itself; returns whether they waited.
    func pass() -> Bool { look { state, causes in state.passed.formUnion(causes) } }

    private func look(_ decide: (inout State, [LiveStatus.Wait.Cause]) -> Void) -> Bool {
        let (now, load, busy) = (now(), load(), busy())
        let (former, wait, began) = state.withLock { state in
            let waits = waits(&state, at: now, load: load, busy: busy)
            state.passed.formIntersection(waits.map(\.cause))
            decide(&state, waits.map(\.cause))
            let former = state.wait
            state.wait = waits.first { !state.passed.contains($0.cause) }
            if former == nil { state.began = now }
            return (former, state.wait, state.began)
        }
        // The load is another one at each look, and its wait the same.
        if let wait, wait.cause != former?.cause || wait.until != former?.until {
            log.note("waits", ["reason": wait.why])
            onEvent(.paused(why: wait.why))
        } else if former != nil, wait == nil {
            let event = RunEvent.resumed(after: .milliseconds(max(0, now - began)))
            log.note(event)
            onEvent(event)
        }
        return (former == nil) != (wait == nil)
    }

    /// Everything that photos have to wait for.
    private func waits(_ state: inout State, at now: UnixMillis, load: Double?, busy: Int) -> [LiveStatus.Wait] {
        var waits: [LiveStatus.Wait] = []
        if let hours = when.hours, !hours.isOpen(at: now, clock) {
            let until = hours.change(after: now, clock)
            let begin = until.map { "photos begin at \(clock.text(of: $0, at: now))" } ?? "no photo begins"
            waits.append(
                LiveStatus.Wait(
                    cause: .hours,
                    why: "It is outside the hours of 'when.hours' (\(hours.texts.joined(separator: ", "))): \(begin), "
                        + "or at once with 'quiver resume --now'.",
                    until: until))
        }
        if let most = when.load, let load {
            let others = state.meter.others(load, busy: busy, at: now)
            state.isLoaded = others > (state.isLoaded ? most * Self.relief : most)
            if state.isLoaded {
                waits.append(
                    LiveStatus.Wait(
                        cause: .load,
                        why: "Other programs make a load of \(Self.text(others)), and 'when.load' is "
                            + "\(Self.text(most)): no photo begins, or at once with 'quiver resume --now'."))
            }
        }
        return waits
    }

    /// To which part of the limit the load must fall before photos begin again: at the limit itself they would begin and stop
    /// all the time.
    private static let relief = 0.8

    private var pause: Duration {
        let most = when.load == nil ? Self.clockPause : Self.loadPause
        let now = now()
        guard let next = when.hours?.change(after: now, clock) else { return most }
        return min(most, .milliseconds(max(1, next - now)))
    }

    private static func text(_ load: Double) -> String {
        let tenths = Int((load * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// What `uptime` prints first.
    static func systemLoad() -> Double? {
        var load = 0.0
        return getloadavg(&load, 1) == 1 ? load : nil
    }
}

/// Takes what Quiver's own workers make out of the system's load average.
///
/// The kernel's average of a minute falls behind by the same law for all processes: what workers add to it is the same
/// average of how many were at work.
struct LoadMeter: Sendable {
    private var own = 0.0
    private var last: (time: UnixMillis, busy: Int)?

    /// The load that other programs make.
    ///
    /// - Parameters:
    ///   - load: The average of the last minute.
    ///   - busy: How many workers are at work now.
    mutating func others(_ load: Double, busy: Int, at time: UnixMillis) -> Double {
        if let last {
            let share = exp(-Double(max(0, time - last.time)) / 60_000)
            own = own * share + Double(last.busy) * (1 - share)
        }
        last = (time, busy)
        return max(0, load - own)
    }
}
