import Confinement
import Inference
import Settings
import SystemPackage

extension Workplace {
    /// What this run's workers may touch: what libraries read, their staging folder to write, and nothing else.
    ///
    /// No folder of photos is among it: each photo comes to its worker as an open file.
    static func confinement(_ settings: Settings, plan: WorkPlan, staging: FilePath?) -> Confinement? {
        guard settings.workers.confine != .off else { return nil }
        let models = plan.detectors.map(\.model) + (plan.targets?.models ?? []).map(\.path)
        let engine = models.isEmpty ? nil : (try? OpenVINOLibrary.shared()).map { FilePath($0.path) }
        return Confinement(
            reads: Confinement.libraryReads, writes: [staging].compactMap { $0 },
            startReads: (models.map { FilePath($0) } + [engine].compactMap { $0 }).map { $0.removingLastComponent() },
            startWrites: [settings.cache].compactMap { $0 },
            usesDevices: settings.detectors.contains { !["auto", "cpu"].contains($0.device.lowercased()) })
    }
}
