import Synchronization
import SystemPackage
import SystemValues

/// What other threads ask of the watcher's threads, and what these tell them and each other.
final class WatchControl: Sendable {
    private struct State {
        var isStopped = false
        var scansAsked = 0
        /// What each root's thread has not heard yet.
        var expected: [Int: [Expectation]] = [:]
        var wakes: [ObjectIdentifier: WakePipe] = [:]
        /// What each root's thread said last; the root's own entry alone counts.
        var parts: [Int: WatchStatus] = [:]
        /// When each root's thread went into its file system, on the steady clock; nil while it waits for something else.
        var asking: [Int: Duration] = [:]
        /// The canonical paths of the roots that are there.
        var canonical: [Int: [UInt8]] = [:]
        var warned: Set<WarningKey> = []
    }

    /// Raised a while after a stop: threads that have not come back by then are left to the shares that hold them.
    let leaving = Leaving()

    private let paths: [FilePath]
    private let clock: IntakeClock
    private let state = Mutex(State())

    /// How long a root may take over one call before it is reported as not answering.
    static let patience: Duration = .seconds(10)

    init(roots: [WatchedRoot], clock: IntakeClock = .system) {
        paths = roots.map(\.path)
        self.clock = clock
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() {
        let wakes = state.withLock { state in
            state.isStopped = true
            return state.wakes.values
        }
        for wake in wakes { wake.wake() }
        leaving.begin()
    }

    func attach(_ wake: WakePipe) { state.withLock { $0.wakes[ObjectIdentifier(wake)] = wake } }

    func detach(_ wake: WakePipe) { state.withLock { $0.wakes[ObjectIdentifier(wake)] = nil } }

    /// Runs a body on a thread of its own, and returns when it has ended or was left behind by a stop.
    func untilLeft(_ body: @escaping @Sendable () throws -> Void) async throws {
        do {
            try await OwnThread.run(leavingAt: leaving, body)
        } catch is CancellationError where isStopped {}
    }

    /// A file that a root's thread is to look at.
    struct Expectation: Sendable {
        let place: RootedPath
        /// The file that is whole, and is to be taken at once; nil for one that settles like any.
        var whole: ExpectedFiles.Whole?
    }

    /// Tells a root's thread of a file to look at.
    func expect(_ file: Expectation) {
        let wakes = state.withLock { state in
            state.expected[file.place.root, default: []].append(file)
            return state.wakes.values
        }
        for wake in wakes { wake.wake() }
    }

    /// What a root's thread was told since it asked last.
    func takeExpected(of root: Int) -> [Expectation] {
        state.withLock { $0.expected.isEmpty ? [] : $0.expected.removeValue(forKey: root) ?? [] }
    }

    /// Wants a scan of every root.
    func rescan() {
        let wakes = state.withLock { state in
            state.scansAsked += 1
            return state.wakes.values
        }
        for wake in wakes { wake.wake() }
    }

    /// How often a scan was asked for.
    var scansAsked: Int { state.withLock { $0.scansAsked } }
}

/// How the roots stand.
extension WatchControl {
    /// What all threads have said, as one.
    var status: WatchStatus {
        let silent = silent
        return state.withLock { state in
            var status = WatchStatus(
                roots: paths.indices.map { root in
                    var status = state.parts[root]?.roots[root] ?? RootStatus(path: paths[root])
                    if silent.contains(root) {
                        status.mode = .suspended
                        status.reason = "it \(Warning.silence)"
                    }
                    return status
                })
            for part in state.parts.values {
                status.taken += part.taken
                status.waiting += part.waiting
                status.restless += part.restless
                status.overflows += part.overflows
                status.tally = status.tally.adding(part.tally)
            }
            return status
        }
    }

    /// The roots that have not answered for long.
    private var silent: Set<Int> {
        let now = clock.now().steady
        return state.withLock { state in Set(state.asking.filter { now - $0.value > Self.patience }.keys) }
    }

    /// Says of each root that does not answer that it does not, once until it has answered; goes on until cancelled.
    func tellOfSilence(_ ports: IntakeHandlers, every pause: Duration = .seconds(1)) async {
        while (try? await Task.sleep(for: pause)) != nil {
            let silent = silent
            for root in paths.indices {
                let key = WarningKey(cause: .silent, root: root)
                if !silent.contains(root) {
                    _ = mends(key)
                } else if warns(key) {
                    let name = PercentEscape.printable(paths[root])
                    ports.notice(
                        .warning(
                            Warning(
                                cause: .silent, root: root, path: paths[root],
                                text: "'\(name)' \(Warning.silence)")))
                }
            }
        }
    }

    /// Says how a root stands, and all else that its thread counts.
    func publish(_ status: WatchStatus, of root: Int) { state.withLock { $0.parts[root] = status } }

    /// A root's thread is about to call its file system, or has come back from a call.
    func asks(_ root: Int) {
        let now = clock.now().steady
        state.withLock { $0.asking[root] = now }
    }

    /// A root's thread waits for something else than its file system.
    func rests(_ root: Int) { state.withLock { $0.asking[root] = nil } }

    /// Claims a canonical path for a root; false where an earlier root is the same folder.
    func isFirst(_ root: Int, at canonical: [UInt8]) -> Bool {
        state.withLock { state in
            let isFirst = !state.canonical.contains { $0.key < root && $0.value == canonical && !canonical.isEmpty }
            state.canonical[root] = isFirst ? canonical : nil
            return isFirst
        }
    }

    /// Whether a warning is to be said; once for each cause and root until it is mended.
    func warns(_ key: WarningKey) -> Bool { state.withLock { $0.warned.insert(key).inserted } }

    /// Takes a warning back; false where it was not said.
    func mends(_ key: WarningKey) -> Bool { state.withLock { $0.warned.remove(key) != nil } }
}
