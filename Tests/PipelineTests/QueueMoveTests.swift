import Foundation
import Results
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing
import WorkerProtocol

@testable import Control
@testable import Supervisor

/// A queue that goes to another file: nothing is lost, and no run goes on in the old one by mistake.
@Suite struct QueueMoveTests {
    private let temporary: TemporaryFolder
    private let results: FilePath
    private let source: QueueLocation
    private let target: QueueLocation

    init() throws {
        temporary = try TemporaryFolder()
        results = FilePath(temporary.url.resolvingSymlinksInPath().path)
        source = .usual(in: results)
        target = .file(results.appending("other.sqlite"))
    }

    private var move: QueueMove {
        get throws { try QueueMove(from: source, to: target, results: results) }
    }

    private func open(_ queue: QueueLocation, evenIfMoved: Bool = false) throws -> any QueueStore {
        // A program that another test starts holds what is open here until it has begun.
        try QueueBackends.open(queue, owner: .current(), evenIfMoved: evenIfMoved)
    }

    /// A queue with a job that is done, one that a dead process had, and one that is ready.
    private func fill(_ queue: QueueLocation, from first: UInt64 = 1) throws {
        let store = try open(queue)
        let pipeline = Fingerprint(head: 5, tail: (6, 7, 8))
        let photos = (first..<first + 3).map { number in
            NewJob(
                place: Place(root: Array("/drop".utf8), path: Array("\(number).jpg".utf8)), output: [],
                stamp: FileIdentity(device: 1, inode: number, size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: number, tail: (2, 3, 4)), pipeline: pipeline)
        }
        try store.transaction { transaction in
            _ = try transaction.jobs.enqueue(photos, at: 1)
            let dead = Owner(host: "h", boot: "b", pid: 1, started: 1)
            let claims = try transaction.jobs.claim(
                ClaimRequest(limit: 2, owner: dead, pipelines: [pipeline]), at: 2)
            _ = try transaction.jobs.complete([(claims[0].id, .done([1, 2, 3]))], at: 3)
            let contents = photos.compactMap { $0.content?.description }
            try transaction.sets.choose(contents, as: "all", .replace)
        }
    }

    private func contents(_ queue: QueueLocation) throws -> QueueContents {
        try QueueBackends.backend(of: queue).reader().read { try $0.contents() }
    }

    private func movedTo(_ queue: QueueLocation) throws -> String? {
        try QueueBackends.backend(of: queue).reader().read { try $0.jobs.movedTo() }
    }

    @Test func bothSidesAreTheSameAndTheOldOneIsLeftBehind() throws {
        try fill(source)
        let before = try contents(source)
        let report = try move.run(keepsUsable: false)
        #expect(report.jobs == ["done": 1, "ready": 2] && report.resultBytes == 3 && report.isMarked)
        #expect(report.setPhotos == 3)
        #expect(report.digest == before.digest && !report.wasThere)
        #expect(try contents(target) == before)
        let refused = #expect(throws: JobQueueError.self) { try open(source) }
        #expect(refused?.code == .moved && refused?.message.contains(target.printable) == true)
        #expect(refused?.isPassing == false)
        // The new one is worked on.
        #expect(try open(target).transaction { try $0.jobs.overview() }[.ready] == 2)
        #expect(try QueueMove.reopen(source) == target.printable)
        #expect(try open(source).transaction { try $0.jobs.movedTo() } == nil)
        #expect(try QueueMove.reopen(source) == nil)
    }

    @Test func aQueueThatIsKeptUsableIsNotMarked() throws {
        try fill(source)
        let report = try move.run(keepsUsable: true)
        #expect(!report.isMarked && report.folder == nil)
        #expect(try movedTo(source) == nil)
        #expect(throws: Never.self) { try open(source) }
    }

    /// As after a crash between the copy and the mark.
    @Test func aMoveThatLacksItsMarkIsFinished() throws {
        try fill(source)
        _ = try move.run(keepsUsable: true)
        let report = try move.run(keepsUsable: false)
        #expect(report.wasThere && report.isMarked)
        #expect(try movedTo(source) == target.printable)
        // And once more, for a user who is not sure.
        #expect(try move.run(keepsUsable: false).wasThere)
    }

