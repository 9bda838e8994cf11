import Foundation
import Glibc
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

/// What does not rest, cannot be read or does not answer while it is collected.
extension CollectorTests {
    @Test("a file rests for as long as its own root says")
    func ownSettle() async throws {
        for root in ["quick", "slow"] { try folder.makeFolder(root) }
        for name in ["quick/a.jpg", "slow/b.jpg"] { try folder.write(name, Tiny.jpeg()) }
        let roots = [
            WatchedRoot(path: folder.path("quick"), settle: .zero),
            WatchedRoot(path: folder.path("slow"), settle: .seconds(3600)),
        ]
        let collector = try Collector(roots: roots, ports: recorder.ports())
        let task = Task { try await collector.run() }
        #expect(await names(recorder.take(1)) == ["a.jpg"])
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a file that never rests is given up with a sentence, and the rest is taken")
    func restless() async throws {
        try folder.write("a.jpg", Tiny.jpeg(1))
        try folder.write("busy.jpg", Tiny.jpeg(2))
        let folder = folder
        let start = IntakeClock.system.now()
        let steady = Mutex(start.steady)
        // Five seconds pass with each reading of the clock, and the file is written to meanwhile.
        var clock = IntakeClock {
            try? folder.append("busy.jpg", [0])
            return steady.withLock { steady in
                steady += .seconds(5)
                return Moment(steady: steady, wallNanoseconds: start.wallNanoseconds)
            }
        }
        clock.wait = { _, _, _ in }
        let roots = [
            WatchedRoot(path: folder.path("a.jpg"), settle: .zero),
            WatchedRoot(path: folder.path("busy.jpg"), settle: .seconds(30)),
        ]
        let tally = try await Collector(roots: roots, ports: recorder.ports(), clock: clock).run()
        #expect(tally.restless == 1)
        #expect(await names(recorder.take(1)) == ["a.jpg"])
        let warning = await recorder.warning(.restless)
        #expect(warning?.text.contains("busy.jpg") == true)
    }

    @Test("files whose paths nothing can open are counted and said, and the rest is taken")
    func tooLong() async throws {
        try folder.write("a.jpg", Tiny.jpeg())
        try folder.writeBeyondLongestPath("b.jpg", Tiny.jpeg())
        defer { folder.removeBeyondLongestPath() }
        let (arrivals, tally) = try await collect([folder.path])
        #expect(names(arrivals) == ["a.jpg"])
        #expect(tally.tooLong == 1)
    }

    @Test("a folder that is swapped for a link while its file settles is not looked behind")
    func swappedFolder() async throws {
        try folder.makeFolder("in/sub")
        try folder.makeFolder("outside")
        // Before the files are there, so that none is old by this clock, however long they take to write.
        let start = IntakeClock.system.now()
        for name in ["in/sub/a.jpg", "outside/a.jpg"] { try folder.write(name, Tiny.jpeg()) }
        let folder = folder
        let isSwapped = Mutex(false)
        let steady = Mutex(start.steady)
        var clock = IntakeClock {
            steady.withLock { steady in
                steady += .milliseconds(100)
                return Moment(steady: steady, wallNanoseconds: start.wallNanoseconds)
            }
        }
        // The only wait is for the file to settle: there the neighbour strikes.
        clock.wait = { _, _, _ in
            isSwapped.withLock { done in
                defer { done = true }
                if done { return }
                let manager = FileManager.default
                try? manager.moveItem(at: folder["in/sub"], to: folder["in/was"])
                try? manager.createSymbolicLink(at: folder["in/sub"], withDestinationURL: folder["outside"])
            }
        }
        let departed = Mutex(0)
        let ports = IntakeHandlers(
            take: { batch in Issue.record("took \(batch.map(\.name))") },
            notice: { notice in
                if case .departed = notice { departed.withLock { $0 += 1 } }
            })
        _ = try await Collector(paths: [folder.path("in")], settle: .seconds(2), ports: ports, clock: clock).run()
        #expect(isSwapped.withLock { $0 })
        #expect(departed.withLock { $0 } == 1)
    }

    @Test("a file that changes while it is hashed settles anew and arrives once, as it is in the end")
    func changing() async throws {
        try folder.write("a.jpg", Tiny.jpeg(1))
        let final = Tiny.jpeg(2) + [0, 0, 0]
        let arrivals = Mutex<[Arrival]>([])
        let isRewritten = Mutex(false)
        let folder = folder
        // The clock is read between the look into the file and its hash: there the writer strikes, once.
        let clock = IntakeClock {
            let now = IntakeClock.system.now()
            let size = (try? Syscalls.status(folder.path("a.jpg").rawBytes, follow: false))?.identity
            let age = now.wallNanoseconds - (size?.lastTouchedNanoseconds ?? 0)
            let strikes = isRewritten.withLock { done in
                defer { if age > 20_000_000 { done = true } }
                return !done && age > 20_000_000
            }
            if strikes { _ = try? folder.write("a.jpg", final) }
            return now
        }
        let ports = IntakeHandlers(take: { batch in arrivals.withLock { $0 += batch } })
        _ = try await Collector(paths: [folder.path], ports: ports, clock: clock).run()
        let taken = arrivals.withLock { $0 }
        #expect(taken.map(\.identity.size) == [Int64(final.count)])
        #expect(isRewritten.withLock { $0 })
    }

    @Test("a file without permission is reported once and does not hold up the rest")
    func permission() async throws {
        guard geteuid() != 0 else {
            print("Skipped: the super-user may read every file; run the tests as another user to see this one.")
            return
        }
        try folder.write("closed.jpg", Tiny.jpeg())
        try folder.write("a.jpg", Tiny.jpeg())
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder["closed.jpg"].path)
        let blocked = Mutex<[UnreadableFile]>([])
        let ports = IntakeHandlers(take: { _ in }, block: { batch in blocked.withLock { $0 += batch } })
        _ = try await Collector(paths: [folder.path], ports: ports).run()
        #expect(blocked.withLock { $0.map(\.error.code) } == [.permission])
    }

