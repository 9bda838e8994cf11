import Dispatch
import Glibc
import Storage
import Synchronization
import Testing

@testable import Supervisor

@Suite struct QueueRecordsTests {
    @Test(
        "The parts of a queue that are read side by side hold each job once, and are few however high it counts",
        arguments: [-5, 0, 1, 9_999, 10_000, 123_456, 1_000_000, .max] as [Int64])
    func parts(newest: Int64) {
        let parts = QueueRecords.Part.upTo(JobID(rawValue: newest), by: 10_000)
        #expect((1...64).contains(parts.count))
        #expect(parts.first?.after == JobID(rawValue: -1))
        #expect(parts.last?.through == JobID(rawValue: max(0, newest)))
        for part in parts { #expect((part.after?.rawValue ?? .max) < (part.through?.rawValue ?? .min)) }
        for (one, next) in zip(parts, parts.dropFirst()) { #expect(one.through == next.after) }
    }

    @Test func aPartThatCannotBeReadHoldsUpNoOther() throws {
        struct Fault: Error {}
        let turns = ReadingTurns(QueueRecords.Part.upTo(JobID(rawValue: 3), by: 2))
        #expect(throws: Fault.self) { _ = try turns.next { _, _ in throw Fault() } }
        #expect(throws: Fault.self) {
            _ = try turns.next { _, begun in
                begun()
                throw Fault()
            }
        }
        #expect(try !turns.next { _, begun in begun() })
    }

    /// A part begins when the one before it reads at a moment that is fixed, and not sooner.
    @Test func partsBeginOneAfterTheOther() throws {
        let turns = ReadingTurns(QueueRecords.Part.upTo(JobID(rawValue: 40), by: 2))
        let (begun, all) = (Tally(), Tally())
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            while true {
                let isRead = try? turns.next { part, begin in
                    // None of the parts behind it may read yet.
                    let before = begun.parts
                    usleep(2_000)
                    #expect(begun.parts == before)
                    begun.add(part)
                    begin()
                    usleep(1_000)
                    all.add(part)
                }
                guard isRead == true else { return }
            }
        }
        let expected = QueueRecords.Part.upTo(JobID(rawValue: 40), by: 2).map(\.after)
        #expect(begun.parts == expected)
        #expect(Set(all.parts) == Set(expected))
    }

    private final class Tally: Sendable {
        private let found = Mutex<[JobID?]>([])

        var parts: [JobID?] { found.withLock { $0 } }

        func add(_ part: QueueRecords.Part) { found.withLock { $0.append(part.after) } }
    }
}
