import Synchronization
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite(.timeLimit(.minutes(30))) struct ChangeSignalTests {
    @Test func aChangeBetweenTheLookAndTheWaitIsNotMissed() async {
        let signal = ChangeSignal()
        let seen = signal.count
        signal.notify()
        await signal.wait(past: seen)
        #expect(signal.count == seen + 1)
    }

    @Test func everybodyWhoWaitsGoesOn() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await signal.wait(past: 0) } }
            group.addTask { signal.notify() }
        }
        #expect(signal.count == 1)
    }

    @Test func aCancelledWaitReturnsBeforeAndAfterItBegins() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await signal.wait(past: 0) } }
            group.cancelAll()
            for _ in 0..<10 { group.addTask { await signal.wait(past: 0) } }
        }
        #expect(signal.count == 0)
    }

    @Test func theLongestWaitIsPutToSleepForAndNoLonger() async {
        let signal = ChangeSignal()
        let slept = Mutex<[Duration]>([])
        await signal.wait(past: 0, atMost: .seconds(7)) { duration in slept.withLock { $0.append(duration) } }
        #expect(slept.withLock { $0 } == [.seconds(7)])
    }

    @Test func aStopIsNeverForgottenAndKeepsItsFirstCause() async {
        let stop = StopRequest()
        stop.ask(.hangUp)
        stop.ask(.interrupt)
        await stop.wait()
        await stop.pause(for: .seconds(3600))
        #expect(stop.cause == .hangUp)
    }
}
