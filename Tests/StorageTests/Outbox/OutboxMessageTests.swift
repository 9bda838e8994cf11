import Testing

@testable import Storage

@Suite struct OutboxMessageTests {
    /// Outputs, and what is kept of each.
    static let outputs: [([UInt8], String)] = [
        ([], ""), (Array("fine\n".utf8), "fine\n"), ([0x61, 0, 0xFF], "a\u{FFFD}\u{FFFD}"),
        ([UInt8](repeating: 0x61, count: 4096), String(repeating: "a", count: 4096)),
        ([UInt8](repeating: 0x61, count: 9000), String(repeating: "a", count: 4096)),
        // The last character is cut through, or stands just before the end.
        (Array(String(repeating: "a", count: 4095).utf8) + Array("é…".utf8), String(repeating: "a", count: 4095)),
        (Array(String(repeating: "a", count: 4094).utf8) + Array("🏹x".utf8), String(repeating: "a", count: 4094)),
        (Array(String(repeating: "a", count: 4094).utf8) + Array("éx".utf8), String(repeating: "a", count: 4094) + "é"),
        ([UInt8](repeating: 0x80, count: 5000), String(repeating: "\u{FFFD}", count: 4096)),
    ]

    @Test(arguments: outputs.indices)
    func theBeginningOfAnyOutputIsKept(_ number: Int) {
        let (output, kept) = Self.outputs[number]
        let answer = OutboxAnswer(.exited(1), output: output, attempt: 2, at: 3)
        #expect(answer.output == kept)
        #expect(answer.status == .exited(1) && answer.attempt == 2 && answer.at == 3)
    }

    @Test func anAnswerThatDidNotComeSaysWhy() {
        let answer = OutboxAnswer(noAnswer: "the name is not known", attempt: 1, at: 2)
        #expect(answer.status == .none && answer.output == "the name is not known")
    }

    @Test func receiversTellMessagesOfEveryQueueApart() {
        func key(_ id: Int64, _ made: UnixMillis, _ queue: UInt64, _ attempts: Int) -> String {
            var progress = OutboxProgress(made: made)
            progress.attempts = attempts
            return OutboxMessage(
                id: MessageID(rawValue: id), hook: "h", subject: .session("s"), event: "session", body: [], made: made,
                progress: progress
            ).idempotencyKey(in: Fingerprint(head: queue, tail: (1, 2, 3)))
        }
        #expect(key(1, 2, 3, 1) == key(1, 2, 3, 9), "the same at each try")
        #expect(Set([key(1, 2, 3, 1), key(2, 2, 3, 1), key(1, 3, 3, 1), key(1, 2, 4, 1)]).count == 4)
    }

    @Test func aFilterMeansWhatHoldsInAllItsConditions() {
        var progress = OutboxProgress(made: 1)
        progress.state = .delivered
        progress.ended = 5
        let message = OutboxMessage(
            id: MessageID(rawValue: 7), hook: "h",
            subject: .photo(ClaimID(job: JobID(rawValue: 3), claimNumber: 1)), event: "photo", body: [], made: 1,
            progress: progress)
        let changes: [(inout OutboxFilter) -> Void] = [
            { $0.ids = [] }, { $0.hooks = ["x"] }, { $0.states = [.waiting, .givenUp] }, { $0.jobs = [] },
            { $0.endedBefore = 5 },
        ]
        var filter = OutboxFilter(ids: [message.id], hooks: ["h", "x"], states: [.delivered])
        filter.jobs = [JobID(rawValue: 3)]
        filter.endedBefore = 6
        #expect(filter.matches(message) && OutboxFilter().matches(message))
        for change in changes {
            var narrower = filter
            change(&narrower)
            #expect(!narrower.matches(message), "\(narrower)")
        }
    }
}
