import Control
import Foundation
import JSONTree
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// Tells senders to wait while enough photos do: pages and programs over the API, which asks for the time, and programs that
/// write into the watched folders by a file there.
final class SenderLimit: Sendable {
    /// What it is made of.
    struct Parts: Sendable {
        /// From so many photos that wait on, senders are told to wait.
        let full: Int
        /// The watched folders.
        let roots: [[UInt8]]
        let folders: PhotoFolders
        /// How many photos have not ended.
        let unfinished: @Sendable () async throws -> Int
        /// How many have, in this run.
        let ended: @Sendable () -> Int
        /// What photos wait for by the settings.
        let wait: @Sendable () -> LiveStatus.Wait?
        var log = PhotoLog.silent
        let tell: @Sendable (RunEvent) -> Void
        /// The wall's time.
        var now: @Sendable () -> UnixMillis = Clock.wall
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    }

    private struct State {
        var seconds: Int?
        /// When how many photos had ended, of the last minutes.
        var ends: [(time: UnixMillis, count: Int)] = []
        /// When the files were written, or found to be gone; nil before the first look.
        var written: UnixMillis?
        /// The folders that take no file, which was said.
        var refusing: Set<[UInt8]> = []
    }

    private let parts: Parts
    private let state = Mutex(State())

    /// The file that says in a watched folder that senders are to wait.
    static let name: FilePath = ".quiver-full"
    private static let draft: FilePath = ".quiver-full.new"
    /// How often the queue is looked at.
    static let pause = Duration.seconds(5)
    /// How often the file is written anew: one that is older was left by a run that died.
    static let renewal: UnixMillis = 60_000
    /// The time over which the pace is taken.
    private static let span: UnixMillis = 300_000
    /// The shortest and the longest time that a sender is told: a user may have the work go on at any time.
    private static let seconds = 5...3_600

    init(_ parts: Parts) { self.parts = parts }

    /// After how many seconds senders may go on; nil where they may now.
    var fullFor: Int? { state.withLock { $0.seconds } }

    /// Looks again and again, until cancelled.
    func run() async throws {
        while true {
            do { try await look() } catch let error as JobQueueError where error.isPassing && !Task.isCancelled {
                // The breaker has told of it; until then it stays as it was.
            }
            try await parts.sleep(Self.pause)
        }
    }

    /// Looks at the queue, and sees that each folder has the file or has it not.
    func look() async throws {
        let (waiting, now) = (try await parts.unfinished(), parts.now())
        let ended = parts.ended()
        let (wasFull, seconds, isDue) = state.withLock { state in
            state.ends.append((now, ended))
            state.ends.removeAll { now - $0.time > Self.span }
            let wasFull = state.seconds != nil
            // At the limit itself senders would stop and go on with each photo.
            let rest = parts.full - max(1, parts.full / 10)
            state.seconds =
                waiting > (wasFull ? rest : parts.full - 1) ? time(for: waiting - rest, at: now, state) : nil
            let isDue = state.written.map { now - $0 >= Self.renewal } ?? true
            return (wasFull, state.seconds, isDue)
        }
        if let seconds {
            if !wasFull {
                parts.log.note("senders wait", ["count": "\(waiting)"])
                parts.tell(
                    .warning(
                        "\(waiting) photos wait, and 'intake.full' is \(parts.full): senders are told to wait; "
                            + "what comes all the same is taken"))
            }
            if !wasFull || isDue { try await mark(waiting: waiting, seconds: seconds) }
        } else if wasFull || isDue {
            if wasFull {
                parts.log.note("senders go on", ["count": "\(waiting)"])
                parts.tell(.warning("\(waiting) photos wait: senders may go on"))
            }
            await clear()
        }
        if !wasFull || seconds == nil || isDue { state.withLock { $0.written = now } }
    }

    /// The seconds until so many photos have ended, by the pace of the last minutes and the hours of the settings.
    private func time(for photos: Int, at now: UnixMillis, _ state: State) -> Int {
        let first = state.ends.first ?? (now, 0)
        let (ended, span) = ((state.ends.last?.count ?? 0) - first.count, now - first.time)
        let idle = parts.wait()?.until.map { max(0, $0 - now) } ?? 0
        let work = ended > 0 ? Double(span) * Double(photos) / Double(ended) : 60_000
        let seconds = (Double(idle) + work) / 1000
        return seconds > Double(Self.seconds.upperBound)
            ? Self.seconds.upperBound : max(Self.seconds.lowerBound, Int(seconds.rounded(.up)))
    }

    private func mark(waiting: Int, seconds: Int) async throws {
        let text = JSONValue.object([
            .init("waiting", .integer(waiting)), .init("full", .integer(parts.full)),
            .init("retryAfter", .integer(seconds)),
        ]).line
        await each { root in
            _ = try root.remove(Self.draft)
            let file = try root.open(Self.draft, for: .creating, mode: 0o644)
            do {
                try file.descriptor.writeAll(Array((text + "\n").utf8))
                try file.close()
                try root.rename(Self.draft, to: Self.name, replacing: true)
            } catch {
                _ = try? root.remove(Self.draft)
                throw error as? FolderError
                    ?? FolderError(.system(error as? Errno ?? .ioError), "write", root.path.pushing(Self.draft))
            }
        }
    }

    /// Removes the files: no one is to wait for a run that has ended.
    func clear() async {
        await each { root in
            _ = try root.remove(Self.draft)
            _ = try root.remove(Self.name)
        }
    }

    /// Does something in each folder that answers, and says once where one refuses.
    private func each(_ body: @escaping @Sendable (RootFolder) throws -> Void) async {
        for root in parts.roots {
            let place = Place(root: root, path: [])
            guard !parts.folders.isResting(place) else { continue }
            do {
                try await parts.folders.perform(at: place) { try body(RootFolder(FilePath(rawBytes: root))) }
                state.withLock { _ = $0.refusing.remove(root) }
            } catch let error as FolderError where !error.isMissing {
                guard state.withLock({ $0.refusing.insert(root).inserted }) else { continue }
                parts.tell(.warning("\(error.description): senders cannot be told there that the queue is full"))
            } catch {
                // It is silent or not there, of which others tell.
            }
        }
    }
}

extension SenderLimit {
    /// What the settings ask for; nil where no sender is told to wait, or where nothing is watched.
    static func parts(
        _ settings: Settings, _ mode: PipelineRun.Mode, roots: [Settings.Watch], folders: PhotoFolders,
        queue: QueueService, tally: RunTally, gate: WorkGate, log: PhotoLog,
        tell: @escaping @Sendable (RunEvent) -> Void
    ) -> Parts? {
        guard mode == .watch, let full = settings.intake.full else { return nil }
        return Parts(
            full: full, roots: roots.map(\.path.rawBytes), folders: folders,
            unfinished: { try await queue.overview().unfinished }, ended: { tally.ended }, wait: { gate.wait },
            log: log, tell: tell)
    }
}
