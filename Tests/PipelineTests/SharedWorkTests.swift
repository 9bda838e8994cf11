import Foundation
import Results
import Settings
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// Two supervisors' parts over one queue: what a host that dies, stands still or is cut off leaves to the others.
@Suite(.timeLimit(.minutes(30))) struct SharedWorkTests {
    private let scene: SharedScene
    private let a: SharedScene.Host
    private let b: SharedScene.Host

    init() throws {
        scene = try SharedScene()
        (a, b) = (scene.host(1), scene.host(2))
    }

    /// A worker's answer to a claim, with a picture.
    private func answer(to claim: Claim) throws -> Completion.Ending {
        let picture = PictureMark.added(to: [0xFF, 0xD8, 0xFF, 0xD9], content: claim.content.description)
        var answer = AnswerLine(claim: claim.id.description, ending: .done)
        answer.files.annotated = RawPathText(try AtomicFile.stage(picture, for: scene.output.appending("staged.jpg")))
        return .answered(answer)
    }

    @Test func aDeadHostsPhotoIsClaimedByAnotherOnceItsLeaseIsOver() async throws {
        let job = try await scene.add("a.jpg", by: a)
        let lost = try #require(try await a.dispatcher.next())
        a.store.freeze()
        scene.shared.advance(by: .seconds(25))
        try await b.sharing.recover()
        #expect(try await b.queue.job(job)?.state == .running)
        scene.shared.advance(by: .seconds(6))
        try await b.sharing.recover()
        let claim = try #require(try await b.dispatcher.next())
        #expect(claim.job == job && claim.id != lost.id && claim.progress.recoveries == 1)
    }

    /// Others' retries wait for their time, whenever a host begins or dies.
    @Test func whatIsBlockedKeepsItsTime() async throws {
        let job = try await scene.add("a.jpg", by: a)
        let claim = try #require(try await a.dispatcher.next())
        let failure = JobFailure(code: "full", message: "the disk is full", fault: .environment)
        let outcome = Outcome.postponed(until: scene.shared.now + 600_000, failure)
        _ = try await a.queue.complete([(claim.id, outcome)], at: scene.shared.now)
        try await b.sharing.reclaim()
        #expect(try await b.queue.job(job)?.state == .blocked)
    }

    /// As after SIGSTOP and SIGCONT, and as after a network that was away for longer than the lease.
    @Test(arguments: [true, false])
    func whoseLeaseIsOverEndsItsWorkAtNoCostAndGoesOn(standsStill: Bool) async throws {
        let job = try await scene.add("a.jpg", by: a)
        let claim = try #require(try await a.dispatcher.next())
        let isEnded = a.beginWorker(at: job)
        if standsStill {
            a.standStill(scene.shared)
        } else {
            a.store.cutOff()
            scene.shared.advance(by: .seconds(31))
        }
        #expect(isEnded.isRaised && !a.dispatcher.lease.holds)
        #expect(await a.dispatcher.requestForRestingSlots() == nil)
        let anew = Task { try await a.sharing.beginAnew() }
        a.store.reconnect()
        // As the slot does once its worker has ended.
        try await a.publish(claim, .released)
        try await anew.value
        #expect(a.dispatcher.lease.holds && a.store.isHolding)
        #expect(a.warnings.count == 2 && a.warnings[0].contains("lease") && a.warnings[1].contains("goes on"))
        let again = try #require(try await a.dispatcher.next())
        #expect(again.job == job && again.progress.attempts == 1 && again.progress.recoveries == 0)
    }

    @Test func aNewLeaseWaitsForTheDatabase() async throws {
        a.store.cutOff()
        scene.shared.advance(by: .seconds(31))
        let anew = Task { try await a.sharing.beginAnew() }
        while await a.dispatcher.breaker.reason == nil { await Task.yield() }
        #expect(!a.dispatcher.lease.holds)
        a.store.reconnect()
        // The pause of the breaker is over when time passes.
        scene.shared.advance(by: .seconds(20))
        try await anew.value
        #expect(a.dispatcher.lease.holds)
    }

    /// All by itself, as long as a run lasts.
    @Test func aRunTakesOverWhatIsCancelledAndGoesOnAfterItStoodStill() async throws {
        for name in ["a.jpg", "b.jpg"] { try await scene.add(name, by: a) }
        let first = try #require(try await a.dispatcher.next())
        let second = try #require(try await a.dispatcher.next())
        let ended = [first, second].map { a.beginWorker(at: $0.job) }
        let running = Task { try await a.sharing.run() }
        defer { running.cancel() }
        _ = try await b.queue.change(.cancel(JobFilter(ids: [first.job])), at: scene.shared.now)
        while !ended[0].isRaised { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!ended[1].isRaised)
        a.standStill(scene.shared)
        #expect(ended[1].isRaised)
        await a.publisher.submit(Completion(claim: first, ending: .released))
        try await a.publish(second, .released)
        while !a.dispatcher.lease.holds { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await a.queue.job(first.job)?.state == .cancelled)
        #expect(try await a.dispatcher.next()?.job == second.job)
    }

    @Test func whatALateHostHasWorkedIsDropped() async throws {
        try await scene.add("a.jpg", by: a)
        let late = try #require(try await a.dispatcher.next())
        let answer = try answer(to: late)
        a.store.freeze()
        scene.shared.advance(by: .seconds(31))
        try await b.sharing.recover()
        let claim = try #require(try await b.dispatcher.next())
        try await b.publish(claim, .answered(AnswerLine(claim: claim.id.description, ending: .done)))
        let published = try #require(try scene.record("a.jpg"))
        #expect(published.attempts == 2)
        a.store.thaw()
        try await a.publish(late, answer)
        #expect(try scene.record("a.jpg") == published)
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.output.string)
        #expect(names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".tmp") }.isEmpty, "\(names)")
    }

    /// No other host has claimed it since, and nothing of it is placed all the same.
    @Test func nothingIsPlacedOnceTheLeaseIsOver() async throws {
        try await scene.add("a.jpg", by: a)
        let claim = try #require(try await a.dispatcher.next())
        let answer = try answer(to: claim)
        a.standStill(scene.shared)
        try await a.publish(claim, answer)
        #expect(try scene.record("a.jpg") == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.output.string)
        #expect(names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".tmp") }.isEmpty, "\(names)")
        #expect(await a.dispatcher.inWork.isEmpty)
    }

    /// The files lie in their places when the claim is found to be another's, whose record is to lie there.
    @Test(arguments: [true, false])
    func aRecordThatWasPlacedTooLateIsTheHoldersAgain(hasEnded: Bool) async throws {
        let job = try await scene.add("a.jpg", by: a)
        let claim = try #require(try await a.dispatcher.next())
        let record = scene.record(of: claim, attempts: 2)
        let answer = try answer(to: claim)
        let (a, b, shared) = (a, b, scene.shared)
        a.way.interrupt(.before, 1) {
            a.store.freeze()
            shared.advance(by: .seconds(31))
            try b.workInQueue(shared, ending: hasEnded ? record : nil)
            a.store.thaw()
        }
        try await a.publish(claim, answer)
        if !hasEnded {
            #expect(try scene.record("a.jpg")?.attempts == 1, "nothing is known of the holder's yet")
            let held = try #require(try await b.queue.job(job))
            let ends = [
                (
                    claim: ClaimID(job: job, claimNumber: held.claimNumber),
                    outcome: Outcome.done(Array(record.line.utf8))
                )
            ]
            #expect(try await b.queue.complete(ends, at: shared.now) == [.completed(.done)])
            try await a.sharing.look()
        }
        #expect(try scene.record("a.jpg") == record)
        #expect(try await b.queue.job(job)?.state == .done)
    }

    /// Another host has worked the photo anew with other settings while this one was at it.
    @Test func aRecordThatWasPlacedOverItsReplacementsIsThatAgain() async throws {
        try await scene.add("a.jpg", by: a)
        let claim = try #require(try await a.dispatcher.next())
        let record = scene.record(of: claim, attempts: 5)
        let answer = try answer(to: claim)
        let (b, shared, pipeline) = (b, scene.shared, Fingerprint(head: 5, tail: (6, 7, 8)))
        a.way.interrupt(.before, 1) {
            try b.store.transaction { transaction in
                let anew = NewJob(
                    place: claim.place, output: claim.output, stamp: claim.stamp, content: claim.content,
                    pipeline: pipeline)
                _ = try transaction.jobs.enqueue([anew], at: shared.now)
                let request = ClaimRequest(limit: 1, owner: b.owner, pipelines: [pipeline])
                let ends = try transaction.jobs.claim(request, at: shared.now).map {
                    (claim: $0.id, outcome: Outcome.done(Array(record.line.utf8)))
                }
                _ = try transaction.jobs.complete(ends, at: shared.now)
            }
        }
        try await a.publish(claim, answer)
        #expect(try scene.record("a.jpg") == record)
        #expect(try await b.queue.job(claim.job)?.state == .cancelled)
    }
}
