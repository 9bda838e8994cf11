import Foundation
import Glibc
import TestSupport
import Testing

/// `quiver serve` as a unit of `Type=notify` with a watchdog starts it.
@Suite("The page under a service manager", .timeLimit(.minutes(30)))
struct ServedUnitTests {
    @Test("it says when the page can be opened, that it is alive, and that it ends")
    func heartbeat() async throws {
        let scene = try await ReviewScene()
        let socket = try NotifySocket(in: scene.folder)
        var program = scene.program
        program.environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "900000"]
        let running = try program.start(["serve", "--output", "out", "--port", "0"])
        defer { kill(running.pid, SIGKILL) }
        let first = socket.next(within: 180)
        #expect(first == "READY=1\nSTATUS=starts")
        #expect(try String(contentsOf: running.talk, encoding: .utf8).contains("the page is at "))
        for _ in 0..<3 { #expect(socket.next(within: 180) == "WATCHDOG=1\nSTATUS=serves the page") }
        kill(running.pid, SIGTERM)
        #expect(socket.hears("STOPPING=1", within: 180))
        #expect(try running.wait().status == 0)
    }

    /// A process that stands still says nothing; what the manager does then is the manager's.
    @Test("nothing is said while the process stands still")
    func silence() async throws {
        let scene = try await ReviewScene()
        let socket = try NotifySocket(in: scene.folder)
        var program = scene.program
        program.environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "300000"]
        let running = try program.start(["serve", "--output", "out", "--port", "0"])
        defer { kill(running.pid, SIGKILL) }
        #expect(socket.hears("WATCHDOG=1", within: 180))
        kill(running.pid, SIGSTOP)
        #expect((0..<20).contains { _ in socket.next(within: 1) == nil })
        kill(running.pid, SIGCONT)
        #expect(socket.hears("WATCHDOG=1", within: 180))
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
    }
}
