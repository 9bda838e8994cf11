import Confinement
import Foundation
import Results
import Storage
import SystemValues
import WorkerProtocol

/// One of the places where a worker runs: keeps a worker process there, feeds it, and replaces it when it ends.
struct WorkerSlot: Sendable {
    struct Limits: Sendable {
        /// The longest that one photo may take.
        var photo: Duration
        /// The longest that a worker may take to load its model; the first start compiles it.
        var start = longestStart
        /// Photos after which a worker is replaced.
        var recycle: Int

        static let longestStart = Duration.seconds(600)
    }

    let process: WorkerProcess
    /// What photos are processed by, each worker by all of it.
    let pipelines: FolderPipelines
    /// Is called with what each worker has given up.
    var onConfinement: @Sendable (ConfinementReport) -> Void = { _ in }
    /// Is called with the classes of each worker's detectors; may block.
    var onClasses: @Sendable ([DetectorClasses]) -> Void = { _ in }
    /// Where workers leave their temp files, each in a folder of its own: one that is taken over must not reach what
    /// another has written.
    let staging: StagingPlace
    /// Makes one of those folders, unless the results' disk or share has gone; blocks.
    var makeFolder: @Sendable (StagingPlace) throws -> StagingFolder = { try $0.makeFolder() }
    let limits: Limits
    let dispatcher: JobDispatcher
    var running = RunningWorkers()
    var log = PhotoLog.silent
    /// Counts the processes of workers; nil where nothing is measured.
    var meter: RunMeter?
    /// Calls of the file system block, so they have a thread of their own.
    let disk = BlockingLane("quiver.slot")
    let finish: @Sendable (Completion) async -> Void

    /// Works until the dispatcher has no more work.
    ///
    /// A worker is ready before its first photo is claimed, so that a model that cannot be used costs no photo anything.
    ///
    /// - Throws: ``PipelineError`` when the worker refuses to start, which another one would do as well.
    func serve() async throws {
        var failedStarts = 0
        var idleDeaths = 0
        var hasServed = false
        var trouble: CircuitBreaker.Cause?
        while await !dispatcher.isStopped, !Task.isCancelled {
            if !dispatcher.gate.isOpen {
                try await dispatcher.untilGateOpens()
                continue
            }
            var open = OpenClaim()
            var wasEnded = false
            let (began, broken, ending): (ContinuousClock.Instant, Broken?, ProcessEnding)
            do {
                // Rules bind to folders that are there.
                let folder = try await disk.perform { [staging, makeFolder] in try makeFolder(staging) }
                began = .now
                (broken, ending) = try await withFolder(folder) {
                    try await process.converse { worker -> Broken? in
                        let number = running.begin(kill: worker.killing)
                        meter?.workerBegan()
                        let broken: Broken?
                        do {
                            broken = try await converse(with: &worker, as: number, in: folder, after: trouble, &open)
                        } catch {
                            _ = running.end(number)
                            meter?.workerEnded(.stopped)
                            throw error
                        }
                        wasEnded = running.end(number)
                        return broken
                    }
                }
            } catch {
                // No process, or no folder for one: that passes, and no photo was begun.
                guard let cause = Self.passing(error) else { throw error }
                trouble = cause
                try await pause(for: trouble)
                continue
            }
            meter?.workerEnded(RunMeter.WorkerEnd(broken, wasEnded: wasEnded))
            if open.wasGreeted { (failedStarts, hasServed, trouble) = (0, true, nil) }
            if open.wasBegun || broken == nil { idleDeaths = 0 }
            switch broken {
            case nil: continue
            // It was ended from outside: its photo was cancelled, or the run is to end before it began.
            case .died where wasEnded, .overdue where wasEnded: await giveBack(open)
            case .refused(let error):
                // Not at the start: a model that lay there then may be out of reach for a moment.
                guard hasServed, error.fault == .environment else { throw error }
                trouble = CircuitBreaker.Cause(cause: "worker \(error.code)", message: error.message)
                try await pause(for: trouble)
            case .cancelled: await giveBack(open)
            case .died where open.wasBegun:
                await end(
                    open, code: "worker-crashed",
                    "the worker \(ending.description) while it worked this photo\(open.place)")
            case .died:
                // It died before it began with a photo: no photo is to blame.
                await giveBack(open)
                // One that has waited for long and is ended for want of memory is no worse than its successor.
                if !open.wasGreeted { failedStarts += 1 } else if .now - began < Self.longWait { idleDeaths += 1 }
                if failedStarts >= 3 || idleDeaths >= 20 {
                    throw PipelineError(
                        .workersDie,
                        "workers end again and again before they begin with a photo: the last one \(ending.description)"
                    )
                }
            case .overdue:
                // A worker that waits for a share is as silent as one that hangs, whatever it reported last: it looks at the
                // photo again at its end.
                if let claim = open.claim {
                    do {
                        if let away = try await dispatcher.folders.trouble(reading: claim) {
                            await postpone(claim, away)
                            continue
                        }
                    } catch {
                        await giveBack(open)
                        continue
                    }
                }
                let seconds = limits.photo / .seconds(1)
                await end(
                    open, code: "timeout",
                    "the photo took longer than \(seconds.formatted()) s (workers.timeout)\(open.place)")
            case .nonsense(let what): await end(open, code: "worker-nonsense", what)
            }
        }
    }

    /// Pauses all work, and waits until it may begin again.
    private func pause(for trouble: CircuitBreaker.Cause?) async throws {
        if let trouble { await dispatcher.breaker.trip(trouble) }
        try await dispatcher.untilWorkMayBegin()
    }

    /// A worker that dies while it waits, but after so long, does not count among those that die again and again.
    private static let longWait = Duration.seconds(10)

    /// Why no worker could be started, where that passes by itself.
    private static func passing(_ error: any Error) -> CircuitBreaker.Cause? {
        switch error {
        case let error as WorkerNotStarted where error.isPassing: CircuitBreaker.Cause(error)
        case let error as ResultsError where error.fault == .environment: CircuitBreaker.Cause(error)
        default: nil
        }
    }

    /// Lends a worker's folder for its life.
    private func withFolder<Result>(
        _ folder: StagingFolder, _ body: () async throws -> Result
    ) async throws -> Result {
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        disk.add { folder.remove() }
        return try result.get()
    }

    /// Lets a claim's folder rest, and gives the claim back at no cost.
    func postpone(_ claim: Claim, _ away: FolderAway) async {
        // In this order, so that the photo is not claimed again at once.
        dispatcher.folders.rest(away, sample: claim.place)
        await finish(Completion(claim: claim, ending: .released))
    }

    private func giveBack(_ open: OpenClaim) async {
        guard let claim = open.claim else { return }
        await finish(Completion(claim: claim, ending: .released))
    }

    private func end(_ open: OpenClaim, code: String, _ sentence: String) async {
        guard let claim = open.claim else { return }
        log.note(
            .crashed, claim.job, level: .warning, ["code": code, "reason": sentence, "turn": "\(claim.id.claimNumber)"])
        await finish(Completion(claim: claim, ending: .crashed(code: code, sentence)))
    }
}
