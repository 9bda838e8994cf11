import Findings
import Storage
import SystemValues
import Testing
import WorkerProtocol

@testable import Supervisor

@Suite struct SharedQueueFindingsTests {
    private static let queue = QueueLocation.database(
        QueueAddress(connection: "postgres://q:s3cret@db.example/photos"), state: "/s")

    private static func examination() -> QueueExamination {
        QueueExamination(
            version: "15.6", way: .encrypted, latency: .microseconds(400), clockLead: .milliseconds(-300),
            steps: QueueExamination.Steps(taken: 2, known: 2), hearsNews: true)
    }

    private static func findings(
        roots: [String] = [], _ change: (inout QueueExamination) -> Void = { _ in }
    ) -> [DoctorFinding] {
        var examination = examination()
        change(&examination)
        return SharedQueueFindings.findings(on: examination, roots: roots.map { Array($0.utf8) }, of: queue)
    }

    @Test func allIsWellWhereNothingIsToBeMended() {
        let findings = Self.findings(roots: ["/mnt/club"])
        #expect(findings.map(\.need) == ["PostgreSQL", "clock", "tables", "news of hosts"])
        #expect(findings.allSatisfy { $0.verdict == .well && $0.remedy == nil && !$0.found.contains("s3cret") })
        #expect(
            findings[0].found
                == "server 15.6, encrypted (TLS), answers in 0.4 ms, queue at postgres://q@db.example/photos")
        #expect(findings[1].found == "0.3 s behind the server's" && findings[2].found == "step 2 of 2")
    }

    @Test(arguments: [
        (0, "sslmode"), (1, "nearer"), (2, "set-ntp"), (3, "session mode"),
    ])
    func whatCouldBeBetterSaysHow(number: Int, remedy: String) {
        let limited = Self.findings { examination in
            switch number {
            case 0: examination.way = .open
            case 1: examination.latency = .milliseconds(80)
            case 2: examination.clockLead = .seconds(86_400)
            default: examination.hearsNews = false
            }
        }.filter { $0.verdict == .limited }
        #expect(limited.count == 1 && limited[0].remedy?.contains(remedy) == true, "\(limited)")
    }

    @Test func foldersOfOthersAreNamedOnce() {
        let folders = Self.findings(roots: ["club:", "/here", "club:/2026", "attic:"]).last
        #expect(folders?.need == "folders" && folders?.verdict == .limited)
        #expect(folders?.found.contains("attic, club:") == true, "\(folders?.found ?? "")")
        #expect(folders?.remedy?.contains(#""name": "attic""#) == true)
    }

    @Test func aDatabaseWithoutTablesIsNoFault() {
        let tables = Self.findings { $0.steps.taken = 0 }.first { $0.need == "tables" }
        #expect(tables?.verdict == .well && tables?.found.contains("the first run makes them") == true)
    }

    private struct Unreachable: ExaminableQueue {
        func examine() throws -> QueueExamination {
            throw JobQueueError(.unusable, "The database cannot be reached.", fault: .environment, detail: "no route")
        }
    }

    @Test func aServerThatIsNotReachedIsMissingAndKeepsThePasswordOut() {
        let findings = SharedQueueFindings(queue: Self.queue, of: Unreachable()) {
            throw JobQueueError(.closed, "it was asked", fault: .quiver)
        }.all
        #expect(findings.map(\.verdict) == [.missing])
        #expect(findings[0].found == "The database cannot be reached. (no route)")
        #expect(findings[0].remedy?.contains("postgres://q@db.example/photos") == true)
    }
}
