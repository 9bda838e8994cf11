import Synchronization
import Testing

@testable import Supervisor

@Suite(.timeLimit(.minutes(30))) struct DeadlinesTests {
    /// A clock that tests move, and the timers that were started.
    private final class Clock: Sendable {
        let started: AsyncStream<SuspendingClock.Instant>
        private let tell: AsyncStream<SuspendingClock.Instant>.Continuation
        private let begin = SuspendingClock.Instant.now
        private let passed = Mutex(Duration.zero)
        private let moved = ChangeSignal()

        init() { (started, tell) = AsyncStream.makeStream() }

        func now() -> SuspendingClock.Instant { begin + passed.withLock { $0 } }

        func sleep(until instant: SuspendingClock.Instant) async {
            tell.yield(instant)
            while true {
                let seen = moved.count
                guard now() < instant else { return }
                await moved.wait(past: seen)
            }
        }

        func pass(_ time: Duration) {
            passed.withLock { $0 += time }
            moved.notify()
        }
    }

    @Test func whatLastsTooLongIsGivenUpWithOneTimerForAll() async {
        let clock = Clock()
        let deadlines = Deadlines(after: .seconds(10), now: clock.now, sleep: clock.sleep)
        var timers = clock.started.makeAsyncIterator()
        let (given, tell) = AsyncStream<Int>.makeStream()
        let waits = (0..<100).map { number in deadlines.begin { tell.yield(number) } }
        #expect(await timers.next() == clock.now() + .seconds(10))
        clock.pass(.seconds(3))
        let late = deadlines.begin { tell.yield(100) }
        for wait in waits.dropLast() { deadlines.end(wait) }
        clock.pass(.seconds(7))
        // The next timer is the late one's: of a hundred waits one was left, and it is over.
        #expect(await timers.next() == clock.now() + .seconds(3))
        var all = given.makeAsyncIterator()
        #expect(await all.next() == 99)
        deadlines.end(late)
        clock.pass(.seconds(3))
        // Nobody waits any more; a new wait has a timer of its own.
        clock.pass(.seconds(100))
        _ = deadlines.begin { tell.yield(101) }
        clock.pass(.seconds(10))
        #expect(await all.next() == 101)
    }
}
