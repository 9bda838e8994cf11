import Glibc
import Synchronization
import SystemPackage
import SystemValues
import TestSupport

@testable import Intake

/// A folder, a writer and a queue on a clock of their own, on which a wait of a minute takes no time.
///
/// Everything happens on intake's thread: whenever it reads the clock or waits, the writer does what has fallen due.
final class SlowWriterScene: Sendable {
    enum Intake: String, CaseIterable, Sendable {
        case events, eventsLost, polled, restarted, collected
    }

    private struct State {
        var now = Moment(steady: .seconds(1000), wallNanoseconds: 1_700_000_000_000_000_000)
        var steps: [(at: Duration, acts: [SlowWriter.Act])] = []
        var stamps: [UInt64: (modified: Int64, changed: Int64)] = [:]
        /// Every content that the file has had.
        var contents: [[UInt8]] = []
        var known: [FilePath: FileIdentity] = [:]
        var taken: [[UInt8]] = []
        var end: Duration = .zero
        var trouble: String?
        var stop: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let folder: TemporaryFolder
    private let file: FilePath
    private let losesEvents: Bool
    private let begin = Moment(steady: .seconds(1000), wallNanoseconds: 1_700_000_000_000_000_000)

    init(_ writer: SlowWriter, _ format: TinyPicture, pause: Duration, losesEvents: Bool) throws {
        folder = try TemporaryFolder()
        self.losesEvents = losesEvents
        let name = "photo.\(format)"
        file = folder.path(name)
        var state = State()
        for (number, acts) in writer.steps(name, format).enumerated() {
            state.steps.append((begin.steady + .seconds(1) + pause * number, acts))
        }
        // Long enough for a scan of everything, and for what is cut off to be given up.
        state.end = (state.steps.last?.at ?? .zero) + .seconds(500)
        self.state = Mutex(state)
    }

    /// The hashes that were taken in, in order.
    var taken: [[UInt8]] { state.withLock { $0.taken } }
    /// What went wrong with the scene itself.
    var trouble: String? { state.withLock { $0.trouble } }
    /// The hash of what lies there in the end.
    var final: [UInt8]? { state.withLock { $0.contents.last } }
    /// Whether every hash that was taken is one of a content that lay there at some moment.
    var isUntorn: Bool { state.withLock { state in state.taken.allSatisfy(state.contents.contains) } }

    private var clock: IntakeClock {
        var clock = IntakeClock { [self] in
            state.withLock { state in
                // Looking takes time too, so that a step may fall into the middle of a look.
                advance(&state, to: state.now.steady + .microseconds(100))
                return state.now
            }
        }
        clock.stamp = { [self] identity in
            var identity = identity
            if let times = state.withLock({ $0.stamps[identity.inode] }) {
                (identity.mtimeNanoseconds, identity.ctimeNanoseconds) = times
            }
            return identity
        }
        clock.wait = { [self] _, timeout, descriptor in
            let stop = state.withLock { state in
                let target = min(state.now.steady + timeout, state.end)
                while state.now.steady < target {
                    let next = state.steps.first?.at ?? target
                    advance(&state, to: min(max(next, state.now.steady), target))
                    if next > target { continue }
                    guard let descriptor else { continue }
                    guard losesEvents else { break }
                    Self.drain(descriptor)
                }
                return state.now.steady >= state.end ? state.stop : nil
            }
            stop?()
        }
        return clock
    }

    private var ports: IntakeHandlers {
        IntakeHandlers(
            isKnown: { [self] files in
                state.withLock { state in files.map { state.known[$0.path] == $0.identity } }
            },
            take: { [self] arrivals in
                state.withLock { state in
                    for arrival in arrivals {
                        state.known[arrival.path] = arrival.identity
                        state.taken.append(arrival.sha256 ?? [])
                    }
                }
            })
    }

    private func advance(_ state: inout State, to steady: Duration) {
        state.now = state.now.advanced(by: steady - state.now.steady)
        while let step = state.steps.first, step.at <= steady {
            state.steps.removeFirst()
            do {
                for act in step.acts { try perform(act, &state) }
                if let bytes = try? Self.read(file) { state.contents.append(SHA256.hash(bytes)) }
            } catch {
                state.trouble = "\(error)"
            }
        }
    }

    private func perform(_ act: SlowWriter.Act, _ state: inout State) throws {
        let inode = try Syscalls.status(try act.perform(in: folder.path).rawBytes, follow: false).identity.inode
        let now = state.now.wallNanoseconds
        var times = state.stamps[inode] ?? (now, now)
        times.changed = now
        switch act {
        case .write, .resize, .touch: times.modified = now
        case .setBack: times.modified = begin.wallNanoseconds - 86_400_000_000_000
        case .rename: break
        }
        state.stamps[inode] = times
    }

    private static func read(_ path: FilePath) throws -> [UInt8] {
        let file = try OpenFile(path.rawBytes, followLinks: false)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return Array(bytes[..<(try Syscalls.read(file.descriptor, into: &bytes, at: 0))])
    }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while Glibc.read(descriptor, &buffer, buffer.count) > 0 {}
    }
}

extension SlowWriterScene {
    /// Watches until long after the writer's last step; with a restart there are two watchers, one after the other.
    func watch(polled: Bool = false, restartAt: Duration? = nil) async throws {
        let end = state.withLock { $0.end }
        if let restartAt {
            state.withLock { $0.end = begin.steady + restartAt }
            try await watchOnce(polled: polled)
        }
        state.withLock { $0.end = end }
        try await watchOnce(polled: polled)
    }

    private func watchOnce(polled: Bool) async throws {
        var system = WatchSystem()
        if polled { system.mounts = { MountTable(mountInfo: Array("1 1 0:1 / / rw - nfs4 server:/ rw".utf8)) } }
        let watcher = Watcher(
            roots: [WatchedRoot(path: folder.path)], settings: WatchSettings(), ports: ports, clock: clock,
            chance: { 0.5 }, system: system)
        state.withLock { $0.stop = { watcher.stop() } }
        // The watcher's clock holds the scene: without this neither would ever go, nor the folder.
        defer { state.withLock { $0.stop = nil } }
        try await watcher.run()
    }

    /// Collects every few seconds, as a timer would, until some minutes after the writer's last step.
    func collect() async throws {
        repeat {
            _ = try await Collector(paths: [folder.path], settle: .seconds(2), ports: ports, clock: clock).run()
            state.withLock { state in advance(&state, to: state.now.steady + .seconds(7)) }
        } while state.withLock { $0.now.steady < $0.end }
    }
}
