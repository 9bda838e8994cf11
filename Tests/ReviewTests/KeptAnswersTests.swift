import JSONTree
import Testing

@testable import Review

/// Answers that were lost on the way, and are asked for once more.
@Suite struct KeptAnswersTests {
    /// Counts how often a change was made.
    private actor Changes {
        private(set) var count = 0

        func make(_ text: String = "") -> Answer {
            count += 1
            return .json(["change": .integer(count), "text": .string(text)])
        }
    }

    private static func call(_ key: String?, by holder: String = "a", _ body: String = "{}") -> Call {
        Call(
            parameters: [:], query: [:], ifMatch: nil, body: Array(body.utf8), idempotencyKey: key, queue: "q",
            client: .program(holder), grant: Grant(holder: holder, scopes: [.review]), connection: nil)
    }

    private static func number(_ answer: Answer) -> JSONValue? {
        if case .json(let value) = answer { value["change"] } else { nil }
    }

    /// Each is made or answered as before, by what tells it from the first.
    @Test(
        arguments: [
            ("12345678", "a", "{}", "changeJobs", 1), ("12345678", "b", "{}", "changeJobs", 2),
            ("12345679", "a", "{}", "changeJobs", 2), ("12345678", "a", "{ }", "changeJobs", 2),
            ("12345678", "a", "{}", "restoreJobs", 2), (nil, "a", "{}", "changeJobs", 2),
        ] as [(String?, String, String, String, Int)])
    func onlyTheSameChangeOfTheSameHolderIsAnsweredAgain(
        key: String?, holder: String, body: String, operation: String, count: Int
    ) async throws {
        let (answers, changes) = (KeptAnswers(), Changes())
        _ = try await answers.answer(to: Self.call("12345678"), of: "changeJobs") { await changes.make() }
        let again = try await answers.answer(to: Self.call(key, by: holder, body), of: operation) {
            await changes.make()
        }
        #expect(Self.number(again) == .integer(count))
        #expect(await changes.count == count)
    }

    @Test func aChangeThatFailedIsTriedAgain() async throws {
        let (answers, changes) = (KeptAnswers(), Changes())
        await #expect(throws: Problem.self) {
            try await answers.answer(to: Self.call("12345678"), of: "changeJobs") {
                throw Problem(.badRequest, code: .badRequest, "No.")
            }
        }
        let again = try await answers.answer(to: Self.call("12345678"), of: "changeJobs") { await changes.make() }
        #expect(Self.number(again) == 1)
    }

    @Test func largeAnswersArePutOutByLaterOnes() async throws {
        let (answers, changes) = (KeptAnswers(mostCharacters: 1_000), Changes())
        let large = String(repeating: "x", count: 2_000)
        func send(_ key: String, _ text: String) async throws -> JSONValue? {
            Self.number(
                try await answers.answer(to: Self.call(key), of: "changeJobs") { await changes.make(text) })
        }
        #expect(try await send("12345678", large) == 1)
        #expect(try await send("12345678", large) == 1)
        #expect(try await send("12345679", "") == 2)
        #expect(try await send("12345678", "") == 3)
        #expect(try await send("12345679", "") == 2)
    }
}
