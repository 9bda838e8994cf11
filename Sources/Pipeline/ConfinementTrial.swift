import Confinement
import Foundation
import Glibc
import Settings
import Synchronization
import SystemPackage

/// Shuts this very process in as a worker is shut in, and then tries the walls.
///
/// A worker's threads start before the walls close behind them, so the attempts are made from the main thread and from one
/// that was there before.
public struct ConfinementTrial: Codable, Sendable {
    /// What is in force, in the kernel's own words.
    public var report: ConfinementReport
    /// What was tried from the main thread.
    public var main: ProbeReport
    /// What was tried from a thread that is older than the walls.
    public var older: ProbeReport

    /// Forbidden things that were possible.
    public var breaches: [String] { Self.names(main.breaches + older.breaches) }
    /// Needed things that were not possible.
    public var hindrances: [String] { Self.names(main.hindrances + older.hindrances) }
    /// How many forbidden things were refused.
    public var refusals: Int {
        (main.attempts + older.attempts).count { !$0.isAllowed && !$0.succeeded }
    }

    private static func names(_ attempts: [ProbeReport.Attempt]) -> [String] {
        attempts.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Makes the trial; the process can do little else afterwards.
    ///
    /// - Parameter folder: An empty folder for the trial's files, to be removed by someone who still may.
    public static func run(_ settings: Settings, in folder: FilePath) throws -> ConfinementTrial {
        let (library, staging) = (folder.appending("library"), folder.appending("staging"))
        for place in [library, staging] {
            try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
        }
        var probe = ConfinementProbe(
            readable: library.appending("readable.txt"), beside: folder.appending("beside.txt"), writable: staging,
            photo: folder.appending("photos/a.jpg"))
        try probe.prepare()
        try probe.openPhoto()

        var plan = try WorkPlan(settings)
        plan.confinement = Workplace.confinement(settings, plan: plan, staging: staging)
        plan.confinement?.reads.append(library)
        let begun = try plan.confinement?.begin()
        let older = OlderThread { [probe] in probe.run() }
        let worker = try PhotoWorker(plan: plan)
        guard let report = try begun?.complete() else {
            throw PipelineError(.setting, "workers.confine is off: there is nothing to try", fault: .input)
        }
        return withExtendedLifetime(worker) {
            ConfinementTrial(report: report, main: probe.run(), older: older.answer())
        }
    }

    /// A thread that starts now and does its work when it is told to.
    private final class OlderThread: Sendable {
        private let go = DispatchSemaphore(value: 0)
        private let done = DispatchSemaphore(value: 0)
        private let report = Mutex(ProbeReport())

        init(_ body: @escaping @Sendable () -> ProbeReport) {
            let thread = Thread { [self] in
                go.wait()
                let answer = body()
                report.withLock { $0 = answer }
                done.signal()
            }
            thread.start()
        }

        func answer() -> ProbeReport {
            go.signal()
            done.wait()
            return report.withLock { $0 }
        }
    }
}
