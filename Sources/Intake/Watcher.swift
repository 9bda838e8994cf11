import Findings
import Synchronization
import SystemPackage
import SystemValues

/// Watches folders until it is told to stop, and hands over each picture once it is whole.
///
/// Scans find every file; events only make it quick. Each root has a thread of its own, which blocks in the ports and in
/// its file system as long as they like: meanwhile the kernel keeps events, and if it has to drop some, everything is
/// scanned again. A share that does not answer keeps its own thread and no other root waiting.
public final class Watcher: Sendable {
    let roots: [WatchedRoot]
    private let settings: WatchSettings
    private let ports: IntakeHandlers
    private let clock: IntakeClock
    private let chance: @Sendable () -> Double
    let control: WatchControl
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
        control = WatchControl(roots: roots, clock: clock)
    }

    /// Watches until ``stop()`` or until the task is cancelled.
    ///
    /// Then it returns after the files in hand, and does not wait for a root that does not answer. To be called once.
    public func run() async throws {
        guard !roots.isEmpty else {
            throw IntakeError(
                .nothingToDo, "no folder is watched: name one in pipeline.json under \"watch\"", fault: .input)
        }
        let (roots, settings, ports, clock) = (roots, settings, ports, clock)
        let (chance, control, system) = (chance, control, system)
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for own in roots.indices {
                    group.addTask {
                        try await control.untilLeft {
                            let wake = try Self.makePipe()
                            control.attach(wake)
                            defer { control.detach(wake) }
                            let loop = WatchLoop(
                                roots: roots, own: own, settings: settings, ports: ports, clock: clock, chance: chance,
                                control: control, wake: wake, system: system)
                            loop.run()
                        }
                    }
                }
                do {
                    for try await _ in group {}
                } catch {
                    control.stop()
                    throw error
                }
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
