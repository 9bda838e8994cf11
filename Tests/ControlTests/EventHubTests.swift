import Control
import Dispatch
import Synchronization
import Testing

@Suite struct EventHubTests {
    private static func number(_ event: RunEvent) -> Int? {
        if case .taken(let new, _) = event { new } else { nil }
    }

    @Test(.timeLimit(.minutes(30))) func anAttachedListenerWithoutALimitGetsEveryEventInOrder() {
        let hub = EventHub()
        let seen = Mutex<[Int]>([])
        hub.attach(limit: .max) { event in
            if let number = Self.number(event) { seen.withLock { $0.append(number) } }
        }
        for number in 0..<500 { hub.publish(.taken(new: number, known: 0)) }
        hub.finish()
        #expect(seen.withLock { $0 } == Array(0..<500))
    }

    /// A terminal that is stopped, a pipe that is not read: its thread stands still, and the run does not.
    @Test(.timeLimit(.minutes(30))) func anAttachedListenerThatStandsStillHoldsUpNobodyAndIsToldWhatItMissed() {
        let hub = EventHub()
        let heard = Mutex<[String]>([])
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        hub.attach(limit: 3) { event in
            heard.withLock { $0.append(event.json.line) }
            guard Self.number(event) == 0 else { return }
            begun.signal()
            goOn.wait()
        }
        hub.publish(.taken(new: 0, known: 0))
        begun.wait()
        for number in 1..<10 { hub.publish(.taken(new: number, known: 0)) }
        goOn.signal()
        hub.finish()
        hub.publish(.intakeEnded)
        hub.finish()
        #expect(
            heard.withLock { $0 } == (0..<3).map { #"{"event":"taken","new":\#($0),"known":0}"# }
                + [#"{"event":"missed","count":7}"#, #"{"event":"intakeEnded"}"#])
    }

    @Test(.timeLimit(.minutes(30))) func aSubscriptionThatIsNotReadHoldsUpNobodyAndIsToldWhatItMissed() async {
        let hub = EventHub()
        let subscription = hub.subscribe(limit: 3)
        for number in 0..<10 { hub.publish(.taken(new: number, known: 0)) }
        hub.finish()
        var heard: [String] = []
        for await event in subscription { heard.append(event.json.line) }
        #expect(
            heard == [#"{"event":"missed","count":7}"#]
                + (7..<10).map { #"{"event":"taken","new":\#($0),"known":0}"# })
    }

    @Test(.timeLimit(.minutes(30))) func aSubscriptionEndsByItselfWithItsTaskOrWithTheRun() async {
        let hub = EventHub()
        let first = hub.subscribe()
        first.cancel()
        hub.publish(.intakeEnded)
        for await event in first { Issue.record("heard \(event)") }
        let second = hub.subscribe()
        let waiting = Task { for await event in second { Issue.record("heard \(event)") } }
        waiting.cancel()
        await waiting.value
        hub.finish()
        for await event in hub.subscribe() { Issue.record("heard \(event)") }
    }
}
