import Intake
import ServiceLifecycle
import SystemPackage

/// Intake of a run that ends: collects what is there, and once more what changed under a worker's hands meanwhile.
struct OnceIntake: Service {
    let intake: IntakeService
    let dispatcher: JobDispatcher
    let vanished: VanishedPhotos
    /// Is told of the paths that were not there, neither at the start nor at the end.
    var onMissing: @Sendable ([FilePath]) -> Void = { _ in }
    /// Is called when everything there is has been found.
    let onFirst: @Sendable () -> Void

    /// A file that changes as often as it is read must not keep the run from ending.
    private static let mostPasses = 5

    /// Runs until nothing waits for intake; tells the dispatcher then that nothing more will come.
    func run() async throws {
        for pass in 1...Self.mostPasses {
            try await intake.run()
            if pass == 1 { onFirst() }
            try await dispatcher.untilWorked()
            let waiting = try await vanished.end()
            let found = pass == 1 ? await intake.present(among: intake.missing) : []
            if waiting == 0, found.isEmpty { break }
            if await dispatcher.isStopped { break }
        }
        var missing: [FilePath] = []
        for root in intake.missing where await intake.present(among: [root]).isEmpty { missing.append(root.path) }
        if !missing.isEmpty { onMissing(missing) }
        await dispatcher.intakeHasEnded()
    }
}
