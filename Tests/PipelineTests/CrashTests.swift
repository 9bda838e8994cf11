import Foundation
import Results
import TestSupport
import Testing

/// What is left when processes are killed: a later campaign kills by the thousand, these show each kind once.
@Suite struct CrashTests {
    @Test func aKilledWorkerCostsOneAttemptAndNoPhoto() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(120)
        let running = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model, "--workers",
            "1",
        ])
        try running.wait { try !fixtures.records().isEmpty }
        let worker = try #require(running.children.first)
        #expect(kill(worker, SIGKILL) == 0)
        let ended = try running.wait()
        #expect(ended.status == 0, "\(ended.talk)")
        let records = try fixtures.records()
        #expect(records.count == 120)
        #expect(records.values.allSatisfy { $0.state == .done })
        // The photo that was in work, if one was, has two attempts; no other has more than one.
        #expect(records.values.filter { $0.attempts > 1 }.count <= 1)
    }

    @Test func aKilledSupervisorLosesNothing() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(200)
        var kills = 0
        for _ in 0..<3 {
            let running = try fixtures.program.start([
                "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
            ])
            let before = try fixtures.records().count
            try running.wait { try fixtures.records().count > before + 3 || !running.process.isRunning }
            kill(running.pid, SIGKILL)
            _ = try running.wait()
            if running.process.terminationReason == .uncaughtSignal { kills += 1 }
        }
        #expect(kills == 3, "a run that ended before it was killed shows nothing")
        let last = try fixtures.run()
        #expect(last.status == 0, "\(last.talk)")
        let records = try fixtures.records()
        #expect(records.count == 200)
        #expect(records.values.allSatisfy { $0.state == .done })
        #expect(fixtures.leftovers().isEmpty)
    }

    @Test func aSecondSupervisorRefusesAndNamesTheFirst() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let first = try fixtures.program.start([
            "watch", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model,
        ])
        try first.wait { try !fixtures.records().isEmpty }
        let second = try fixtures.run()
        #expect(second.status == 2)
        #expect(second.talk.contains("\(first.pid)"), "\(second.talk)")
        first.process.terminate()
        #expect(try first.wait().status == 0)
    }
}
