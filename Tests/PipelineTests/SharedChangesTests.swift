import Foundation
import Settings
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// What one host changes, and the others take over whether they are told of it or not.
@Suite(.timeLimit(.minutes(30))) struct SharedChangesTests {
    private let scene: SharedScene
    private let a: SharedScene.Host
    private let b: SharedScene.Host

    init() throws {
        scene = try SharedScene()
        (a, b) = (scene.host(1, listens: false), scene.host(2, listens: false))
    }

    @Test func aPhotoThatIsCancelledElsewhereEndsItsWorkerAndNoOther() async throws {
        for name in ["a.jpg", "b.jpg"] { try await scene.add(name, by: a) }
        let claims = try [#require(try await a.dispatcher.next()), #require(try await a.dispatcher.next())]
        let ended = claims.map { a.beginWorker(at: $0.job) }
        try await a.sharing.look()
        #expect(ended.map(\.isRaised) == [false, false])
        _ = try await b.queue.change(.cancel(JobFilter(ids: [claims[0].job])), at: scene.shared.now)
        try await a.sharing.look()
        #expect(ended.map(\.isRaised) == [true, false])
    }

    @Test func aPauseHoldsOnAllHosts() async throws {
        try await a.sharing.look()
        for isPaused in [true, false] {
            _ = try await b.queue.perform { try $0.jobs.pause(isPaused) }
            try await a.sharing.look()
            #expect(await a.dispatcher.isPaused == isPaused)
            try await a.sharing.look()
        }
        #expect(a.warnings.count == 2, "each is said once")
    }

    /// The command pauses the work before the queue knows of it: a look between the two changes nothing.
    @Test func aPauseThatTheQueueDoesNotKnowYetStays() async throws {
        try await a.sharing.look()
        #expect(try await a.dispatcher.pause(true))
        try await a.sharing.look()
        #expect(await a.dispatcher.isPaused)
        #expect(a.warnings.isEmpty)
    }

    @Test func sheetsAndTablesAreLookedAtOnceForAChange() async throws {
        let job = try await scene.add("a.jpg", by: a)
        try await a.sharing.look()
        #expect(a.changes.isEmpty && a.sheets.count == 0)
        let reading = SheetScene.reading("day/1.jpg", day: 1)
        _ = try await b.queue.perform { try $0.scores.store(reading) }
        let claim = try #require(try await b.dispatcher.next())
        _ = try await b.queue.complete([(claim.id, .done([1]))], at: scene.shared.now)
        #expect(claim.job == job)
        for _ in 1...3 { try await a.sharing.look() }
        #expect(a.changes.take().isElsewhere)
        #expect(a.sheets.count == 1)
    }

    /// One host was told of other folders than the other: their photos are its own.
    @Test func photosOfFoldersThatThisHostWasNotToldOfAreLeftToOthers() async throws {
        let foreign = try await scene.add("z.jpg", by: b, in: "elsewhere")
        let own = try await scene.add("a.jpg", by: b)
        let host = scene.host(3, end: .whenIdle)
        await host.dispatcher.intakeHasEnded()
        let claim = try #require(try await host.dispatcher.next())
        #expect(claim.job == own)
        let left = try await host.queue.job(foreign)
        #expect(left?.state == .ready && left?.progress.attempts == 0)
        _ = try await host.queue.complete([(claim.id, .done([1]))], at: scene.shared.now)
        await host.dispatcher.end([claim.id])
        #expect(try await host.dispatcher.next() == nil, "what is left is other hosts' work")
    }

    @Test func eachHostSeesWhatTheOthersDo() async throws {
        for host in [a, b] { try await host.sharing.look() }
        let members = try await a.queue.look { try $0.jobs.members() }
        #expect(members.map(\.work.workers) == [1, 2] && members.allSatisfy(\.isAlive))
    }

    /// On one host the share is not mounted: nothing is known of its photos there.
    @Test func aRootThatIsEmptyOnThisHostSaysNothingOfItsPhotos() throws {
        let root = scene.temporary["photos"]
        let place = Place(root: Array(root.path.utf8), path: Array("gone.jpg".utf8))
        let named = NamedRoots(asking: [Settings.Watch(path: FilePath(root.path))])
        let check = RootCheck(named, isShared: true)
        #expect(check.trouble(at: place)?.failure.message.contains("empty on this host") == true)
        #expect(!check.isGone(place) && RootCheck(named).isGone(place))
        try Data("x".utf8).write(to: root.appendingPathComponent("other.jpg"))
        #expect(check.isGone(place))
        try FileManager.default.removeItem(at: root.appendingPathComponent("other.jpg"))
        #expect(check.isGone(place), "it has been there since")
    }

    /// A client of a share may not have heard yet of a file that another has put there.
    @Test func aPhotoThatIsMissingOnOneHostIsNotGoneAtOnce() async throws {
        let job = try await scene.add("a.jpg", by: a)
        try FileManager.default.removeItem(at: scene.temporary["photos/a.jpg"])
        let claim = try #require(try await a.dispatcher.next())
        try await a.publish(claim, .answered(AnswerLine(claim: claim.id.description, ending: .gone)))
        let waiting = try await a.queue.job(job)
        #expect(waiting?.state == .blocked && waiting?.failure?.code == "missing-here")
        #expect(waiting?.progress.attempts == 0)
    }
}
