import JobQueue
import Synchronization
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct OutageTests {
    /// A clock that is set by hand, and what was said.
    private final class Scene: Sendable {
        let time = Mutex<UnixMillis>(1000)
        let said = Mutex<[String]>([])

        var outage: Outage {
            Outage(
                now: { self.time.withLock { $0 } },
                rest: { self.pass(UnixMillis($0 / .milliseconds(1))) }
            ) { event in
                let word =
                    switch event {
                    case .paused(let why): "paused: \(why)"
                    case .resumed(let pause): "resumed after \(pause)"
                    default: "something else"
                    }
                self.said.withLock { $0.append(word) }
            }
        }

        func pass(_ milliseconds: UnixMillis) { time.withLock { $0 += milliseconds } }
        var words: [String] { said.withLock { $0 } }
    }

    private static let full = JobQueueError(.full, "The disk is full.", fault: .environment)

    @Test func troubleIsSaidOnceAndPausesGrowToTenSeconds() async {
        let scene = Scene()
        let outage = scene.outage
        for pause: UnixMillis in [1000, 2000, 4000, 8000, 10_000, 10_000] {
            await outage.report(Outage.Trouble(Self.full))
            // Every slot meets the same disk: that makes no pause longer.
            await outage.report(Outage.Trouble(Self.full))
            scene.pass(pause - 1)
            #expect(await !outage.allowsWork, "after \(pause - 1) ms")
            scene.pass(1)
            #expect(await outage.allowsWork, "after \(pause) ms")
        }
        await outage.passed()
        await outage.passed()
        #expect(scene.words == ["paused: The disk is full.", "resumed after 35.0 seconds"])
    }

    @Test func anotherTroubleIsSaidToo() async {
        let scene = Scene()
        let outage = scene.outage
        await outage.report(Outage.Trouble(cause: "a", message: "a lost share"))
        await outage.report(Outage.Trouble(cause: "b", message: "a full disk"))
        await outage.report(Outage.Trouble(cause: "b", message: "a full disk, another file"))
        #expect(scene.words == ["paused: a lost share", "paused: a full disk"])
    }

    @Test func whatTheDatabaseRefusesIsRepeatedUntilItGoesThrough() async throws {
        let scene = Scene()
        let outage = scene.outage
        let tries = Mutex(0)
        let answer = try await outage.riding {
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            scene.pass(5000)
            if number < 4 { throw Self.full }
            return number
        }
        #expect(answer == 4)
        #expect(scene.words.count == 2 && scene.words[0] == "paused: The disk is full.")
    }

    @Test(arguments: [JobQueueError.Code.damaged, .newer, .taken, .closed])
    func whatWillNotPassIsThrown(_ code: JobQueueError.Code) async {
        let outage = Scene().outage
        await #expect(throws: JobQueueError.self) {
            try await outage.riding { throw JobQueueError(code, "no", fault: .environment) }
        }
    }

    @Test func whoeverIsCancelledWhileWaitingTellsWhatStoodInTheWay() async {
        let outage = Outage(now: { 1000 }, rest: { _ in throw CancellationError() }, onEvent: { _ in })
        await #expect(throws: Self.full) { try await outage.riding { throw Self.full } }
    }

    @Test func theReasonOfAPauseCanBeAskedForUntilItIsOver() async {
        let outage = Scene().outage
        #expect(await outage.reason == nil)
        await outage.report(Outage.Trouble(Self.full))
        #expect(await outage.reason == "The disk is full.")
        await outage.passed()
        #expect(await outage.reason == nil)
    }

    @Test func aRunThatIsToEndWaitsNoLongerThanItsGrace() async {
        let scene = Scene()
        let outage = scene.outage
        await outage.end(within: .seconds(3))
        await #expect(throws: JobQueueError.self) {
            try await outage.riding {
                scene.pass(1000)
                throw Self.full
            }
        }
        let time = scene.time.withLock { $0 }
        #expect(time >= 4000 && time <= 5000)
    }
}
