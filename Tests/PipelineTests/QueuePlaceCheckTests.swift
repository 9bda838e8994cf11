import Storage
import StorageTesting
import Synchronization
import Testing

@testable import Supervisor

/// Looks at the queue's place: soon after a change and every half minute, and no timer stays behind.
@Suite(.timeLimit(.minutes(30))) struct QueuePlaceCheckTests {
    /// A store that counts the looks at its place, and is somewhere else from a given one on.
    private final class Store: QueueStore {
        private let memory = MemoryQueueStore()
        private let last: Int
        private let looks: AsyncStream<Int>.Continuation
        private let count = Mutex(0)

        init(movedAt last: Int = .max, _ looks: AsyncStream<Int>.Continuation) {
            (self.last, self.looks) = (last, looks)
        }

        func transaction<T>(_ body: (QueueTransaction) throws -> T) throws -> T { try memory.transaction(body) }
        func isDead(_ owner: Owner) -> Bool { memory.isDead(owner) }

        func checkPlace() throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            looks.yield(number)
            if number >= last { throw JobQueueError(.unusable, "The queue was moved away.", fault: .environment) }
        }
    }

    /// Pauses of the check; each lasts until it is told to end, or is cancelled.
    private final class Pauses: Sendable {
        let begun: AsyncStream<Duration>
        private let tell: AsyncStream<Duration>.Continuation
        private let all = Mutex<[Duration]>([])
        /// So often a short pause ends; long ones never do.
        private let short = ChangeSignal()

        init() { (begun, tell) = AsyncStream.makeStream() }

        var lengths: [Duration] { all.withLock { $0 } }

        func pass(_ duration: Duration) async throws {
            all.withLock { $0.append(duration) }
            tell.yield(duration)
            guard duration > .seconds(1) else { return }
            await short.wait(past: 0)
            try Task.checkCancellation()
        }

        func endLongOnes() { short.notify() }
    }

    @Test func itLooksAtTheStartAndAfterEachChangeAndOneLongPauseIsEnough() async throws {
        let (looks, tell) = AsyncStream<Int>.makeStream()
        let (changes, pauses) = (ChangeSignal(), Pauses())
        var check = QueuePlaceCheck(store: Store(tell), changes: changes)
        check.sleep = pauses.pass
        let running = Task { [check] in try await check.run() }
        for await look in looks {
            if look == 50 { break }
            changes.notify()
        }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(pauses.lengths.count { $0 == .seconds(30) } <= 1, "one timer, however many changes there were")
        #expect(pauses.lengths.count { $0 == .milliseconds(250) } >= 49)
    }

    @Test func aQueueThatIsMovedWithoutAChangeIsFoundAfterTheLongPause() async throws {
        let (_, tell) = AsyncStream<Int>.makeStream()
        let pauses = Pauses()
        var check = QueuePlaceCheck(store: Store(movedAt: 2, tell), changes: ChangeSignal())
        check.sleep = pauses.pass
        let running = Task { [check] in try await check.run() }
        for await _ in pauses.begun { break }
        pauses.endLongOnes()
        let error = await #expect(throws: JobQueueError.self) { try await running.value }
        #expect(error?.code == .unusable)
    }
}
