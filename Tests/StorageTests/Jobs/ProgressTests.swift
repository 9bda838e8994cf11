import Storage
import Testing

@Suite struct ProgressTests {
    private static let broken = JobFailure(code: "x", message: "y", fault: .input)

    /// Which events mean something in which state.
    private static let meanings: [(JobEvent, Set<JobState>)] = [
        (.arrived, [.waiting, .ready, .blocked, .gone]), (.opened, [.waiting, .ready, .blocked, .gone]),
        (.woke, [.blocked]), (.claimed, [.ready]), (.ended(.released), [.running]),
        (.recovered(limit: 2), [.running]),
        (.retried(whole: true), [.blocked, .failed, .gone, .quarantined, .cancelled]),
        (.cancelled, [.waiting, .ready, .running, .blocked]), (.vanished, [.waiting, .ready, .blocked]),
        (.replaced, [.running]),
    ]

    @Test(arguments: meanings)
    func eventsMeanNothingElsewhere(_ event: JobEvent, _ states: Set<JobState>) {
        for state in JobState.allCases {
            let next = Progress(state, due: 5).after(event, at: 5)
            #expect((next != nil) == states.contains(state), "\(event) in \(state)")
        }
    }

    @Test(arguments: [
        (Outcome.done([]), JobState.done), (.failed(broken), .failed), (.retry(at: 9, broken, budget: 1), .blocked),
        (.retry(at: 9, broken, budget: 0), .failed), (.released, .ready), (.crashed(broken), .ready),
        (.crashed(broken, limit: 1), .quarantined), (.postponed(until: 9, broken), .blocked), (.gone(), .gone),
        (.changed, .waiting),
    ])
    func outcomesLeadTo(_ outcome: Outcome, _ state: JobState) {
        #expect(Progress(.running, due: 1).after(.ended(outcome), at: 2)?.state == state)
    }

    @Test func aBlockedJobSleepsUntilItIsDue() {
        let blocked = Progress(.blocked, due: 100)
        #expect(blocked.after(.woke, at: 99) == nil)
        #expect(blocked.after(.woke, at: 100)?.state == .ready)
    }

    @Test func finalStatesAreThoseThatOnlyPeopleOrFilesLeave() {
        let events: [JobEvent] = [.woke, .claimed, .ended(.released), .recovered(limit: 1), .cancelled]
        for state in JobState.allCases where state.isFinal {
            for event in events { #expect(Progress(state, due: 0).after(event, at: 1) == nil) }
        }
    }
}
