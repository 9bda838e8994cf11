import Foundation
import Glibc
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Collector", .timeLimit(.minutes(10)))
struct CollectorTests {
    private let folder: TemporaryFolder
    private let recorder = Recorder()
    private let settings = CollectSettings()

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ paths: [FilePath], _ settings: CollectSettings? = nil) async throws -> ([Arrival], ScanTally)
    {
        let arrivals = Mutex<[Arrival]>([])
        let ports = IntakeHandlers(take: { batch in arrivals.withLock { $0 += batch } })
        let tally = try await Collector(paths: paths, settings: settings ?? self.settings, ports: ports).run()
        return (arrivals.withLock { $0 }, tally)
    }

    @Test("pictures by name or content are taken, the rest is counted")
    func selection() async throws {
        try folder.makeFolder("day1")
        try folder.write("a.jpg", Tiny.jpeg(1))
        try folder.write("broken.jpg", Array("no picture".utf8))
        try folder.write("empty.png", [])
        try folder.write("no-ending", Tiny.jpeg(2))
        try folder.write("notes.txt", Array("text".utf8))
        try folder.write("day1/b.psd", Array("8BPS".utf8))
        try folder.write(".hidden.jpg", Tiny.jpeg(3))
        let (arrivals, tally) = try await collect([folder.path])
        #expect(names(arrivals) == ["a.jpg", "broken.jpg", "day1/b.psd", "empty.png", "no-ending"])
        #expect(
            arrivals.filter(\.isComplete).map(\.name).sorted() == ["a.jpg", "broken.jpg", "day1/b.psd", "no-ending"])
        #expect(tally.passedOver == 1)
        #expect(tally.ignored == 1)
        #expect(arrivals.allSatisfy { $0.sha256?.count == 32 })
    }

    @Test("files that are no pictures are counted by kind, and taken where each is to get its record")
    func unread() async throws {
        try folder.makeFolder("day1")
        try folder.write("film.mp4", Array("text".utf8))
        try folder.write("notes.TXT", Array("text".utf8))
        try folder.write("day1/more.txt", Array("text".utf8))
        try folder.write("plain", Array("text".utf8))
        let (arrivals, tally) = try await collect([folder.path])
        #expect(arrivals.isEmpty)
        #expect(tally.unread == [".mp4": 1, ".txt": 2, "without an ending": 1])
        var settings = self.settings
        settings.rules.takesUnread = true
        let (taken, none) = try await collect([folder.path], settings)
        #expect(names(taken) == ["day1/more.txt", "film.mp4", "notes.TXT", "plain"])
        #expect(none.unread.isEmpty)
    }

    @Test("beyond fifty kinds files count as of other kinds")
    func manyKinds() {
        var tally = ScanTally()
        #expect(tally.countUnread(".k0") == ".k0")
        #expect(tally.countUnread(".k0") == nil)
        for kind in 1...99 { _ = tally.countUnread(".k\(kind)") }
        #expect(tally.unread.count == UnreadKind.limit + 1)
        #expect(tally.unread[UnreadKind.others] == 50)
    }

    @Test("every hostile picture is taken", .enabled(if: Cases.isAvailable))
    func hostile() async throws {
        let hostile = try Cases.file("hostile")
        let (arrivals, _) = try await collect([FilePath(hostile.path)])
        let all = try FileManager.default.contentsOfDirectory(atPath: hostile.path)
        #expect(names(arrivals) == all.sorted())
    }

    @Test("a file that a person named is taken whatever it is, and once")
    func named() async throws {
        try folder.write("notes.txt", Array("text".utf8))
        try folder.write(".hidden.jpg", Tiny.jpeg())
        try folder.write("a.jpg", Tiny.jpeg())
        let paths = ["notes.txt", ".hidden.jpg", "a.jpg"].map { folder.path($0) }
        let (arrivals, _) = try await collect([folder.path] + paths + paths)
        #expect(names(arrivals) == [".hidden.jpg", "a.jpg", "notes.txt"])
        #expect(arrivals.allSatisfy { $0.root > 0 })
    }

    @Test("the same name under two roots stays two arrivals, and an inner folder's files are its own")
    func roots() async throws {
        try folder.makeFolder("x/inner")
        try folder.makeFolder("y")
        for name in ["x/a.jpg", "y/a.jpg", "x/inner/b.jpg"] { try folder.write(name, Tiny.jpeg()) }
        let (arrivals, _) = try await collect([folder.path("x"), folder.path("y"), folder.path("x/inner")])
        #expect(arrivals.map { "\($0.root) \($0.name)" }.sorted() == ["0 a.jpg", "1 a.jpg", "2 b.jpg"])
    }

    @Test("each root has its own settings")
    func ownSettings() async throws {
        for root in ["x", "y", "y/own"] { try folder.makeFolder("\(root)/sub") }
        for root in ["x", "y", "y/own"] {
            for name in ["a.jpg", "draft.jpg", "sub/b.jpg"] { try folder.write("\(root)/\(name)", Tiny.jpeg()) }
        }
        let roots = [
            WatchedRoot(path: folder.path("x"), recursive: false, settle: .zero),
            WatchedRoot(path: folder.path("y"), settle: .zero, ignore: ["draft*"]),
            WatchedRoot(path: folder.path("y/own"), recursive: false, settle: .zero, ignore: ["**/a.jpg"]),
        ]
        let arrivals = Mutex<[Arrival]>([])
        let ports = IntakeHandlers(take: { batch in arrivals.withLock { $0 += batch } })
        let tally = try await Collector(roots: roots, ports: ports).run()
        #expect(
            arrivals.withLock { $0.map { "\($0.root) \($0.name)" }.sorted() } == [
                "0 a.jpg", "0 draft.jpg", "1 a.jpg", "1 sub/b.jpg", "2 draft.jpg",
            ])
        #expect(tally.ignoredByPattern == ["draft*": 1, "**/a.jpg": 1])
    }

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
        for name in ["in/sub/a.jpg", "outside/a.jpg"] { try folder.write(name, Tiny.jpeg()) }
        let folder = folder
        let start = IntakeClock.system.now()
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

    @Test("a database and what lies beside it are never opened, by no name")
    func databases() async throws {
        let names = ["q.sqlite", "q.sqlite-wal", "q.sqlite-shm", "q.sqlite-journal", "q.sqlite.lock"]
        for name in names { try folder.write(name, Tiny.jpeg()) }
        for name in ["a.jpg", "q.sqlite-2.jpg"] { try folder.write(name, Tiny.jpeg()) }
        try FileManager.default.linkItem(at: folder["q.sqlite-shm"], to: folder["planted.jpg"])
        var careful = settings
        careful.rules.databases = [folder.path("q.sqlite")]
        let (arrivals, tally) = try await collect([folder.path], careful)
        #expect(IntakeTests.names(arrivals) == ["a.jpg", "q.sqlite-2.jpg"])
        #expect(tally.ignored == 6)
    }

    @Test("known files are not hashed, the second time nothing is new")
    func known() async throws {
        for number in 0..<300 { try folder.write("\(number).jpg", Tiny.jpeg(number)) }
        let first = try await Collector(paths: [folder.path], ports: recorder.ports()).run()
        let second = try await Collector(paths: [folder.path], ports: recorder.ports()).run()
        #expect(first.known == 0)
        #expect(second.known == 300)
        #expect(second.pictures == 300)
    }

    @Test("files that are refused stop the collection with the port's error")
    func refusal() async throws {
        try folder.write("a.jpg", Tiny.jpeg())
        recorder.refuse(1)
        let collector = try Collector(paths: [folder.path], ports: recorder.ports())
        await #expect(throws: Recorder.Refusal.self) { try await collector.run() }
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
                    #expect(taken.wait(timeout: .now() + 60) == .success)
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
