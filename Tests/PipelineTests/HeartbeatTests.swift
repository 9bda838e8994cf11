import Control
import Foundation
import Glibc
import ServiceLifecycle
import Synchronization
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// What a service manager hears of a run.
@Suite(.timeLimit(.minutes(30))) struct HeartbeatTests {
    private static let live = LiveStatus(
        processIdentifier: 1, startedAt: 0, workers: 2, roots: [], ended: 3, slots: [LiveStatus.Slot(job: 1)])

    @Test(arguments: [
        (live, "3 photos ended, 1 in work"),
        (
            LiveStatus(processIdentifier: 1, startedAt: 0, workers: 2, roots: [], ended: 0),
            "0 photos ended, waits for photos"
        ),
        (
            LiveStatus(processIdentifier: 1, startedAt: 0, workers: 2, roots: [], ended: 1, pause: "the disk is full"),
            "1 photos ended, paused: the disk is full"
        ),
        (
            LiveStatus(
                processIdentifier: 1, startedAt: 0, workers: 2, roots: [], ended: 1, pause: "x", isPausedByHand: true),
            "1 photos ended, paused by hand"
        ),
    ])
    func theSentenceSaysHowItStands(live: LiveStatus, sentence: String) {
        #expect(Heartbeat.sentence(live) == sentence)
    }

    @Test func withoutAManagerThereIsNone() {
        #expect(Heartbeat(environment: [:], until: StopRequest()) { "" } == nil)
    }

    /// It beats three times in the time that the manager allows, and not while a loop stands still.
    @Test func aLoopThatStandsStillIsHeard() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let isStuck = Mutex(false)
        let stop = StopRequest()
        let heartbeat = try #require(
            Heartbeat(environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "300000"], until: stop) {
                while isStuck.withLock({ $0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
                return "stands"
            })
        let running = Task { try await heartbeat.run() }
        let lane = BlockingLane("quiver.test")
        #expect(await lane.hears("READY=1", on: socket))
        for _ in 0..<3 { #expect(await lane.hears("WATCHDOG=1", on: socket)) }
        isStuck.withLock { $0 = true }
        // Some beats may be on their way, on a slow machine many.
        let isSilent = try await lane.perform { (0..<1000).contains { _ in socket.next(within: 0.7) == nil } }
        #expect(isSilent)
        isStuck.withLock { $0 = false }
        #expect(await lane.hears("WATCHDOG=1", on: socket))
        stop.ask(.terminate)
        #expect(await lane.hears("STOPPING=1", on: socket))
        running.cancel()
        _ = await running.result
    }

    @Test func aReloadIsNoEnd() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let stop = StopRequest()
        let heartbeat = try #require(
            Heartbeat(environment: ["NOTIFY_SOCKET": socket.path], until: stop) { "stands" })
        let running = Task { try await heartbeat.run() }
        let lane = BlockingLane("quiver.test")
        #expect(await lane.hears("READY=1", on: socket))
        stop.ask(.reload)
        #expect(await lane.hears("RELOADING=1", on: socket))
        running.cancel()
        _ = await running.result
    }

    /// Nothing is told before the start is over, nor of a start that was broken off.
    @Test(arguments: [true, false]) func itBeginsOnceTheStartIsOver(isBrokenOff: Bool) async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let (opening, opened) = AsyncStream<Void>.makeStream()
        let made = Heartbeat(
            environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "30000"], until: StopRequest(),
            start: { for await _ in opening {} }, ask: { "stands" })
        let heartbeat = try #require(made)
        let running = Task { try await heartbeat.run() }
        let lane = BlockingLane("quiver.test")
        #expect(try await lane.perform { socket.next(within: 0.3) } == nil)
        if isBrokenOff { running.cancel() } else { opened.finish() }
        let first = try await lane.perform { socket.next(within: isBrokenOff ? 0.3 : 600) }
        #expect(first == (isBrokenOff ? nil : "READY=1\nSTATUS=starts"))
        running.cancel()
        _ = await running.result
    }

    /// Where no heartbeat runs, a run that begins or ends is alive as long as it takes.
    @Test func whatTakesLongIsCovered() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder.url)
        let lane = BlockingLane("quiver.test")
        let environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "300000"]
        await Heartbeat.covering(environment) {
            for _ in 0..<3 { #expect(await lane.hears("WATCHDOG=1", on: socket)) }
        }
    }

    /// The program itself, as its unit starts it.
    @Test func aWatchTellsItsStartAndItsEnd() throws {
        let fixtures = try RunFixtures()
        let socket = try NotifySocket(in: fixtures.folder)
        var program = fixtures.program
        program.environment = ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "1000000"]
        let running = try program.start([
            "watch", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ])
        defer { kill(running.pid, SIGKILL) }
        #expect(socket.hears("READY=1", within: 600))
        #expect(socket.hears("WATCHDOG=1", within: 600))
        kill(running.pid, SIGTERM)
        #expect(socket.hears("STOPPING=1", within: 600))
        #expect(try running.wait().status == 0)
    }
}

extension BlockingLane {
    /// Whether a line comes within ten minutes; waits beside the test's other tasks.
    fileprivate func hears(_ line: String, on socket: NotifySocket) async -> Bool {
        (try? await perform { socket.hears(line, within: 600) }) ?? false
    }
}
