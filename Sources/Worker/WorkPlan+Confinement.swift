import Confinement
import Findings
import SystemPackage
import WorkerProtocol

extension WorkPlan {
    /// The engines that this plan needs; none where a worker only makes pictures.
    var engines: [EngineChoice] {
        Set(detectors.filter { !$0.models.isEmpty }.map(\.settings.engine) + (targets == nil ? [] : [.auto])).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    /// What the worker may touch: what libraries read, its staging folder to write, and nothing else.
    ///
    /// No folder of photos is among it: each photo comes as an open file. Nil where the worker is not shut in.
    var confinement: Confinement? {
        guard isConfined, confine != .off else { return nil }
        let needed = models.map(\.path) + engines.flatMap { Engines.type(for: $0).files }
        let folders = detectors.flatMap { $0.settings.task.recipe.folders($0) }.map { FilePath($0) }
        return Confinement(
            reads: Confinement.libraryReads, writes: [staging?.file].compactMap { $0 },
            startReads: needed.map { FilePath($0).removingLastComponent() } + folders,
            startWrites: [cache.map { FilePath($0) }].compactMap { $0 }, usesDevices: usesDevices)
    }
}
