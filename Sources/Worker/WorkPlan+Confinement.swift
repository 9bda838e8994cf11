import Confinement
import Findings
import Foundation
import Glibc
import Settings
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

extension WorkPlan {
    /// The engines that this plan needs; none where a worker only makes pictures.
    var engines: [EngineChoice] {
        Set(detectors.filter { !$0.models.isEmpty }.map(\.settings.engine) + (targets == nil ? [] : [.auto])).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    /// What a worker with these plans may touch: all that one of them needs; nil where the worker is not confined.
    static func confinement(of plans: [WorkPlan]) -> Confinement? {
        let all = plans.compactMap(\.confinement)
        // A plan that is not confined would be by the others' rules.
        guard var whole = all.first, all.count == plans.count else { return nil }
        for other in all.dropFirst() {
            whole.startReads += other.startReads.filter { !whole.startReads.contains($0) }
            whole.startWrites += other.startWrites.filter { !whole.startWrites.contains($0) }
            whole.writes += other.writes.filter { !whole.writes.contains($0) }
            whole.usesDevices = whole.usesDevices || other.usesDevices
        }
        return whole
    }

    /// What the worker may touch: what libraries read, its staging folder to write, and nothing else.
    ///
    /// No folder of photos is among it: each photo comes as an open file. Nil where the worker is not confined.
    var confinement: Confinement? {
        guard isConfined, confine != .off else { return nil }
        let needed = models.map(\.path) + engines.flatMap { Engines.type(for: $0).files }
        let folders = detectors.flatMap { $0.settings.task.recipe.folders($0) }.map { FilePath($0) }
        let drivers = usesDevices ? Confinement.deviceStarts : []
        let behind = cutout.background.picture.map { FilePath($0).removingLastComponent() }
        return Confinement(
            reads: Confinement.libraryReads, writes: [staging?.file].compactMap { $0 },
            startReads: needed.map { FilePath($0).removingLastComponent() } + folders + drivers
                + [behind].compactMap { $0 },
            startWrites: [cache.map { FilePath($0) }].compactMap { $0 }, usesDevices: usesDevices)
    }
}

extension ConfinementTrial {
    /// Makes the trial; the process can do little else afterwards.
    ///
    /// - Parameter folder: An empty folder for the trial's files, to be removed by a process that still may.
    package static func run(_ settings: Settings, in folder: FilePath) throws -> ConfinementTrial {
        let (library, staging) = (folder.appending("library"), folder.appending("staging"))
        for place in [library, staging] {
            try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
        }
        var probe = ConfinementProbe(
            readable: library.appending("readable.txt"), beside: folder.appending("beside.txt"), writable: staging,
            photo: folder.appending("photos/a.jpg"), atStart: folder.appending("models/beside.txt"),
            writableAtStart: folder.appending("compiled"))
        try probe.prepare()
        try probe.openPhoto()

        let plans = try settings.ofFolders(settings.watch).map { settings in
            var plan = try WorkPlan(settings)
            (plan.isConfined, plan.staging) = (true, RawPathText(staging))
            return plan
        }
        var confinement = WorkPlan.confinement(of: plans)
        confinement?.reads.append(library)
        confinement?.startReads.append(probe.atStart.removingLastComponent())
        confinement?.startWrites.append(probe.writableAtStart)
        let begun = try confinement?.begin()
        let older = OlderThread { [probe] in probe.run() }
        let workers = try PhotoWorker.load(plans)
        guard let report = try begun?.complete() else {
            throw PipelineError(.setting, "workers.confine is off: there is nothing to try", fault: .input)
        }
        return withExtendedLifetime(workers) {
            ConfinementTrial(report: report, main: probe.run(), older: older.answer())
        }
    }

    /// A thread that starts now and does its work when it is asked to.
    private final class OlderThread: Sendable {
        private let go = DispatchSemaphore(value: 0)
        private let done = DispatchSemaphore(value: 0)
        private let report = Mutex(ProbeReport())

        init(_ body: @escaping @Sendable () -> ProbeReport) {
            OwnThread.start { [self] in
                go.wait()
                let answer = body()
                report.withLock { $0 = answer }
                done.signal()
            }
        }

        func answer() -> ProbeReport {
            go.signal()
            done.wait()
            return report.withLock { $0 }
        }
    }
}
