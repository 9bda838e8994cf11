import Testing

@testable import Storage

/// What can happen to a message, in every state that it can be in.
@Suite struct OutboxProgressTests {
    private static let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)

    private static func progress(
        _ state: OutboxState, by owner: Owner? = nil, attempts: Int = 3, due: UnixMillis = 100
    ) -> OutboxProgress {
        var progress = OutboxProgress(made: 50)
        progress.state = state
        progress.owner = owner
        progress.attempts = attempts
        progress.due = due
        progress.ended = state == .waiting ? nil : 90
        return progress
    }

    private static let events: [OutboxEvent] = [
        .claimed(owner), .ended(.delivered), .ended(.retry(at: 700)), .ended(.givenUp), .ended(.released), .freed,
        .retried,
    ]

    /// Every state, and the events that mean something in it.
    private static let meanings: [(OutboxProgress, [OutboxEvent])] = [
        (progress(.waiting), [.claimed(owner), .retried]),
        (progress(.waiting, due: 101), [.retried]),
        (
            progress(.waiting, by: owner),
            [.ended(.delivered), .ended(.retry(at: 700)), .ended(.givenUp), .ended(.released), .freed]
        ),
        (progress(.delivered), [.retried]),
        (progress(.givenUp), [.retried]),
    ]

    @Test(arguments: meanings.indices)
    func anEventMeansSomethingInTheStatesThatAreListedAlone(_ number: Int) {
        let (progress, meant) = Self.meanings[number]
        for event in Self.events {
            #expect((progress.after(event, at: 100) != nil) == meant.contains(event), "\(event)")
        }
    }

    @Test func aClaimCountsAnAttemptAndHasAnOwner() {
        let next = Self.progress(.waiting).after(.claimed(Self.owner), at: 100)
        #expect(next == Self.progress(.waiting, by: Self.owner, attempts: 4))
    }

    @Test func anEndLeavesNoOwner() throws {
        let held = Self.progress(.waiting, by: Self.owner)
        let delivered = try #require(held.after(.ended(.delivered), at: 800))
        #expect(delivered.state == .delivered && delivered.ended == 800 && delivered.owner == nil)
        let givenUp = try #require(held.after(.ended(.givenUp), at: 800))
        #expect(givenUp.state == .givenUp && givenUp.ended == 800 && givenUp.attempts == 3)
        #expect(held.after(.ended(.retry(at: 700)), at: 600) == Self.progress(.waiting, due: 700))
    }

    @Test func whatWasNotSentCostsNothingAndWhatADeadProcessHadDoes() {
        let held = Self.progress(.waiting, by: Self.owner)
        #expect(held.after(.ended(.released), at: 600) == Self.progress(.waiting, attempts: 2))
        #expect(held.after(.freed, at: 600) == Self.progress(.waiting))
    }

    @Test(arguments: OutboxState.allCases)
    func aRetryBeginsAnew(_ state: OutboxState) throws {
        let next = try #require(Self.progress(state).after(.retried, at: 600))
        #expect(next.state == .waiting && next.due == 600 && next.since == 600 && next.ended == nil)
        #expect(next.attempts == 0)
    }
}
