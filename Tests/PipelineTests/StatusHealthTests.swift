import Control
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
        #expect(StatusCommand.Health(nil) == .nobody)
        #expect(StatusCommand.Health(live()) == .works)
        #expect(StatusCommand.Health(live(suspended: 0, byHand: false)) == .works)
        #expect(StatusCommand.Health(live(byHand: true)) == .paused)
        #expect(StatusCommand.Health(live(pause: "the disk is full")) == .paused)
        #expect(StatusCommand.Health(live(suspended: 1)) == .paused)
    }

    @Test func aSettingsFileThatWasChangedIsShown() throws {
        var live = live()
        let plain = StatusCommand.lines(about: live, Paint(.never, descriptor: 1))
        live.changedSettings = "/a/pipeline.json"
        let lines = StatusCommand.lines(about: live, Paint(.never, descriptor: 1))
        #expect(lines == plain + ["settings    /a/pipeline.json was changed; start Quiver again to use it"])
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
            #expect(status.status == 3 && status.output.contains(#""health":"nobody""#))
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
