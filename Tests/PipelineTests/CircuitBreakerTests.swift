import Storage
import Synchronization
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct CircuitBreakerTests {
    /// A clock that is set by hand, and what was said.
    private final class Scene: Sendable {
        let time = Mutex<UnixMillis>(1000)
        let said = Mutex<[String]>([])

        var breaker: CircuitBreaker {
            CircuitBreaker(
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
        let breaker = scene.breaker
        for pause: UnixMillis in [1000, 2000, 4000, 8000, 10_000, 10_000] {
            await breaker.trip(CircuitBreaker.Cause(Self.full))
            // Every slot meets the same disk: that makes no pause longer.
            await breaker.trip(CircuitBreaker.Cause(Self.full))
            scene.pass(pause - 1)
            #expect(await !breaker.isClosed, "after \(pause - 1) ms")
            scene.pass(1)
            #expect(await breaker.isClosed, "after \(pause) ms")
        }
        await breaker.reset()
        await breaker.reset()
        #expect(scene.words == ["paused: The disk is full.", "resumed after 35.0 seconds"])
    }

    @Test func anotherTroubleIsSaidToo() async {
        let scene = Scene()
        let breaker = scene.breaker
        await breaker.trip(CircuitBreaker.Cause(cause: "a", message: "a lost share"))
        await breaker.trip(CircuitBreaker.Cause(cause: "b", message: "a full disk"))
        await breaker.trip(CircuitBreaker.Cause(cause: "b", message: "a full disk, another file"))
        #expect(scene.words == ["paused: a lost share", "paused: a full disk"])
    }

    @Test func whatTheDatabaseRefusesIsRepeatedUntilItGoesThrough() async throws {
        let scene = Scene()
        let breaker = scene.breaker
        let tries = Mutex(0)
        let answer = try await breaker.retrying {
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
        let breaker = Scene().breaker
        await #expect(throws: JobQueueError.self) {
            try await breaker.retrying { throw JobQueueError(code, "no", fault: .environment) }
        }
    }

    @Test func whoeverIsCancelledWhileWaitingTellsWhatStoodInTheWay() async {
        let breaker = CircuitBreaker(now: { 1000 }, rest: { _ in throw CancellationError() }, onEvent: { _ in })
        await #expect(throws: Self.full) { try await breaker.retrying { throw Self.full } }
    }

    @Test func theReasonOfAPauseCanBeAskedForUntilItIsOver() async {
        let breaker = Scene().breaker
        #expect(await breaker.reason == nil)
        await breaker.trip(CircuitBreaker.Cause(Self.full))
        #expect(await breaker.reason == "The disk is full.")
        await breaker.reset()
        #expect(await breaker.reason == nil)
    }

    @Test func aRunThatIsToEndWaitsNoLongerThanItsGrace() async {
        let scene = Scene()
        let breaker = scene.breaker
        await breaker.stopRetrying(within: .seconds(3))
        await #expect(throws: JobQueueError.self) {
            try await breaker.retrying {
                scene.pass(1000)
                throw Self.full
            }
        }
        let time = scene.time.withLock { $0 }
        #expect(time >= 4000 && time <= 5000)
    }
}
