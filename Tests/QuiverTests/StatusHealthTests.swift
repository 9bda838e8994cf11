import Control
import Storage
import TestSupport
import Testing

@testable import Intake
@testable import Supervisor
@testable import quiver

@Suite struct StatusHealthTests {
    private func live(pause: String? = nil, suspended: Int? = nil, byHand: Bool? = nil) -> LiveStatus {
        LiveStatus(
            processIdentifier: 1, startedAt: 0, workers: 1, roots: [], ended: 0, pause: pause, suspended: suspended,
            isPausedByHand: byHand)
    }

    @Test func aPauseByHandIsNoHealthyQueue() {
        #expect(StatusCommand.Health(nil) == .down)
        #expect(StatusCommand.Health(live()) == .works)
        #expect(StatusCommand.Health(live(suspended: 0, byHand: false)) == .works)
        #expect(StatusCommand.Health(live(byHand: true)) == .paused)
        #expect(StatusCommand.Health(live(pause: "the disk is full")) == .paused)
        #expect(StatusCommand.Health(live(suspended: 1)) == .paused)
    }

    private func host(alive: Bool = true, workers: Int = 4, rate: Double? = 51.25) -> HostStatus {
        let member = QueueMember(
            owner: Owner(host: "nas", boot: "1", pid: 7, started: 1),
            work: QueueMember.Work(workers: workers, ended: 1234, takesIn: alive), running: 3, since: 0,
            silence: .seconds(alive ? 4 : 73), isAlive: alive)
        return HostStatus(member, rate: rate)
    }

    @Test func aQueueIsWorkedByWhateverHost() {
        #expect(StatusCommand.Health(nil, hosts: [host()]) == .works)
        #expect(StatusCommand.Health(nil, hosts: [host()], isPaused: true) == .paused)
        #expect(StatusCommand.Health(nil, hosts: [host(alive: false)]) == .down)
        #expect(StatusCommand.Health(nil, hosts: [host(workers: 0)], isPaused: true) == .down)
        #expect(StatusCommand.Health(live(), hosts: [host(alive: false)]) == .works)
    }

    @Test func eachHostHasItsLine() {
        let paint = Paint(.never, descriptor: 1)
        #expect(
            StatusLook.line(about: host(), paint)
                == "host        nas, process 7: alive, 4 workers, 3 in work, 1234 photos ended, 51.2 a minute, last heard 4 s ago"
        )
        #expect(
            StatusLook.line(about: host(alive: false, rate: nil), paint)
                == "host        nas, process 7: dead, last heard 73 s ago; what it had in work is worked by others")
    }

    /// Work that waits for its hour is as it should be: a health check by day finds no fault.
    @Test func aWaitForTheHoursIsShownAndIsNoFault() throws {
        var live = live()
        let plain = StatusLook.lines(about: live, Paint(.never, descriptor: 1))
        live.wait = LiveStatus.Wait(cause: .hours, why: "It is outside the hours.", until: 5)
        live.fullFor = 90
        let lines = StatusLook.lines(about: live, Paint(.never, descriptor: 1))
        #expect(
            lines == plain + [
                "waits       It is outside the hours.",
                "full        senders are told to wait for 90 s ('intake.full')",
            ])
        #expect(try JSONText.encode(live, pretty: false).contains(#""wait":{"cause":"hours""#))
        #expect(StatusCommand.Health(live) == .works)
    }

    @Test func aSettingsFileThatWasChangedIsShown() throws {
        var live = live()
        let plain = StatusLook.lines(about: live, Paint(.never, descriptor: 1))
        live.changedSettings = "/a/pipeline.json"
        let lines = StatusLook.lines(about: live, Paint(.never, descriptor: 1))
        #expect(lines == plain + ["settings    /a/pipeline.json was changed; 'quiver reload' uses it"])
        #expect(try JSONText.encode(live, pretty: false).contains(#""changedSettings":"/a/pipeline.json""#))
        #expect(StatusCommand.Health(live) == .works)
    }

    @Test func aPauseThatNoRunningSupervisorHoldsIsInTheDocumentToo() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        for (command, isPaused) in [("pause", true), ("resume", false)] {
            let ended = try fixtures.program.start([command, "--output", "out"]).wait()
            #expect(ended.status == 0, "\(ended.talk)")
            let status = try fixtures.program.start(["status", "--output", "out", "--format", "jsonl"]).wait()
            #expect(status.status == 3 && status.output.contains(#""health":"down""#))
            #expect(status.output.contains(#""isPausedByHand":\#(isPaused)"#), "\(status.output)")
        }
    }

    @Test func whatIsNoPictureIsSaidAndChangesNoExitStatus() {
        var tally = ScanTally()
        tally.unread = [".txt": 1, ".mp4": 2]
        let skipped = SkippedFiles(tally)
        #expect(skipped.sentences.first?.hasPrefix("3 files left out as no pictures (2 .mp4, 1 .txt); ") == true)
        #expect(!skipped.isUnmeant)
    }
}
