import Foundation
import Glibc
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Collector", .timeLimit(.minutes(30)))
struct CollectorTests {
    let folder: TemporaryFolder
    let recorder = Recorder()
    let settings = CollectSettings()

    init() throws { folder = try TemporaryFolder() }

    func collect(_ paths: [FilePath], _ settings: CollectSettings? = nil) async throws -> ([Arrival], ScanTally) {
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

    @Test("files that were written at one moment are taken in the order of their names")
    func order() async throws {
        let names = (1...20).map { String(format: "%02d.jpg", $0) }
        for name in names.reversed() { try folder.write(name, Tiny.jpeg()) }
        let start = IntakeClock.system.now()
        let time = Mutex((passed: Duration.zero, readings: Int64(0)))
        // Both clocks are never read at once: what lies between differs from reading to reading.
        var clock = IntakeClock {
            time.withLock { time in
                time.readings += 1
                let now = start.advanced(by: time.passed)
                return Moment(steady: now.steady, wallNanoseconds: now.wallNanoseconds + time.readings)
            }
        }
        clock.wait = { _, pause, _ in time.withLock { $0.passed += pause } }
        clock.stamp = { identity in
            var identity = identity
            (identity.mtimeNanoseconds, identity.ctimeNanoseconds) = (start.wallNanoseconds, start.wallNanoseconds)
            return identity
        }
        let root = WatchedRoot(path: folder.path, settle: .seconds(2))
        _ = try await Collector(roots: [root], ports: recorder.ports(), clock: clock).run()
        #expect(await recorder.take(names.count).map(\.name) == names)
        #expect(time.withLock(\.passed) >= .milliseconds(1_999))
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
}
