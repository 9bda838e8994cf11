import Storage

/// What a worker works next.
extension WorkerSlot {
    enum Next: Sendable {
        case claim(Claim?)
        case died
    }

    /// The next job for a worker, or its end where that comes first: one that dies while it waits is replaced at once.
    func next(for worker: WorkerProcess.Conversation) async throws -> Next {
        try await withThrowingTaskGroup(of: Next.self) { group in
            group.addTask { .claim(try await nextForWorker()) }
            group.addTask {
                await worker.untilEnded()
                return .died
            }
            var isDead = false
            while let next = try await group.next() {
                group.cancelAll()
                switch next {
                // A job that was claimed at the same moment goes back with the dead worker's conversation.
                case .claim(let claim): if claim != nil || !isDead { return next }
                case .died: isDead = true
                }
            }
            return .died
        }
    }

    /// The next job that needs a worker; copies of finished ones are passed on at once.
    private func nextForWorker() async throws -> Claim? {
        while let claim = try await dispatcher.next() {
            guard let echo = claim.duplicate, !needsItsFiles(claim, echo) else { return claim }
            await finish(Completion(claim: claim, ending: .duplicate(echo)))
        }
        return nil
    }

    /// Whether a photo is to be worked though its answer is known: other settings have replaced its pictures meanwhile.
    private func needsItsFiles(_ claim: Claim, _ echo: DuplicateResult) -> Bool {
        guard echo.place.file == claim.place.file, echo.state == .done else { return false }
        return wanted.annotated || wanted.crops || wanted.cutouts || wanted.pages
    }
}
