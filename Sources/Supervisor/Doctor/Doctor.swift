import Foundation
import Glibc
import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Looks at everything that Quiver needs while it runs.
public struct Doctor {
    /// What was found of one need.
    public typealias Finding = DoctorFinding

    private let settings: Settings
    private let trial: Trial

    /// - Parameter trial: Tries the sandbox of a worker in a process of its own.
    public init(settings: Settings, trial: Trial = Trial()) {
        self.settings = settings
        self.trial = trial
    }

    /// Every need, in the order of a photo's way.
    public func examine() -> [Finding] {
        [watching()] + worker() + [confinement()] + queue() + [files(), memory()] + HookFindings(settings).all
    }

    private func watching() -> Finding {
        let limit = Self.number(in: "/proc/sys/fs/inotify/max_user_watches")
        guard let limit else {
            return Finding(
                need: "inotify", verdict: .limited, found: "not available; folders are polled", remedy: nil)
        }
        let isEnough = limit >= 65_536
        return Finding(
            need: "inotify", verdict: isEnough ? .well : .limited, found: "up to \(limit) folders with events",
            remedy: isEnough ? nil : "for larger trees: sysctl fs.inotify.max_user_watches=1048576")
    }

    /// What a worker finds of what it needs: a worker alone loads libraries that decode photos and run models.
    private func worker() -> [Finding] {
        do {
            return try trial.diagnosis()
        } catch {
            return [
                Finding(
                    need: "workers", verdict: .missing, found: "cannot start: \(error)", remedy: "read what it says")
            ]
        }
    }

    private func confinement() -> Finding {
        let need = "confinement"
        guard settings.workers.confine != .off else {
            return Finding(
                need: need, verdict: .limited, found: "switched off: a worker that is taken over may do what you may",
                remedy: "set workers.confine to auto")
        }
        do {
            let outcome = try trial.run()
            let wrong =
                outcome.breaches.map { "possible: \($0)" }
                + outcome.hindrances.map { "not possible, but needed: \($0)" }
            let isWhole = outcome.report.isWhole && wrong.isEmpty
            return Finding(
                need: need, verdict: isWhole ? .well : .limited,
                found: ([outcome.report.sentence, "\(outcome.refusals) forbidden things tried and refused"] + wrong)
                    .joined(separator: "; "),
                remedy: isWhole ? nil : "a kernel with Landlock and seccomp (Linux 5.13 or newer) has every wall")
        } catch {
            return Finding(
                need: need, verdict: .limited, found: "could not be tried: \(error)",
                remedy: "mend what is missing above")
        }
    }

    private func queue() -> [Finding] {
        let queue = settings.queue.namingRoots()
        let backend = QueueBackends.backend(of: queue)
        if let shared = backend as? any ExaminableQueue {
            return SharedQueueFindings(queue: queue, of: shared, reader: backend.reader).all
        }
        let library = backend.library
        return [
            Finding(
                need: library.name, verdict: .well, found: "version \(library.version), queue at \(queue.printable)",
                remedy: nil)
        ]
    }

    private func files() -> Finding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let isEnough = limit.rlim_cur >= 256
        return Finding(
            need: "open files", verdict: isEnough ? .well : .limited, found: "up to \(limit.rlim_cur)",
            remedy: isEnough ? nil : "ulimit -n 1024")
    }

    private func memory() -> Finding {
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let physical = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
        let needed = Double(workers) * 0.6
        let found = String(format: "%.1f GiB for %d workers", physical, workers)
        return Finding(
            need: "memory", verdict: physical > needed ? .well : .limited, found: found,
            remedy: physical > needed ? nil : "lower workers.count, as in --workers 1")
    }

    private static func number(in path: String) -> Int? {
        (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}

extension Doctor {
    /// Runs a worker's diagnosis and its ``ConfinementTrial`` in further processes of this program.
    public struct Trial: Sendable {
        /// What the process is given beside its task: the settings file, where one was named.
        private let arguments: [String]
        /// The program and what comes before its folder, this program and its task but in tests.
        var program = ProgramFolders.ownProgram.string
        var task = ["worker", "--probe"]
        /// How long it may take; models that are compiled for the first time take most of it.
        var limit = Duration.seconds(300)

        /// A trial whose processes get these arguments after their own, such as `--config FILE`.
        public init(arguments: [String] = []) { self.arguments = arguments }

        /// Tries the walls.
        func run() throws -> ConfinementTrial {
            let output = try answer { task + [$0] }
            return try JSONDecoder().decode(ConfinementTrial.self, from: output)
        }

        /// What a worker finds of what it needs.
        func diagnosis() throws -> [DoctorFinding] {
            try JSONDecoder().decode([DoctorFinding].self, from: answer { _ in ["worker", "--diagnose"] })
        }

        /// What the process prints.
        ///
        /// - Parameter task: Its arguments before those of all, made from an empty folder that it may use.
        private func answer(_ task: (String) -> [String]) throws -> Data {
            let asked = AskedProcess(program: program, limit: limit)
            return try asked.answer { task($0) + arguments }
        }
    }
}