    @Test func aMovedQueueIsMovedToNoOtherPlace() throws {
        try fill(source)
        _ = try move.run(keepsUsable: false)
        let third = QueueLocation.file(results.appending("third.sqlite"))
        let refused = #expect(throws: JobQueueError.self) {
            try QueueMove(from: source, to: third, results: results).run(keepsUsable: false)
        }
        #expect(refused?.code == .moved)
        #expect(third.file?.exists == false)
        // But the new one is, back to a file that is not there any more.
        for file in source.databaseFiles { try? FileManager.default.removeItem(atPath: file.string) }
        #expect(try QueueMove(from: target, to: source, results: results).run(keepsUsable: false).isMarked)
        #expect(try movedTo(target) == source.printable && movedTo(source) == nil)
    }

    @Test func anotherQueuesJobsAreInTheWay() throws {
        try fill(source)
        try fill(target, from: 100)
        let (from, to) = (try contents(source), try contents(target))
        let refused = #expect(throws: PipelineError.self) { try move.run(keepsUsable: false) }
        #expect(refused?.message.contains("is not empty") == true)
        #expect(try contents(source) == from && contents(target) == to && movedTo(source) == nil)
    }

    @Test(arguments: [true, false])
    func aQueueThatIsWorkedIsNotMoved(isSource: Bool) throws {
        try fill(source)
        let queue = isSource ? source : target
        let server = try ControlServer(queue: queue)
        server.start()
        defer { server.stop() }
        let refused = #expect(throws: PipelineError.self) { try move.run(keepsUsable: false) }
        #expect(refused?.message.contains("\(queue.printable) is being worked") == true)
        #expect(target.file?.exists == false)
    }

    /// A process that does not listen may write all the same: a correction on a page, a command.
    @Test func aQueueThatAnotherProcessWritesIsNotMoved() throws {
        try fill(source)
        let held = try open(source)
        let refused = #expect(throws: JobQueueError.self) { try move.run(keepsUsable: false) }
        #expect(refused?.code == .taken)
        withExtendedLifetime(held) {}
    }

    /// Where several processes may write a queue, the one that moves it has no lock that says so.
    @Test func jobsThatAProcessWorksAreNotMoved() throws {
        let store = MemoryQueueStore()
        let pipeline = Fingerprint(head: 5, tail: (6, 7, 8))
        let photo = NewJob(
            place: Place(root: [47], path: [97]), output: [],
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: 1, tail: (2, 3, 4)), pipeline: pipeline)
        let me = Owner(host: "test", boot: "1", pid: 1, started: 1)
        let move = try QueueMove(from: source, to: target, results: results, owner: me)
        for (holder, isRefused) in [
            (Owner.current(), true), (me, false), (Owner(host: "x", boot: "y", pid: 2, started: 3), false),
        ] {
            try store.transaction { transaction in
                _ = try transaction.jobs.enqueue([photo], at: 1)
                let request = ClaimRequest(limit: 1, owner: holder, pipelines: [pipeline])
                #expect(try transaction.jobs.claim(request, at: 2).count == 1)
            }
            do {
                try move.refuseWorked(store, source)
                #expect(!isRefused)
            } catch let error as PipelineError {
                #expect(isRefused && error.message.contains("process \(holder.pid) on"), "\(error)")
            }
            _ = try store.transaction { try $0.jobs.release(allOf: holder, at: 3) }
        }
    }

    /// A run that sees the mark ends, so that there is none while a move may still be refused.
    @Test func aQueueThatAnotherHostWorksGetsNoMark() throws {
        let shared = SharedMemoryQueue()
        let me = Owner(host: "h1", boot: "b", pid: 1, started: 1, life: 1)
        let other = Owner(host: "h2", boot: "b", pid: 1, started: 1, life: 2)
        let (mine, others) = (shared.open(me), shared.open(other))
        let move = try QueueMove(from: source, to: target, results: results, owner: me)
        let refused = #expect(throws: PipelineError.self) { try move.markEarly(mine) }
        #expect(refused?.message.contains("on h2") == true)
        #expect(try mine.transaction { try $0.jobs.movedTo() } == nil)
        try others.leave()
        try move.markEarly(mine)
        #expect(try mine.transaction { try $0.jobs.movedTo() } == target.printable)
    }

    @Test func foldersThatHaveNoNameAreSaidAndThoseThatThisHostLacksAreInTheWay() throws {
        let names = [RootName(name: "club", path: "/share/club")]
        let database = QueueLocation.database(
            QueueAddress(connection: "postgres://db.example/photos", roots: names), state: results.appending("state"))
        let there = try QueueMove(from: source, to: database, results: results)
        #expect(there.unnamed([Array("/share/club".utf8), Array("/share/club/a".utf8)]) == [])
        #expect(there.unnamed([Array("/elsewhere".utf8)]) == ["/elsewhere"])
        #expect(throws: Never.self) { try there.refuseUnknown([Array("arena:/a".utf8)]) }
        let back = try QueueMove(from: database, to: target, results: results)
        #expect(throws: Never.self) { try back.refuseUnknown([Array("/share/club".utf8)]) }
        let refused = #expect(throws: PipelineError.self) { try back.refuseUnknown([Array("arena:/a".utf8)]) }
        #expect(refused?.message.contains("\"name\": \"arena\"") == true)
        #expect(back.unnamed([Array("/elsewhere".utf8)]) == [])
    }

    @Test func aQueueThatIsNotThereIsNotMade() {
        #expect(throws: JobQueueError.self) { try move.run(keepsUsable: false) }
        #expect(source.file?.exists == false && target.file?.exists == false)
        #expect(throws: PipelineError.self) {
            try QueueMove(from: source, to: source, results: results).run(keepsUsable: false)
        }
    }

    @Test func theFolderOfResultsGoesAlong() throws {
        try fill(source)
        let model = ResultsOwner.Mark.Model(path: "/m.onnx", sha256: "aa")
        do { try ResultsOwner(of: results, queue: source).write(queue: source, models: [model], in: results) }
        #expect(try move.run(keepsUsable: false).folder == EscapedName.printable(results))
        #expect(ResultsOwner.mark(in: results)?.names(target, nil, in: results) == true)
        let owner = try ResultsOwner(of: results, queue: target)
        #expect(owner.former?.models == [model])
    }

    @Test func commandsAndRunsSayWhereTheQueueWent() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(3)
        #expect(try fixtures.run().status == 0)
        let other = fixtures.folder.appendingPathComponent("other.sqlite").path
        let moved = try fixtures.program.run("queue", "move", fixtures.output.path, other)
        #expect(moved.status == 0 && moved.output.contains("done 3"), "\(moved.output) \(moved.talk)")
        try fixtures.add(1, from: 3)
        let refused = try fixtures.run()
        #expect(refused.status != 0 && refused.talk.contains("was moved to \(other)"), "\(refused.talk)")
        let command = try fixtures.program.run("jobs", "prune", "--state", "done", "--queue", fixtures.queue.path)
        #expect(command.status != 0 && command.talk.contains("was moved to"), "\(command.talk)")
        let status = try fixtures.program.run("status", "--queue", fixtures.queue.path)
        #expect(status.output.contains("moved       to \(other)"), "\(status.output)")
        // The folder of results is the new queue's: what is done stays done, and only the new photo is worked.
        let again = try fixtures.run("--queue", other)
        #expect(again.status == 0, "\(again.talk)")
        #expect(try fixtures.records().count == 4)
        struct Status: Decodable { var counts: [String: Int] }
        let counts = try fixtures.program.run("status", "--queue", other, "--format", "json")
        #expect(try JSONDecoder().decode(Status.self, from: Data(counts.output.utf8)).counts["done"] == 4)
    }
}
