import Synchronization
import Testing

@testable import Geometry

@Suite struct AllProcessorsTests {
    @Test("Each element is made once, and all are in their order", arguments: [0, 1, 2, 7, 1_000])
    func order(count: Int) {
        let calls = Atomic(0)
        let made = Array(0..<count).mapOnAllProcessors { number in
            calls.add(1, ordering: .relaxed)
            return "\(number)"
        }
        #expect(made == (0..<count).map { "\($0)" })
        #expect(calls.load(ordering: .relaxed) == count)
    }
}
