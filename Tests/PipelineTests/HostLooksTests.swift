import Storage
import SystemValues
import Testing

@testable import Supervisor

@Suite struct HostLooksTests {
    private static let start = ContinuousClock.now

    private static func member(_ ended: Int, pid: Int32 = 1, workers: Int = 2, alive: Bool = true) -> QueueMember {
        QueueMember(
            owner: Owner(host: "nas", boot: "1", pid: pid, started: 1),
            work: QueueMember.Work(workers: workers, ended: ended, takesIn: false), running: 0, since: 1_000,
            silence: .seconds(3), isAlive: alive)
    }

    private static func rate(_ looks: HostLooks, _ member: QueueMember, after seconds: Int) -> Double? {
        looks.hosts(of: [member], at: start + .seconds(seconds), clock: 1_000 + Int64(seconds) * 1_000).first?
            .photosPerMinute
    }

    /// Since its start at first, by the storage's clock; then since the first look of the last minutes.
    @Test func aRateIsTakenOverTheLastMinutes() {
        let looks = HostLooks()
        #expect(Self.rate(looks, Self.member(4), after: 20) == nil)
        #expect(Self.rate(looks, Self.member(30), after: 40) == 45)
        #expect(Self.rate(looks, Self.member(64), after: 80) == 60)
        // What lies further back than the span counts no more: the oldest look left is that after 80 seconds.
        #expect(Self.rate(looks, Self.member(114), after: 230) == 20)
    }

    @Test func aProcessThatBeganAnewIsAnother() {
        let looks = HostLooks()
        _ = Self.rate(looks, Self.member(100), after: 60)
        #expect(Self.rate(looks, Self.member(90, pid: 2), after: 120) == 45)
    }

    @Test func theDeadHaveNoRateAndACommandIsNoHost() {
        let looks = HostLooks()
        #expect(Self.rate(looks, Self.member(100, alive: false), after: 60) == 0)
        #expect(looks.hosts(of: [Self.member(0, workers: 0)], at: Self.start, clock: 0).isEmpty)
    }
}
