import Foundation
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Watcher", .timeLimit(.minutes(30)))
struct WatcherTests {
    private let folder: TemporaryFolder
    private let recorder = Recorder()

    init() throws { folder = try TemporaryFolder() }

    /// Runs a watcher over the folder while `body` plays with it, and gives the status in which it ended.
    @discardableResult
    private func watching(
        settle: Duration = .milliseconds(50), poll: Duration = .milliseconds(50), system: WatchSystem = WatchSystem(),
        rules: IntakeRules = IntakeRules(), roots: [FilePath]? = nil, ports: IntakeHandlers? = nil,
        _ body: (Watcher) async throws -> Void
    ) async throws -> WatchStatus {
        var settings = WatchSettings()
        settings.poll = poll
        settings.rules = rules
        // What is cut off is whole in the end, however long a slow machine takes over the rest.
        settings.patience = .seconds(3600)
        let watcher = Watcher(
            roots: (roots ?? [folder.path]).map { WatchedRoot(path: $0, settle: settle) }, settings: settings,
            ports: ports ?? recorder.ports(), clock: .system, chance: { 0.5 }, system: system)
        async let running: Void = watcher.run()
        do {
            try await body(watcher)
        } catch {
            watcher.stop()
            throw error
        }
        watcher.stop()
        try await running
        return watcher.status
    }

    private func scanned() async {
        _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
    }

    @Test("what is there, what is written and what is moved in is taken, each once")
    func basics() async throws {
        let elsewhere = try TemporaryFolder()
        try folder.write("old.jpg", Tiny.jpeg(1))
        try elsewhere.write("moved.jpg", Tiny.jpeg(2))
        let status = try await watching { watcher in
            #expect(names(await recorder.take(1)) == ["old.jpg"])
            try folder.write("new.jpg", Tiny.jpeg(3))
            try FileManager.default.moveItem(at: elsewhere["moved.jpg"], to: folder["moved.jpg"])
            #expect(names(await recorder.take(2)) == ["moved.jpg", "new.jpg"])
            #expect(watcher.status.roots.map(\.mode) == [.events])
        }
        #expect(status.taken == 3)
    }

    @Test("new folders are watched and listed at once, however fast they fill")
    func newFolders() async throws {
        let status = try await watching { _ in
            await scanned()
            for number in 0..<50 {
                try folder.makeFolder("d\(number)/e/f")
                try folder.write("d\(number)/e/f/\(number).jpg", Tiny.jpeg(number))
            }
            let arrivals = await recorder.take(50)
            #expect(Set(arrivals.map(\.relative)).count == 50)
            try folder.write("d7/e/late.jpg", Tiny.jpeg(100))
            #expect(names(await recorder.take(1)) == ["d7/e/late.jpg"])
        }
        #expect(status.taken == 51)
    }

