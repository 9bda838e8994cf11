import Dispatch
import Foundation
import Synchronization
import SystemValues
import Testing

/// Lanes and threads for what blocks.
@Suite(.timeLimit(.minutes(30))) struct BlockingLaneTests {
    private struct Fault: Error, Equatable { let number: Int }

    /// What was run, in order.
    private final class Seen: Sendable {
        private let numbers = Mutex<[Int]>([])

        func note(_ number: Int) { numbers.withLock { $0.append(number) } }
        var all: [Int] { numbers.withLock { $0 } }
    }

    /// How many bodies ran at the same time.
    private final class Crowd: Sendable {
        private let state = Mutex((now: 0, most: 0))

        func enter() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }
        func leave() { state.withLock { $0.now -= 1 } }
        var most: Int { state.withLock { $0.most } }
    }

    @Test func bodiesRunInTheOrderInWhichTheyWereAdded() {
        let (lane, seen) = (BlockingLane("test"), Seen())
        for number in 0..<1000 { lane.add { seen.note(number) } }
        let last = lane.finish {
            seen.note(1000)
            return seen.all.count
        }
        #expect(last == 1001 && seen.all == Array(0...1000))
    }

    @Test func anAnswerAndAnErrorReachTheirCaller() async throws {
        let lane = BlockingLane("test")
        #expect(try await lane.perform { "answer" } == "answer")
        await #expect(throws: Fault(number: 7)) { try await lane.perform { throw Fault(number: 7) } }
        #expect(try await lane.perform { 3 } == 3, "an error takes nothing with it")
    }

    @Test func manyCallersEachGetTheirOwnAnswerAndNeverAtTheSameTime() async throws {
        let lane = BlockingLane("test")
        let crowd = Crowd()
        let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<200 {
                group.addTask {
                    let answer = try await lane.perform {
                        crowd.enter()
                        defer { crowd.leave() }
                        return number * 2
                    }
                    return (number, answer)
                }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, $0 * 2) }))
        #expect(crowd.most == 1)
    }

    /// A share that answers nothing holds up what waits for it, and neither other lanes nor the tasks of the program.
    @Test func aLaneThatHangsHoldsUpItsOwnCallersAlone() async throws {
        let (hung, other, seen) = (BlockingLane("hung"), BlockingLane("other"), Seen())
        let hold = DispatchSemaphore(value: 0)
        hung.add { hold.wait() }
        let behind = Task { try await hung.perform { seen.note(1) } }
        for number in 0..<100 { #expect(try await other.perform { number } == number) }
        for number in 0..<20 { #expect(try await BlockingLane("further").perform { number } == number) }
        #expect(seen.all.isEmpty)
        hold.signal()
        try await behind.value
        #expect(seen.all == [1])
    }

    @Test func whatWaitsOnALaneIsRunThoughNobodyHoldsTheLane() async throws {
        let done = FirstAnswer<Int>()
        for number in 0..<10 { BlockingLane("short").add { done.give(.success(number)) } }
        #expect((0..<10).contains(try await done.value()))
    }

    @Test func aThreadHasItsNameAndEndsWithItsBody() async throws {
        let answer = FirstAnswer<String>()
        OwnThread.start("quiver-name-that-is-long") {
            answer.give(Result { try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) })
        }
        #expect(try await answer.value() == "quiver-name-tha\n")
    }

    @Test func theFirstAnswerCounts() async throws {
        let answer = FirstAnswer<Int>()
        #expect(answer.give(.success(1)) && !answer.give(.success(2)) && !answer.give(.failure(Fault(number: 3))))
        #expect(try await answer.value() == 1)
        #expect(!answer.give(.success(4)))
        let late = FirstAnswer<Int>()
        let waiting = Task { try await late.value() }
        late.give(.failure(Fault(number: 5)))
        await #expect(throws: Fault(number: 5)) { try await waiting.value }
    }
}
