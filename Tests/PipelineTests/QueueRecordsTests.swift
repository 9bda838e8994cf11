import Storage
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
}
