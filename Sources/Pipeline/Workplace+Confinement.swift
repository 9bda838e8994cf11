import Confinement
import Inference
import Settings
import SystemPackage

extension Workplace {
    /// Rules bind to single files, so many named files are allowed by their folders.
    private static let mostFiles = 200

    /// What this run's workers may touch: its photos to read, its staging folder to write, and nothing else.
    static func confinement(_ settings: Settings, plan: WorkPlan, roots: [FilePath], staging: FilePath) -> Confinement?
    {
        guard settings.workers.confine != .off else { return nil }
        var photos = roots
        if photos.count > mostFiles {
            var seen: Set<FilePath> = []
            photos = photos.map { $0.isFolder ? $0 : $0.removingLastComponent() }.filter { seen.insert($0).inserted }
        }
        // A link may lead anywhere.
        if settings.intake.followLinks { photos = ["/"] }
        let models = plan.detectors.map(\.model) + (plan.targets?.models ?? []).map(\.path)
        let engine = (try? OpenVINOLibrary.shared()).map { FilePath($0.path).removingLastComponent() }
        return Confinement(
            reads: photos + Confinement.libraryReads, writes: [staging],
            startReads: models.map { FilePath($0).removingLastComponent() } + [engine].compactMap { $0 },
            startWrites: [settings.cache].compactMap { $0 },
            usesDevices: settings.detectors.contains { !["auto", "cpu"].contains($0.device.lowercased()) })
    }
}
