import Confinement
import Foundation
import Testing

/// A confined process, and one that is not, try the same things for real.
@Suite struct ConfinementTests {
    /// What a hardened kernel or a container keeps from every process: there, that nothing is confined is no promise
    /// that it succeeds.
    private static let hardened: Set = [
        "make a ring of requests", "trace the parent", "make a user namespace", "reach the keys of the session",
        "get a handle of the parent", "move the parent to other processors", "open the parent's memory",
    ]

    @Test func withoutConfinementEverythingIsPossible() throws {
        let answer = try ProbeProgram(nil).run()
        let main = try #require(answer.main)
        let other = try #require(answer.other)
        #expect(main.attempts.count == other.attempts.count)
        #expect(main.attempts.count { !$0.isAllowed } > 40)
        for (main, other) in zip(main.attempts, other.attempts) {
            // One of them may stand in the other's way, as a process can be traced by one only.
            let isPossible = main.succeeded || other.succeeded
            if !isPossible, Self.hardened.contains(main.name) {
                print("This machine lets no process \(main.name): that a confined one cannot proves nothing here.")
                continue
            }
            #expect(isPossible, "\(main.name): \(main.outcome)")
        }
        #expect(Set(answer.field("Seccomp")) == ["0"])
        #expect(Set(answer.field("NoNewPrivs")) == ["0"])
    }

    @Test(arguments: Mechanism.here) func nothingForbiddenIsPossible(mechanism: Mechanism) throws {
        let answer = try mechanism.program().run()
        #expect(answer.error == nil)
        for report in [try #require(answer.main), try #require(answer.other)] {
            #expect(report.attempts.count { !$0.isAllowed } > 40)
            for attempt in report.attempts where !attempt.isAllowed {
                #expect(!attempt.succeeded, "\(attempt.name)")
                // Refused by a mechanism, and not because the attempt made no sense.
                let further = mechanism == .namespaces ? [EROFS, ENOENT] : []
                let refusals = [EPERM, EACCES, EXDEV] + further
                #expect(attempt.errno.map(refusals.contains) == true, "\(attempt.name): \(attempt.outcome)")
            }
        }
    }

    @Test(arguments: Mechanism.here) func everythingNeededIsPossible(mechanism: Mechanism) throws {
        let answer = try mechanism.program().run()
        for report in [try #require(answer.main), try #require(answer.other)] {
            #expect(report.attempts.contains { $0.isAllowed })
            for attempt in report.attempts where attempt.isAllowed {
                #expect(attempt.succeeded, "\(attempt.name): \(attempt.outcome)")
            }
        }
    }

    @Test(arguments: Mechanism.here) func theKernelSaysSoOfEveryThread(mechanism: Mechanism) throws {
        let answer = try mechanism.program().run()
        #expect(answer.threads.count >= 2)
        #expect(Set(answer.field("NoNewPrivs")) == ["1"])
        #expect(Set(answer.field("Seccomp")) == ["2"])
        for field in ["CapEff", "CapPrm", "CapInh", "CapAmb"] {
            for held in answer.field(field) {
                // Nothing, or for root one right to reach what belongs to others.
                let value = UInt64(held, radix: 16)
                #expect(value.map { [0, 2, 4].contains($0) } == true, "\(field) \(held)")
            }
        }
        let report = try #require(answer.report)
        #expect(report.lines.map(\.measure) == ConfinementReport.Measure.allCases)
        #expect(report.isWhole, "\(report.sentence)")
    }
}
