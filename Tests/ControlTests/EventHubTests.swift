import Control
import Synchronization
import Testing

@Suite struct EventHubTests {
    private static func number(_ event: RunEvent) -> Int? {
        if case .taken(let new, _) = event { new } else { nil }
    }

    @Test(.timeLimit(.minutes(10))) func anAttachedListenerGetsEveryEventInOrderHoweverSlow() {
        let hub = EventHub()
        let seen = Mutex<[Int]>([])
        hub.attach(limit: 2) { event in
            if let number = Self.number(event) { seen.withLock { $0.append(number) } }
        }
        for number in 0..<500 { hub.publish(.taken(new: number, known: 0)) }
        hub.finish()
        #expect(seen.withLock { $0 } == Array(0..<500))
    }

    @Test(.timeLimit(.minutes(10))) func aSubscriptionThatIsNotReadHoldsUpNobodyAndIsToldWhatItMissed() async {
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

    @Test(.timeLimit(.minutes(10))) func aSubscriptionEndsByItselfWithItsTaskOrWithTheRun() async {
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
