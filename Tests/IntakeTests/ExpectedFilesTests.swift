import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Intake

/// A file that is renamed into a watched folder whole is taken at once, and no other one for it.
@Suite("Expected files", .timeLimit(.minutes(30)))
struct ExpectedFilesTests {
    private let folder: TemporaryFolder
    private let recorder = Recorder()

    init() throws { folder = try TemporaryFolder() }

    /// A watcher that lets files settle for an hour: what it takes at once, it took for another reason.
    private func watching(
        recursive: Bool = true, ignore: [String] = [], poll: Duration = .seconds(5),
        system: WatchSystem = WatchSystem(),
        _ body: (Watcher) async throws -> Void
    ) async throws {
        var settings = WatchSettings()
        settings.poll = poll
        let watcher = Watcher(
            roots: [WatchedRoot(path: folder.path, recursive: recursive, settle: .seconds(3600), ignore: ignore)],
            settings: settings, ports: recorder.ports(), clock: .system, chance: { 0.5 }, system: system)
        async let running: Void = watcher.run()
        do { try await body(watcher) } catch {
            watcher.stop()
            throw error
        }
        watcher.stop()
        try await running
    }

    /// A whole file that has no name in the folder yet.
    private func draft(_ bytes: [UInt8], _ name: String = "draft") throws -> (number: FileNumber, size: Int64) {
        try FileManager.default.createDirectory(at: folder[".hidden"], withIntermediateDirectories: true)
        try Data(bytes).write(to: folder[".hidden/\(name)"])
        let status = try Syscalls.status(FilePath(folder[".hidden/\(name)"].path), follow: false)
        return (status.number, status.size)
    }

    private func rename(_ name: String = "draft", to new: String) throws {
        try FileManager.default.moveItem(at: folder[".hidden/\(name)"], to: folder[new])
    }

    @Test("one that was told of is taken with its rename, without the settle time")
    func atOnce() async throws {
        let (number, size) = try draft(Tiny.jpeg(1))
        try await watching { watcher in
            _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
            #expect(watcher.expect(folder.path.appending("a.jpg"), number: number, size: size))
            try rename(to: "a.jpg")
            #expect(names(await recorder.take(1)) == ["a.jpg"])
        }
    }

    @Test("where the file system tells nothing, a second call is enough")
    func withoutEvents() async throws {
        let (number, size) = try draft(Tiny.jpeg(1))
        var system = WatchSystem()
        system.mostWatches = 0
        try await watching(poll: .seconds(3600), system: system) { watcher in
            _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
            let place = folder.path.appending("a.jpg")
            watcher.expect(place, number: number, size: size)
            try rename(to: "a.jpg")
            watcher.expect(place, number: number, size: size)
            #expect(names(await recorder.take(1)) == ["a.jpg"])
        }
    }

    @Test("another file under the name settles like any; the one that was told of is taken all the same")
    func anotherFile() async throws {
        let (number, size) = try draft(Tiny.jpeg(1))
        try await watching { watcher in
            _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
            watcher.expect(folder.path.appending("a.jpg"), number: number, size: size)
            watcher.expect(folder.path.appending("b.jpg"), number: number, size: size)
            try Data(Tiny.jpeg(2)).write(to: folder["a.jpg"])
            try rename(to: "b.jpg")
            #expect(names(await recorder.take(1)) == ["b.jpg"])
        }
        #expect(FileManager.default.fileExists(atPath: folder["a.jpg"].path))
    }

    /// No event tells of a time that was set.
    @Test("one that was taken and is another one since is looked at again where that is asked for")
    func again() async throws {
        let watcher = Watcher(
            roots: [WatchedRoot(path: folder.path, recursive: true, settle: .milliseconds(50), ignore: [])],
            settings: WatchSettings(), ports: recorder.ports(), clock: .system, chance: { 0.5 },
            system: WatchSystem())
        async let running: Void = watcher.run()
        _ = await recorder.first { if case .notice(.progress) = $0 { true } else { nil } }
        try Data(Tiny.jpeg(1)).write(to: folder["a.jpg"])
        #expect(names(await recorder.take(1)) == ["a.jpg"])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: folder["a.jpg"].path)
        watcher.lookAgain(at: folder.path.appending("a.jpg"))
        let arrivals = await recorder.take(1)
        #expect(names(arrivals) == ["a.jpg"])
        #expect(arrivals.first?.identity.mtimeNanoseconds == 1_000_000_000_000_000_000)
        // What lies in no watched folder is no matter of it.
        watcher.lookAgain(at: "/elsewhere/a.jpg")
        watcher.stop()
        try await running
    }

    @Test("what no watched folder takes is said so")
    func elsewhere() async throws {
        let number = FileNumber(device: 1, inode: 1)
        try await watching(recursive: false, ignore: ["no-*"]) { watcher in
            for name in ["../a.jpg", "deep/a.jpg", ".a.jpg", "no-a.jpg", "a.part"] {
                #expect(!watcher.expect(folder.path.pushing(FilePath(name)), number: number, size: 1), "\(name)")
            }
            #expect(!watcher.expect("/elsewhere/a.jpg", number: number, size: 1))
            #expect(!watcher.expect(folder.path, number: number, size: 1))
            #expect(watcher.expect(folder.path.appending("a.jpg"), number: number, size: 1))
        }
    }

    @Test func theOldestAreForgotten() {
        var files = ExpectedFiles()
        func file(_ number: Int) -> Arrival {
            Arrival(
                at: RootedPath(root: 0, relative: Array("\(number).jpg".utf8)), path: FilePath("/\(number).jpg"),
                identity: FileIdentity(device: 1, inode: UInt64(number), size: 5, mtimeNanoseconds: 0))
        }
        for number in 1...5_000 {
            files.insert(file(number).place, .init(number: file(number).identity.number, size: 5))
        }
        #expect(!files.contains(file(1)) && files.contains(file(5_000)))
        files.remove(file(5_000).place)
        #expect(!files.contains(file(5_000)) && files.contains(file(4_999)))
    }
}
