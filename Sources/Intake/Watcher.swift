import Findings
import Synchronization
import SystemPackage

/// Watches folders until it is told to stop, and hands over each picture once it is whole.
///
/// Scans find every file; events only make it quick. Everything happens on one thread of its own, which blocks in the
/// ports as long as they like: meanwhile the kernel keeps events, and if it has to drop some, everything is scanned
/// again.
public final class Watcher: Sendable {
    private let roots: [WatchedRoot]
    private let settings: WatchSettings
    private let ports: IntakeHandlers
    private let clock: IntakeClock
    private let chance: @Sendable () -> Double
    private let control: WatchControl
    private let system: WatchSystem

    /// Prepares to watch; nothing is opened before ``run()``.
    ///
    /// A root that is not there yet is waited for. Of two roots of which one holds the other, the inner one's files are
    /// its own and not the outer one's.
    /// - Parameter chance: Gives numbers from 0 up to 1, which spread the scans in time.
    public convenience init(
        roots: [WatchedRoot], settings: WatchSettings = WatchSettings(), ports: IntakeHandlers,
        clock: IntakeClock = .system, chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.init(
            roots: roots, settings: settings, ports: ports, clock: clock, chance: chance, system: WatchSystem())
    }

    init(
        roots: [WatchedRoot], settings: WatchSettings, ports: IntakeHandlers, clock: IntakeClock,
        chance: @escaping @Sendable () -> Double, system: WatchSystem
    ) {
        self.system = system
        self.roots = roots
        self.settings = settings
        self.ports = ports
        self.clock = clock
        self.chance = chance
        control = WatchControl(roots: roots)
    }

    /// Watches until ``stop()`` or until the task is cancelled.
    ///
    /// Then it returns after the file in hand. To be called once.
    public func run() async throws {
        guard !roots.isEmpty else {
            throw IntakeError(
                .nothingToDo, "no folder is watched: name one in pipeline.json under \"watch\"", fault: .input)
        }
        let (roots, settings, ports, clock) = (roots, settings, ports, clock)
        let (chance, control, system) = (chance, control, system)
        try await withTaskCancellationHandler {
            try await OwnThread.run {
                let wake = try Self.makePipe()
                control.attach(wake)
                defer { control.detach() }
                let loop = WatchLoop(
                    roots: roots, settings: settings, ports: ports, clock: clock, chance: chance, control: control,
                    wake: wake, system: system)
                loop.run()
            }
        } onCancel: {
            control.stop()
        }
    }

    /// Ends ``run()`` soon; may be called from any thread, also before.
    public func stop() { control.stop() }

    /// Scans everything soon; may be called from any thread.
    public func rescan() { control.rescan() }

    /// How it stands now.
    public var status: WatchStatus { control.status }

    private static func makePipe() throws(IntakeError) -> WakePipe {
        do throws(Errno) {
            return try WakePipe()
        } catch {
            throw IntakeError(
                .resources, "cannot make a pipe: raise the limit of open files (ulimit -n)", detail: error)
        }
    }
}

/// What a watcher asks of the machine beside files and time, so that a test can answer differently.
struct WatchSystem: Sendable {
    var mounts: @Sendable () -> MountTable = { MountTable.current() }
    /// The most folders that are watched, below the kernel's own limit.
    var mostWatches = Int.max
}

/// What other threads ask of the watcher's thread, and what it tells them.
final class WatchControl: Sendable {
    private struct State {
        var isStopped = false
        var wantsScan = false
        var wake: WakePipe?
        var status: WatchStatus
    }

    private let state: Mutex<State>

    init(roots: [WatchedRoot]) {
        let status = WatchStatus(roots: roots.map { RootStatus(path: $0.path) })
        state = Mutex(State(status: status))
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    var status: WatchStatus { state.withLock { $0.status } }

    func publish(_ status: WatchStatus) { state.withLock { $0.status = status } }

    func attach(_ wake: WakePipe) { state.withLock { $0.wake = wake } }

    func detach() { state.withLock { $0.wake = nil } }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            return state.wake
        }?.wake()
    }

    func rescan() {
        state.withLock { state in
            state.wantsScan = true
            return state.wake
        }?.wake()
    }

    func takeScanRequest() -> Bool {
        state.withLock { state in
            defer { state.wantsScan = false }
            return state.wantsScan
        }
    }
}
