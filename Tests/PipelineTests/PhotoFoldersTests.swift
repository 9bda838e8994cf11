import Control
import Dispatch
import Foundation
import Glibc
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// Folders of photos that do not answer, or are not there: their photos wait, and all others are worked.
@Suite(.timeLimit(.minutes(30))) final class PhotoFoldersTests: Sendable {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    private let temporary: TemporaryFolder
    private let queue = QueueService(MemoryQueueStore())
    private let told = Mutex<[String]>([])

    init() throws { temporary = try TemporaryFolder() }

    private func place(_ root: String, _ name: String = "a.jpg") -> Place {
        Place(root: Array(temporary[root].path.utf8), path: Array(name.utf8))
    }

    /// - Parameter patience: Long enough for a folder that is to answer, also on a slow machine.
    private func folders(patience: Duration = .seconds(2)) -> PhotoFolders {
        PhotoFolders(
            roots: RootCheck(roots: [FilePath(temporary["nas"].path), FilePath(temporary["local"].path)]),
            patience: patience, now: { Clock.now() * 1000 },
            onEvent: { event in
                if case .warning(let text) = event { self.told.withLock { $0.append(text) } }
            })
    }

    private func dispatcher(_ folders: PhotoFolders) -> JobDispatcher {
        JobDispatcher(
            queue: queue, owner: Owner(host: "test", boot: "1", pid: 1, started: 1), pipelines: [Self.pipeline],
            end: .never, breaker: CircuitBreaker(now: { 10 }, onEvent: { _ in }), folders: folders, now: { 10 })
    }

    private func enqueue(_ places: [Place]) async throws {
        let jobs = places.enumerated().map { number, place in
            NewJob(
                place: place, output: place.path,
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number) + 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        }
        _ = try await queue.enqueue(jobs, at: 1)
    }

    /// A thread that is lost to a share stands for what a hard mount does to its caller.
    @Test func aRootThatDoesNotAnswerKeepsOneThreadAndNoOtherRoot() async throws {
        let folders = folders()
        let hold = DispatchSemaphore(value: 0)
        let calls = Mutex(0)
        defer { hold.signal() }
        for _ in 0..<3 {
            let away = await #expect(throws: FolderAway.self) {
                try await folders.perform(at: place("nas")) {
                    calls.withLock { $0 += 1 }
                    hold.wait()
                }
            }
            #expect(away?.failure.code == "root-silent")
        }
        #expect(calls.withLock { $0 } == 1)
        #expect(try await folders.perform(at: place("local")) { 7 } == 7)
    }

    /// Reading a photo may take longer than any folder needs to answer; a folder that answers is waited for.
    @Test func aPhotoIsReadForAsLongAsItsFolderAnswers() async throws {
        let sleeps = Mutex(0)
        let read = DispatchSemaphore(value: 0)
        let folders = PhotoFolders(
            roots: RootCheck(roots: []),
            sleep: { _ in
                let count = sleeps.withLock { count in
                    count += 1
                    return count
                }
                guard count < 3 else {
                    read.signal()
                    return try await Task.sleep(for: .seconds(600))
                }
            })
        let answer = try await folders.read(at: place("local"), undo: { _ in }) {
            read.wait()
            return 7
        }
        #expect(answer == 7 && sleeps.withLock { $0 } >= 3)
    }

    @Test func whatIsReadOfAFolderThatFellSilentIsTakenBack() async throws {
        // Here none is to answer.
        let folders = folders(patience: .milliseconds(50))
        let (hold, undone) = (DispatchSemaphore(value: 0), AsyncStream<Int>.makeStream())
        let blocking = Task { try? await folders.perform(at: place("nas")) { hold.wait() } }
        await #expect(throws: FolderAway.self) {
            try await folders.read(at: place("nas"), undo: { undone.continuation.yield($0) }) {
                hold.wait()
                return 7
            }
        }
        for _ in 0..<3 { hold.signal() }
        for await made in undone.stream {
            #expect(made == 7)
            break
        }
        await blocking.value
    }

    @Test func aStopDoesNotWaitForARootThatDoesNotAnswer() async throws {
        let folders = folders(patience: .seconds(600))
        let (hold, begun) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
        defer { hold.signal() }
        let asking = Task {
            try await folders.perform(at: place("nas")) {
                begun.continuation.yield()
                hold.wait()
            }
        }
        for await _ in begun.stream { break }
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }

    /// A slow folder that answers all the same is to blame for a worker that is late a few times, and then no more.
    @Test func aPhotoThatIsLateAgainAndAgainOverASlowFolderIsToBlame() async throws {
        let local = place("local")
        try FileManager.default.createDirectory(at: temporary["local"], withIntermediateDirectories: true)
        let photo = temporary["local"].appendingPathComponent("a.jpg").path
        try Data("abc".utf8).write(to: URL(fileURLWithPath: photo))
        var status = stat()
        try #require(stat(photo, &status) == 0)
        let time = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        let job = NewJob(
            place: local, output: local.path,
            stamp: FileIdentity(
                device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
                mtimeNanoseconds: time),
            content: Fingerprint(head: 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        _ = try await queue.enqueue([job], at: 1)
        // Each look at the clock finds it three seconds later.
        let clock = Mutex<UnixMillis>(0)
        let folders = PhotoFolders(
            roots: RootCheck(roots: [FilePath(temporary["local"].path)]),
            now: {
                clock.withLock { time in
                    time += 3000
                    return time
                }
            })
        let claim = try #require(try await dispatcher(folders).next())
        var blamed: [Bool] = []
        for _ in 0..<5 { blamed.append(try await folders.trouble(reading: claim) != nil) }
        #expect(blamed == [true, true, true, false, false])
    }

    @Test func aNamedFileThatDidNotAnswerIsBackOnceItIsThere() async throws {
        let folders = folders(patience: .seconds(600))
        try FileManager.default.createDirectory(at: temporary["local"], withIntermediateDirectories: true)
        let file = temporary["local"].appendingPathComponent("a.jpg")
        try Data("abc".utf8).write(to: file)
        folders.rest(silent: Array(file.path.utf8))
        #expect(folders.reason != nil)
        let back = AsyncStream<Void>.makeStream()
        let watching = Task { await folders.watch { back.continuation.yield() } }
        for await _ in back.stream { break }
        watching.cancel()
        #expect(folders.reason == nil && !folders.isResting(Place(root: Array(file.path.utf8), path: [])))
    }

    @Test func photosOfAFolderThatRestsAreNotClaimedAndComeBackWithIt() async throws {
        try FileManager.default.createDirectory(at: temporary["local"], withIntermediateDirectories: true)
        let folders = folders(patience: .seconds(600))
        let dispatcher = dispatcher(folders)
        let (lost, here) = (place("nas"), place("local"))
        try await enqueue([lost, place("nas", "b.jpg"), here])
        let claim = try #require(try await dispatcher.next())
        #expect(claim.place == lost)
        let away = try #require(await #expect(throws: FolderAway.self) { try await folders.open(claim) })
        #expect(away.folder == FolderPlace(root: lost.root) && away.failure.code == "root-lost")
        for _ in 0..<3 { folders.rest(away, sample: lost) }
        _ = try await queue.complete([(claim.id, .released)], at: 10)
        #expect(told.withLock { $0.count } == 1 && folders.reason != nil)
        #expect(try await dispatcher.next()?.place == here)

        try FileManager.default.createDirectory(at: temporary["nas"], withIntermediateDirectories: true)
        let watching = Task { await folders.watch(onBack: { dispatcher.wake() }) }
        let again = try #require(try await dispatcher.next())
        watching.cancel()
        #expect(again.place.root == lost.root && again.progress.attempts == 1)
        #expect(folders.reason == nil && folders.resting.isEmpty)
        #expect(told.withLock { $0.count } == 2)
    }

    @Test func aRetryLeavesPhotosOfASilentFolderAsTheyAreAndTriesTheOthers() async throws {
        let folders = folders()
        let (lost, here) = (place("nas"), place("local"))
        try await enqueue([lost, here])
        let states = try await queue.page(PageRequest(JobFilter())).map(\.id)
        _ = try await queue.change(.cancel(JobFilter(ids: states)), at: 5)
        let (hold, begun) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
        let block = { @Sendable in
            begun.continuation.yield()
            hold.wait()
        }
        // What reads and moves has a thread of its own, which hangs as well.
        let blocking = Task { try? await folders.perform(at: lost, block) }
        let reading = Task { try? await folders.read(at: lost, undo: { _ in }, block) }
        var threads = 0
        for await _ in begun.stream {
            threads += 1
            if threads == 2 { break }
        }
        let handler = CommandHandler(
            queue: queue, backfill: nil,
            tell: { event in
                if case .warning(let text) = event { self.told.withLock { $0.append(text) } }
            }, folders: folders, pipeline: nil, now: { 10 }, status: { nil })
        var choice = JobChoice()
        choice.states = ["cancelled"]
        guard case .changed(let count) = await handler.answer(.retry(choice)) else {
            Issue.record("the retry was refused")
            return
        }
        #expect(count == 1)
        let jobs = try await queue.page(PageRequest(JobFilter()))
        #expect(jobs.first { $0.place == here }?.state != .cancelled)
        #expect(jobs.first { $0.place == lost }?.state == .cancelled && folders.isResting(lost))
        for _ in 0..<2 { hold.signal() }
        _ = await (blocking.value, reading.value)
    }

    @Test func aPhotoThatIsGoneIsGoneWhereItsFolderIsInOrder() async throws {
        try FileManager.default.createDirectory(at: temporary["local"], withIntermediateDirectories: true)
        #expect(RootCheck(roots: [FilePath(temporary["local"].path)]).isGone(place("local")))
        #expect(!RootCheck(roots: [FilePath(temporary["nas"].path)]).isGone(place("nas")))
    }
}
