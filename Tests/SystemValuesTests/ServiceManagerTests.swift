import TestSupport
import Testing

@testable import SystemValues

@Suite struct ServiceManagerTests {
    @Test(
        arguments: [
            ([:], nil), (["NOTIFY_SOCKET": "relative"], nil), (["NOTIFY_SOCKET": "/run/a"], .some(nil)),
            (["NOTIFY_SOCKET": "@a", "WATCHDOG_USEC": "2000000"], .some(.seconds(2))),
            (["NOTIFY_SOCKET": "@a", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "7"], .some(.seconds(2))),
            (["NOTIFY_SOCKET": "@a", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "8"], .some(nil)),
            (["NOTIFY_SOCKET": "@a", "WATCHDOG_USEC": "0"], .some(nil)),
        ] as [([String: String], Duration??)])
    func theEnvironmentNamesIt(environment: [String: String], watchdog: Duration??) {
        #expect(ServiceManager(environment: environment, process: 7).map(\.watchdog) == watchdog)
    }

    @Test func aNoticeIsOneDatagram() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.path]))
        #expect(manager.tell(.ready, .status("3 photos\nSTOPPING=1")))
        // A line of a status can be no message of its own.
        #expect(socket.next() == "READY=1\nSTATUS=3 photos STOPPING=1")
        #expect(socket.next() == nil)
    }

    /// By its time the manager tells one reload from another.
    @Test func aReloadHasItsTime() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": socket.path]))
        let times = try (0..<2).map { _ in
            #expect(manager.tell(.reloading))
            let lines = try #require(socket.next()).split(separator: "\n")
            #expect(lines.first == "RELOADING=1" && lines.count == 2)
            let number = lines.last.flatMap { $0.hasPrefix("MONOTONIC_USEC=") ? Int64($0.dropFirst(15)) : nil }
            return try #require(number)
        }
        #expect(times[0] > 0 && times[0] <= times[1])
    }

    @Test func aManagerThatHasGoneHoldsNothingUp() throws {
        let folder = try TemporaryFolder()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": folder["gone"].path]))
        #expect(!manager.tell(.alive))
    }
}
