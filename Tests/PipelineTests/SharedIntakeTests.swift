import Foundation
import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// Photos that one host takes in, as another sees them.
@Suite(.timeLimit(.minutes(30))) struct SharedIntakeTests {
    /// The rest of the folder is other hosts' work: the run takes none of it, and does not wait for it.
    @Test(arguments: [true, false])
    func aRunOfOnePhotoWorksItAndNoOtherOfItsFolder(looksFirst: Bool) async throws {
        let scene = try SharedScene()
        let others = scene.host(1)
        var left: [JobID] = []
        for name in ["0.jpg", "2.jpg"] { left.append(try await scene.add(name, by: others)) }
        let run = scene.host(2, of: "photos/1.jpg", end: .whenIdle)
        let own = try await scene.add("1.jpg", by: run)
        let root = Array(scene.temporary["photos"].path.utf8)
        if looksFirst { try await run.sharing.look() }
        await run.dispatcher.take(met: [(own, root)])
        await run.dispatcher.intakeHasEnded()
        let claim = try #require(try await run.dispatcher.next())
        #expect(claim.job == own)
        _ = try await run.queue.complete([(claim.id, .done([1]))], at: scene.shared.now)
        await run.dispatcher.end([claim.id])
        #expect(try await run.dispatcher.next() == nil)
        for job in left {
            let untouched = try await run.queue.job(job)
            #expect(untouched?.state == .ready && untouched?.progress.attempts == 0)
        }
    }

    /// Another host was quicker, or was told of the folder: the run ends when its photo has.
    @Test func aRunOfOnePhotoWaitsForTheHostThatWorksIt() async throws {
        let scene = try SharedScene()
        let (other, run) = (scene.host(1), scene.host(2, of: "photos/1.jpg", end: .whenIdle))
        let own = try await scene.add("1.jpg", by: run)
        await run.dispatcher.take(met: [(own, Array(scene.temporary["photos"].path.utf8))])
        await run.dispatcher.intakeHasEnded()
        let claim = try #require(try await other.dispatcher.next())
        #expect(claim.job == own)
        #expect(try await !run.dispatcher.isIdle())
        _ = try await other.queue.complete([(claim.id, .done([1]))], at: scene.shared.now)
        #expect(try await run.dispatcher.isIdle())
        #expect(try await run.dispatcher.next() == nil)
    }

    /// A run of a folder finds its photos below the root of another host, whose other photos are left to that one.
    @Test func aRunOfAFolderWorksItsPhotosBelowAnothersRoot() async throws {
        let scene = try SharedScene()
        try FileManager.default.createDirectory(
            at: scene.temporary["photos/day"], withIntermediateDirectories: true)
        let other = scene.host(1)
        let foreign = try await scene.add("a.jpg", by: other)
        let own = try await scene.add("day/b.jpg", by: other)
        let run = scene.host(2, of: "photos/day", end: .whenIdle)
        await run.dispatcher.take(met: [(own, Array(scene.temporary["photos"].path.utf8))])
        await run.dispatcher.intakeHasEnded()
        #expect(try await run.dispatcher.next()?.job == own)
        #expect(try await run.queue.job(foreign)?.state == .ready)
    }

    /// A client of a share may not have heard yet of a file that another host takes in, whole or not.
    @Test func aPhotoThatAnotherHostHasJustMetIsNotGone() async throws {
        let scene = try SharedScene()
        let (a, b) = (scene.host(1), scene.host(2))
        let root = scene.temporary["photos"].path
        try Data("x".utf8).write(to: scene.temporary["photos/other.jpg"])
        let arrival = NewJob(
            place: Place(root: Array(root.utf8), path: Array("a.jpg".utf8)), output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4), content: nil,
            pipeline: SharedScene.pipeline)
        let job = try #require(try await a.queue.enqueue([arrival], at: scene.shared.now).first).job
        let clock = scene.shared
        let roots = RootCheck(NamedRoots(asking: [Settings.Watch(path: FilePath(root))]), isShared: true)
        let vanished = VanishedPhotos(
            queue: b.queue, folders: PhotoFolders(roots: roots), named: RunRoots([FilePath(root)]),
            pipelines: [SharedScene.pipeline],
            backfill: RecordBackfill(
                queue: b.queue,
                records: RecordBuilder(
                    layout: OutputLayout(of: scene.output), photoFiles: [RecordFile()], wall: { clock.now }),
                warn: { _ in }), now: { clock.now }, patience: Publisher.missingPatience)
        #expect(try await vanished.end() == 1)
        #expect(try await b.queue.job(job)?.state == .waiting)
        scene.shared.advance(by: .seconds(61))
        #expect(try await vanished.end() == 0)
        #expect(try await b.queue.job(job)?.state == .gone)
    }
}
