import Findings
import Foundation
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// What `quiver doctor` says of a queue in a database: its server, the way there, its tables, and folders that this host lacks.
struct SharedQueueFindings {
    /// Everything, in the order in which it is mended.
    let all: [DoctorFinding]

    /// A clock may be so far off before it is told of: leases go by the server's, but files' times do not.
    static let patience = Duration.seconds(60)
    /// An answer may take so long before it is told of.
    static let slow = Duration.milliseconds(20)

    /// Connects and looks; blocks.
    init(queue: QueueLocation, of backend: any ExaminableQueue, reader: () throws -> any QueueReader) {
        do {
            let examination = try backend.examine()
            let roots =
                examination.steps.taken == examination.steps.known
                ? try reader().read { try $0.jobs.roots() } : []
            all = Self.findings(on: examination, roots: roots, of: queue)
        } catch {
            all = [
                DoctorFinding(
                    need: "PostgreSQL", verdict: .missing, found: "\(error)".forTerminal,
                    remedy: "mend what the sentence says; psql '\(queue.printable)' tries the same way")
            ]
        }
    }

    /// - Parameter roots: Every root that the queue knows, as this host has it, or by its name.
    static func findings(
        on examination: QueueExamination, roots: [[UInt8]], of queue: QueueLocation
    ) -> [DoctorFinding] {
        [server(examination, queue), clock(examination), tables(examination), news(examination), folders(roots)]
            .compactMap { $0 }
    }

    private static func server(_ examination: QueueExamination, _ queue: QueueLocation) -> DoctorFinding {
        let (way, isOpen) =
            switch examination.way {
            case .local: ("on this machine", false)
            case .encrypted: ("encrypted (TLS)", false)
            case .open: ("not encrypted", true)
            }
        let isSlow = examination.latency > slow
        let remedies = [
            isOpen ? "add ?sslmode=verify-full to the address, as libpq documents" : nil,
            isSlow ? "work on hosts that are nearer to the server: each photo asks it a few times" : nil,
        ].compactMap { $0 }
        return DoctorFinding(
            need: "PostgreSQL", verdict: remedies.isEmpty ? .well : .limited,
            found: "server \(examination.version), \(way), answers in \(milliseconds(examination.latency)), "
                + "queue at \(queue.printable)",
            remedy: remedies.isEmpty ? nil : remedies.joined(separator: "; "))
    }

    private static func clock(_ examination: QueueExamination) -> DoctorFinding {
        let lead = examination.clockLead
        let isFar = lead > patience || lead < .zero - patience
        let seconds = String(format: "%.1f", abs(lead / .seconds(1)))
        return DoctorFinding(
            need: "clock", verdict: isFar ? .limited : .well,
            found: "\(seconds) s \(lead < .zero ? "behind" : "ahead of") the server's",
            remedy: isFar
                ? "set it, as 'timedatectl set-ntp true' does: leases hold, but times of files are told by it" : nil)
    }

    private static func tables(_ examination: QueueExamination) -> DoctorFinding {
        let (taken, known) = (examination.steps.taken, examination.steps.known)
        return DoctorFinding(
            need: "tables", verdict: .well,
            found: taken == 0
                ? "none yet; the first run makes them"
                : "step \(taken) of \(known)" + (taken < known ? "; the next run takes the others" : ""),
            remedy: nil)
    }

    private static func news(_ examination: QueueExamination) -> DoctorFinding {
        DoctorFinding(
            need: "news of hosts", verdict: examination.hearsNews ? .well : .limited,
            found: examination.hearsNews
                ? "arrives at once (LISTEN)"
                : "does not arrive: a pooler that shares connections between transactions lies in between; hosts look every few "
                    + "seconds instead",
            remedy: examination.hearsNews
                ? nil : "for the shortest waits, name the server itself, or a pooler in session mode")
    }

    private static func folders(_ roots: [[UInt8]]) -> DoctorFinding? {
        // What another host stored below a folder of a name begins with that name and a colon.
        let names = roots.filter { $0.first != UInt8(ascii: "/") }.map { Array($0.prefix { $0 != UInt8(ascii: ":") }) }
        let lacking = Set(names).map { PercentEscape.printable($0) }.sorted()
        guard let first = lacking.first else { return nil }
        return DoctorFinding(
            need: "folders", verdict: .limited,
            found:
                "this host lacks \(lacking.joined(separator: ", ")): photos there are worked by others and not shown here",
            remedy: "where the share is mounted: \"watch\": [{ \"path\": \"…\", \"name\": \"\(first)\" }]")
    }

    private static func milliseconds(_ time: Duration) -> String { String(format: "%.1f ms", time / .milliseconds(1)) }
}
