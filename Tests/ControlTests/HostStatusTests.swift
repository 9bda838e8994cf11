import Foundation
import Storage
import Testing

@testable import Control

@Suite struct HostStatusTests {
    private static func host(_ name: String, workers: Int = 2, alive: Bool = true, rate: Double? = nil) -> HostStatus {
        let member = QueueMember(
            owner: Owner(host: name, boot: "1", pid: 7, started: 1),
            work: QueueMember.Work(workers: workers, ended: 12, takesIn: true, version: "0.1.0"), running: 3, since: 5,
            silence: .milliseconds(4_200), isAlive: alive)
        return HostStatus(member, rate: rate)
    }

    @Test func itSaysWhatTheQueueKnows() throws {
        let host = Self.host("nas", rate: 51.25)
        #expect(host.host == "nas" && host.process == 7 && host.workers == 2 && host.running == 3 && host.ended == 12)
        #expect(host.lastBeat == 4.2 && host.isAlive && host.takesIn && host.photosPerMinute == 51.25)
        #expect(try JSONDecoder().decode(HostStatus.self, from: JSONEncoder().encode(host)) == host)
    }

    @Test func theDeadCountForNothing() {
        let hosts = [Self.host("a", rate: 30), Self.host("b", rate: 90), Self.host("c", alive: false, rate: 600)]
        #expect(hosts.photosPerSecond == 2 && hosts.isWorked)
        #expect([Self.host("a")].photosPerSecond == nil && [HostStatus]().photosPerSecond == nil)
        #expect([Self.host("a", rate: 0)].photosPerSecond == nil)
        #expect(![Self.host("a", alive: false)].isWorked && ![Self.host("a", workers: 0)].isWorked)
    }
}