    @Test("a file beyond the limit is reported and never read")
    func tooLarge() async throws {
        try folder.write("a.jpg", Tiny.jpeg())
        let giant = try folder.write("giant.jpg", Tiny.jpeg())
        let file = try FileDescriptor.open(giant, .writeOnly)
        try file.closeAfter { try file.resize(to: 1 << 42) }
        var limited = settings
        limited.rules.largest = 1 << 30
        let blocked = Mutex<[UnreadableFile]>([])
        let taken = Mutex<[Arrival]>([])
        let ports = IntakeHandlers(
            take: { batch in taken.withLock { $0 += batch } }, block: { batch in blocked.withLock { $0 += batch } })
        _ = try await Collector(paths: [folder.path], settings: limited, ports: ports).run()
        #expect(names(taken.withLock { $0 }) == ["a.jpg"])
        let error = try #require(blocked.withLock { $0.map(\.error) }.first)
        #expect(error.code == .tooLarge)
        #expect(error.fault == .input)
        #expect(error.message.contains("4398046511104 bytes"))
    }

    @Test("a path that does not exist is refused with its name")
    func missing() {
        let error = #expect(throws: IntakeError.self) {
            try Collector(paths: [folder.path("nothing")], ports: recorder.ports())
        }
        #expect(error?.code == .notFound)
        #expect(error?.fault == .input)
        #expect(error?.message.contains("nothing") == true)
    }

    @Test("a path that does not exist among others is said, and the others are taken")
    func missingAmongOthers() async throws {
        try folder.write("a.jpg", Tiny.jpeg(1))
        let (nothing, here) = (folder.path("nothing"), folder.path("a.jpg"))
        let collector = try Collector(paths: [nothing, here], ports: recorder.ports())
        #expect(collector.missing.map(\.path) == [nothing])
        async let warning = recorder.warning(.suspended)
        _ = try await collector.run()
        #expect(await warning?.path == nothing)
        #expect(names(await recorder.take(1)) == ["a.jpg"])
    }

    /// A port that waits stands for a share that does not answer.
    @Test("a root keeps no root of another file system waiting", .enabled(if: Self.hasSecondFileSystem))
    func sideBySide() async throws {
        let other = URL(fileURLWithPath: "/dev/shm/quiver-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: other) }
        try folder.write("a.jpg", Tiny.jpeg(1))
        try Data(Tiny.jpeg(2)).write(to: other.appendingPathComponent("b.jpg"))
        let taken = DispatchSemaphore(value: 0)
        let arrivals = Mutex<[Arrival]>([])
        let ports = IntakeHandlers(
            isKnown: { files in
                if files.contains(where: { $0.root == 0 }) {
                    #expect(taken.wait(timeout: .now() + 900) == .success)
                }
                return files.map { _ in false }
            },
            take: { batch in
                arrivals.withLock { $0 += batch }
                if batch.contains(where: { $0.root == 1 }) { taken.signal() }
            })
        let tally = try await Collector(paths: [folder.path, FilePath(other.path)], settings: settings, ports: ports)
            .run()
        #expect(arrivals.withLock { $0.map(\.name) } == ["b.jpg", "a.jpg"])
        #expect(tally.pictures == 2 && tally.folders == 2)
    }

    private static var hasSecondFileSystem: Bool {
        let device = { (path: String) in try? Syscalls.status(Array(path.utf8), follow: true).identity.device }
        return device("/dev/shm") != nil && device("/dev/shm") != device(FileManager.default.temporaryDirectory.path)
    }

    @Test("a root that does not answer is said once until it has answered")
    func silence() async throws {
        let time = Mutex(Duration.zero)
        let clock = IntakeClock { Moment(steady: time.withLock { $0 }, wallNanoseconds: 0) }
        let control = WatchControl(roots: [WatchedRoot(path: folder.path)], clock: clock)
        let telling = Task { await control.tellOfSilence(recorder.ports(), every: .milliseconds(1)) }
        for _ in 0..<2 {
            control.asks(0)
            time.withLock { $0 += WatchControl.patience + .seconds(1) }
            #expect(await recorder.warning(.silent)?.path == folder.path)
            control.rests(0)
            while !control.warns(WarningKey(cause: .silent, root: 0)) { await Task.yield() }
            _ = control.mends(WarningKey(cause: .silent, root: 0))
        }
        telling.cancel()
    }

    @Test("cancelling ends a collection that waits")
    func cancelled() async throws {
        try folder.write("a.jpg", Tiny.cutJPEG)
        var patient = settings
        patient.patience = .seconds(3600)
        let collector = try Collector(paths: [folder.path], settings: patient, ports: recorder.ports())
        let task = Task { try await collector.run() }
        _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a folder that becomes a link to itself while its photos settle leads nowhere")
    func swappedForItself() async throws {
        try folder.makeFolder("in/day")
        try folder.write("in/day/a.jpg", Tiny.jpeg(1))
        try folder.write("in/b.jpg", Tiny.jpeg(2))
        let (day, moved) = (folder["in/day"], folder["moved"])
        let arrivals = Mutex<[Arrival]>([])
        let ports = IntakeHandlers(
            isKnown: { files in
                // The link leads to the very file that was seen: only the link itself tells them apart.
                if files.contains(where: { $0.relative.starts(with: Array("day/".utf8)) }) {
                    try FileManager.default.moveItem(at: day, to: moved)
                    try FileManager.default.createSymbolicLink(at: day, withDestinationURL: moved)
                }
                return files.map { _ in false }
            }, take: { batch in arrivals.withLock { $0 += batch } })
        _ = try await Collector(roots: [WatchedRoot(path: folder.path("in"))], settings: settings, ports: ports).run()
        #expect(names(arrivals.withLock { $0 }) == ["b.jpg"])
    }
}
