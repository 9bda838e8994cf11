import ServiceLifecycle

/// Intake of a run that ends: collects what is there, and once more what changed under a worker's hands meanwhile.
struct OnceIntake: Service {
    let intake: IntakeService
    let dispatcher: JobDispatcher
    let vanished: VanishedPhotos
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
            if waiting == 0 { break }
            if await dispatcher.isStopped { break }
        }
        await dispatcher.intakeHasEnded()
    }
}