    @Test(
        "a tree that is moved in is taken whole, and again under its new names when it is moved on"
    )
    func movedTree() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.makeFolder("tree/inner")
        for number in 0..<20 { try elsewhere.write("tree/inner/\(number).jpg", Tiny.jpeg(number)) }
        try await watching { _ in
            await scanned()
            try FileManager.default.moveItem(at: elsewhere["tree"], to: folder["tree"])
            #expect(await recorder.take(20).count == 20)
            try FileManager.default.moveItem(at: folder["tree"], to: folder["renamed"])
            #expect(await recorder.take(20).allSatisfy { $0.name.hasPrefix("renamed/inner/") })
            try folder.write("renamed/inner/new.jpg", Tiny.jpeg(99))
            #expect(names(await recorder.take(1)) == ["renamed/inner/new.jpg"])
        }
    }

    @Test("a file written slowly is taken once, when it is whole")
    func slow() async throws {
        try await watching { watcher in
            await scanned()
            let whole = Tiny.jpeg(1)
            try folder.write("a.jpg", Array(whole.prefix(3)))
            for byte in whole.dropFirst(3) {
                // The next byte follows once the watcher has seen the one before, or has had every chance to.
                try folder.write("marker-\(byte).jpg", whole)
                _ = await recorder.take(1)
                try folder.append("a.jpg", [byte])
            }
            let arrivals = await recorder.take(1)
            #expect(names(arrivals) == ["a.jpg"])
            #expect(arrivals.first?.identity.size == Int64(whole.count))
        }
    }

    @Test("five thousand at once are each taken exactly once")
    func thousands() async throws {
        let status = try await watching { _ in
            await scanned()
            for number in 0..<5000 { try folder.write("\(number).jpg", Tiny.jpeg(number)) }
            let arrivals = await recorder.take(5000)
            #expect(Set(arrivals.map(\.relative)).count == 5000)
        }
        #expect(status.taken == 5000)
        #expect(status.waiting == 0)
    }

    @Test("when the kernel's queue runs over nothing is lost and nothing taken twice")
    func overflow() async throws {
        let count = 9000
        try folder.write("first.jpg", Tiny.jpeg())
        let (held, isHeld) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        // The first hand-over is held up while more happens than the kernel keeps (16,384 events by default).
        let ports = recorder.ports {
            if isFirst.withLock({ first in
                defer { first = false }; return first
            }) {
                isHeld.yield()
                release.wait()
            }
        }
        let status = try await watching(ports: ports) { _ in
            for await _ in held { break }
            for number in 0..<count { try folder.write("\(number).jpg", Tiny.jpeg(number)) }
            release.signal()
            let arrivals = await recorder.take(count + 1)
            #expect(Set(arrivals.map(\.relative)).count == count + 1)
        }
        #expect(status.taken == count + 1)
        #expect(status.overflows > 0)
    }

    @Test("after a restart known files are asked for and not hashed")
    func restart() async throws {
        for number in 0..<500 { try folder.write("\(number).jpg", Tiny.jpeg(number)) }
        try await watching { _ in #expect(await recorder.take(500).count == 500) }
        let status = try await watching { _ in
            await scanned()
            try folder.write("new.jpg", Tiny.jpeg(1000))
            #expect(names(await recorder.take(1)) == ["new.jpg"])
        }
        #expect(status.taken == 1)
    }

    @Test("new content under a known name is taken again")
    func overwritten() async throws {
        try await watching { _ in
            try folder.write("IMG_0001.jpg", Tiny.jpeg(1))
            let first = await recorder.take(1)
            try folder.write("IMG_0001.jpg", Tiny.jpeg(22))
            let second = await recorder.take(1)
            #expect(first.first?.sha256 != second.first?.sha256)
        }
    }

    @Test("a file system without events is polled")
    func polling() async throws {
        let system = WatchSystem(mounts: {
            MountTable(mountInfo: Array("1 1 0:1 / / rw - nfs4 server:/ rw".utf8))
        })
        try await watching(system: system) { watcher in
            #expect(await recorder.warning(.noEvents) != nil)
            try folder.makeFolder("x")
            try folder.write("x/a.jpg", Tiny.jpeg())
            #expect(names(await recorder.take(1)) == ["x/a.jpg"])
            #expect(watcher.status.roots.map(\.mode) == [.polling])
            #expect(watcher.status.roots.map(\.fileSystem) == ["nfs4"])
        }
    }

    @Test("beyond the limit of watches folders are polled, with one warning")
    func watchLimit() async throws {
        for number in 0..<30 { try folder.makeFolder("d\(number)/e") }
        try await watching(system: WatchSystem(mostWatches: 10)) { watcher in
            #expect(await recorder.warning(.watchLimit) != nil)
            await scanned()
            for number in 0..<30 { try folder.write("d\(number)/e/a.jpg", Tiny.jpeg(number)) }
            let arrivals = await recorder.take(30)
            #expect(Set(arrivals.map(\.relative)).count == 30)
            #expect(watcher.status.roots.map(\.mode) == [.mixed])
            #expect(watcher.status.roots.map(\.watchedFolders) == [10])
        }
    }

    @Test("a root that is not there is waited for, and one that goes away departs nobody")
    func vanishingRoot() async throws {
        let root = folder.path("drop")
        try await watching(settle: .seconds(3600), roots: [root]) { watcher in
            #expect(await recorder.warning(.suspended)?.text.contains("not there") == true)
            try folder.makeFolder("drop")
            #expect(await recorder.mended(.suspended))
            await scanned()
            try folder.write("drop/a.jpg", Tiny.jpeg())
            await recorder.asked("a.jpg")
            try FileManager.default.moveItem(at: folder["drop"], to: folder["away"])
            #expect(await recorder.warning(.suspended) != nil)
            #expect(watcher.status.roots.map(\.mode) == [.suspended])
            try folder.makeFolder("drop")
            #expect(await recorder.warning(.suspended)?.text.contains("empty") == true)
            try FileManager.default.removeItem(at: folder["drop"])
            try FileManager.default.moveItem(at: folder["away"], to: folder["drop"])
            #expect(await recorder.mended(.suspended))
        }
        #expect(recorder.departures == 0)
    }

    @Test("a root that is made anew between two looks is watched again, even under the same inode")
    func sameNumber() async throws {
        let root = folder.path("drop")
        try folder.makeFolder("drop")
        try folder.write("drop/a.jpg", Tiny.jpeg(1))
        let folder = folder
        let isFirst = Mutex(true)
        // On intake's own thread, which sees nothing meanwhile.
        let ports = recorder.ports {
            guard
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            else { return }
            let inode = try? Syscalls.status(root.rawBytes, follow: false).identity.inode
            // Most file systems give the number away again soon.
            for _ in 0..<50 {
                try? FileManager.default.removeItem(at: folder["drop"])
                try? folder.makeFolder("drop")
                if (try? Syscalls.status(root.rawBytes, follow: false).identity.inode) == inode { break }
            }
        }
        try await watching(roots: [root], ports: ports) { _ in
            #expect(names(await recorder.take(1)) == ["a.jpg"])
            try folder.write("drop/b.jpg", Tiny.jpeg(2))
            #expect(names(await recorder.take(1)) == ["b.jpg"])
        }
    }

    @Test("a queue that refuses is asked again and nothing is lost")
    func refusals() async throws {
        recorder.refuse(2)
        try folder.write("a.jpg", Tiny.jpeg())
        try await watching { _ in
            #expect(await recorder.warning(.queue) != nil)
            #expect(names(await recorder.take(1)) == ["a.jpg"])
        }
    }

    @Test("a file that goes away or is renamed before it is whole departs")
    func departure() async throws {
        try await watching(settle: .seconds(3600)) { watcher in
            try folder.write("a.jpg", Tiny.jpeg(1))
            await recorder.asked("a.jpg")
            try FileManager.default.removeItem(at: folder["a.jpg"])
            #expect(await departed() == "a.jpg")
            try folder.write("b.jpg", Tiny.jpeg(2))
            await recorder.asked("b.jpg")
            try FileManager.default.moveItem(at: folder["b.jpg"], to: folder["c.jpg"])
            #expect(await departed() == "b.jpg")
            #expect(watcher.status.taken == 0)
        }
    }

    private func departed() async -> String? {
        await recorder.first { event in
            if case .notice(.departed(let departure)) = event {
                PercentEscape.printable(departure.relative)
            } else {
                nil
            }
        }
    }

    @Test("results written into the watched folder never come back as photos")
    func outputInside() async throws {
        let results = folder.path("results")
        let folder = folder
        let ports = recorder.ports {
            _ = try? folder.makeFolder("results")
            _ = try? folder.write("results/a.jpg.annotated.jpg", Tiny.jpeg(5))
            _ = try? folder.write("results/crop.jpg", Tiny.jpeg(6))
        }
        let status = try await watching(rules: IntakeRules(excluded: [results]), ports: ports) { watcher in
            try folder.write("a.jpg", Tiny.jpeg())
            #expect(names(await recorder.take(1)) == ["a.jpg"])
            try folder.write("b.jpg", Tiny.jpeg(2))
            #expect(names(await recorder.take(1)) == ["b.jpg"])
            watcher.rescan()
            await scanned()
        }
        #expect(status.taken == 2)
    }

    @Test("a watcher without folders says so")
    func nothing() async {
        let watcher = Watcher(roots: [], ports: recorder.ports())
        await #expect(throws: IntakeError.self) { try await watcher.run() }
    }
}
