import Testing

@testable import Intake

@Suite("OverflowBackoff")
struct OverflowBackoffTests {
    @Test("three scans at once, then pauses that double up to ten seconds, and calm forgives")
    func pauses() {
        var backoff = OverflowBackoff()
        var now: Duration = .seconds(100)
        var pauses: [Duration] = []
        for _ in 0..<12 {
            backoff.overflow(at: now)
            let due = backoff.scanDue ?? now
            pauses.append(due - now)
            now = due
            let answers = [backoff.takeScan(at: now), backoff.takeScan(at: now)]
            #expect(answers == [true, false])
        }
        let doubled = [100, 200, 400, 800, 1600, 3200, 6400].map { Duration.milliseconds($0) }
        #expect(pauses == [.zero, .zero, .zero] + doubled + [.seconds(10), .seconds(10)])
        now += .seconds(60)
        backoff.overflow(at: now)
        #expect(backoff.scanDue == now)
    }

    @Test("overflows while a scan is due change nothing")
    func collapsed() {
        var backoff = OverflowBackoff()
        for _ in 0..<100 { backoff.overflow(at: .seconds(1)) }
        #expect(backoff.scanDue == .seconds(1))
    }
}
