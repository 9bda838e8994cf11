import Foundation
import Synchronization
import Testing

@testable import SystemValues

@Suite struct OrderedWorkTests {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    /// Numbers from 0, each of a weight, and what is known of how far they were asked.
    private final class Numbers: Sendable {
        private let state = Mutex((next: 0, askers: 0, mostAskers: 0, taken: 0, mostUnderWay: 0))
        private let count: Int
        private let weight: Int

        init(_ count: Int, weight: Int = 1) { (self.count, self.weight) = (count, weight) }

        var asked: Int { state.withLock { $0.next } }
        var mostAskers: Int { state.withLock { $0.mostAskers } }
        var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

        func next() -> (item: Int, weight: Int)? {
            let number = state.withLock { state -> Int? in
                state.askers += 1
                state.mostAskers = max(state.mostAskers, state.askers)
                guard state.next < count else { return nil }
                state.next += 1
                state.mostUnderWay = max(state.mostUnderWay, state.next - state.taken)
                return state.next - 1
            }
            state.withLock { $0.askers -= 1 }
            return number.map { ($0, weight) }
        }

        func take() { state.withLock { $0.taken += 1 } }
    }

    /// Opens when it was met so many times.
    private final class Gate: Sendable {
        private let condition = NSCondition()
        private let left: Mutex<Int>

        init(_ count: Int) { left = Mutex(count) }

        func meet() {
            condition.withLock {
                left.withLock { $0 -= 1 }
                condition.broadcast()
                while left.withLock({ $0 > 0 }) { condition.wait() }
            }
        }
    }

    @Test(arguments: [1, 2, 5], [0, 1, 3, 1_000])
    func answersComeInTheOrderOfTheItems(threads: Int, limit: Int) {
        let numbers = Numbers(200)
        var taken: [Int] = []
        OrderedWork(threads: threads, limit: limit).run {
            numbers.next()
        } work: {
            $0 * 2
        } take: {
            taken.append($0)
        }
        #expect(taken == (0..<200).map { $0 * 2 })
        #expect(numbers.mostAskers == 1)
    }

    /// Each waits for the other: one thread alone would never come to the end.
    @Test func severalThreadsWorkAtOnce() {
        let (numbers, gate) = (Numbers(2), Gate(2))
        var taken: [Int] = []
        OrderedWork(threads: 2, limit: 10).run {
            numbers.next()
        } work: { number in
            gate.meet()
            return number
        } take: {
            taken.append($0)
        }
        #expect(taken == [0, 1])
    }

    @Test(arguments: [(1, 4, 4), (3, 4, 2), (4, 4, 1), (9, 4, 1), (1, 0, 1)])
    func noMoreIsUnderWayThanTheLimit(weight: Int, limit: Int, most: Int) {
        let numbers = Numbers(100, weight: weight)
        OrderedWork(threads: 4, limit: limit).run {
            numbers.next()
        } work: {
            $0
        } take: { _ in
            numbers.take()
        }
        #expect(numbers.mostUnderWay <= most)
        #expect(numbers.asked == 100)
    }

    /// The later item fails first, as the earlier one waits for it.
    @Test func theFirstErrorInOrderIsThrown() {
        let (numbers, gate) = (Numbers(1_000), Gate(2))
        var (taken, thrown): ([Int], Failure?) = ([], nil)
        do throws(Failure) {
            try OrderedWork(threads: 2, limit: 8).run {
                numbers.next()
            } work: { (number: Int) throws(Failure) in
                if number == 4 || number == 5 {
                    gate.meet()
                    throw Failure(number: number)
                }
                return number
            } take: { (number: Int) throws(Failure) in
                taken.append(number)
                numbers.take()
            }
        } catch {
            thrown = error
        }
        #expect(thrown == Failure(number: 4))
        #expect(taken == [0, 1, 2, 3])
        #expect(numbers.asked <= 12)
    }

    @Test(arguments: [1, 3]) func nothingIsBegunAfterAnAnswerWasRefused(threads: Int) {
        let numbers = Numbers(1_000)
        var thrown: Failure?
        do throws(Failure) {
            try OrderedWork(threads: threads, limit: 4).run {
                numbers.next()
            } work: { (number: Int) throws(Failure) in
                number
            } take: { (number: Int) throws(Failure) in
                if number == 10 { throw Failure(number: number) }
                numbers.take()
            }
        } catch {
            thrown = error
        }
        #expect(thrown == Failure(number: 10))
        let asked = numbers.asked
        #expect(asked <= 15)
        // The threads have ended.
        #expect(numbers.asked == asked)
    }
}
