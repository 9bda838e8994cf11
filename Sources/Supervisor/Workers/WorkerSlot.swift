import Confinement
import Control
import Dispatch
import Foundation
import Glibc
import JobQueue
import Results
import SystemPackage
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
    let plan: WorkPlan
    /// Is told what each worker has given up.
    var onConfinement: @Sendable (ConfinementReport) -> Void = { _ in }
    /// Is told what each worker's detectors know; may block.
    var onClasses: @Sendable ([DetectorClasses]) -> Void = { _ in }
    /// Where workers leave their temp files.
    let staging: FilePath
    let limits: Limits
    let dispatcher: JobDispatcher
    var running = RunningWorkers()
    var log = PhotoLog.silent
    /// Whether links lead to photos (`intake.followLinks`).
    var followsLinks = false
    let jobLine: @Sendable (Claim) -> JobLine
    /// Calls of the file system block, so they have a thread of their own.
    let disk = DispatchQueue(label: "quiver.slot")
    let finish: @Sendable (WorkResult) async -> Void

    /// The claim that the worker has to answer for.
    private struct OpenClaim {
        var claim: Claim?
        /// The worker was ready to work.
        var wasGreeted = false
        /// What the worker was doing with it, as far as it has begun.
        var stage: Stage?

        /// Whether the worker may have died of it.
        ///
        /// One that died while it waited, by the system's hand for want of memory,
        /// did not die of the photo that it was sent next.
        var wasBegun: Bool { stage != nil }

        /// ", in stage draw": where the worker was, for people.
        var place: String { stage.map { ", in stage \($0.rawValue)" } ?? "" }
    }

    /// Why a conversation ended before its worker had nothing left to do.
    private enum Broken: Sendable {
        case died
        case overdue
        case nonsense(String)
        case cancelled
        case refused(PipelineError)
    }

    /// Works until the dispatcher has no more work.
    ///
    /// A worker is ready before its first photo is claimed, so that a model that cannot be used costs no photo anything.
    ///
    /// - Throws: ``PipelineError`` when the worker refuses to start, which another one would do as well.
    func serve() async throws {
        var failedStarts = 0
        var idleDeaths = 0
        while await !dispatcher.isStopped, !Task.isCancelled {
            // Rules bind to folders that are there. Where it cannot be made, the first photo's answer tells why.
            _ = try? await disk.perform { [staging] in try AtomicFile.make(staging) }
            var open = OpenClaim()
            var wasEnded = false
            let (broken, ending) = try await process.converse { worker -> Broken? in
                let number = running.begin(kill: worker.killing)
                let broken: Broken?
                do {
                    broken = try await converse(with: &worker, as: number, &open)
                } catch {
                    _ = running.end(number)
                    throw error
                }
                wasEnded = running.end(number)
                return broken
            }
            if open.wasGreeted { failedStarts = 0 }
            if open.wasBegun || broken == nil { idleDeaths = 0 }
            switch broken {
            case nil: continue
            // It was told to go: its photo was cancelled, or the run is to end before it began.
            case .died where wasEnded, .overdue where wasEnded: await giveBack(open)
            case .refused(let error): throw error
            case .cancelled: await giveBack(open)
            case .died where open.wasBegun:
                await end(
                    open, code: "worker-crashed",
                    "the worker \(ending.description) while it worked this photo\(open.place)")
            case .died:
                // It died before it began with a photo: no photo is to blame.
                await giveBack(open)
                if open.wasGreeted { idleDeaths += 1 } else { failedStarts += 1 }
                if failedStarts >= 3 || idleDeaths >= 20 {
                    throw PipelineError(
                        .workersDie,
                        "workers end again and again before they begin with a photo: the last one \(ending.description)"
                    )
                }
            case .overdue:
                let seconds = limits.photo / .seconds(1)
                await end(
                    open, code: "timeout",
                    "the photo took longer than \(seconds.formatted()) s (workers.timeout)\(open.place)")
            case .nonsense(let what): await end(open, code: "worker-nonsense", what)
            }
        }
    }

    private func converse(
        with worker: inout WorkerProcess.Conversation, as number: Int, _ open: inout OpenClaim
    ) async throws -> Broken? {
        await worker.send(PlanLine(plan: plan), within: limits.start)
        switch await worker.receive(within: limits.start) {
        case .line(let line):
            guard let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: Data(line.utf8)) else {
                worker.kill()
                return .died
            }
            if let refusal = greeting.startupError {
                return .refused(PipelineError(.modelRefused, refusal.message, fault: refusal.fault))
            }
            guard let classes = greeting.classes(of: plan) else {
                worker.kill()
                return .died
            }
            open.wasGreeted = true
            running.set(number, to: .idle)
            if !classes.isEmpty { _ = try? await disk.perform { [onClasses] in onClasses(classes) } }
            if let report = greeting.confinement { onConfinement(report) }
        case .ended: return Task.isCancelled ? .cancelled : .died
        case .overdue, .tooLong:
            worker.kill()
            return .died
        }
        var served = 0
        while served < limits.recycle, !worker.isOver, let claim = try await nextForWorker() {
            open = OpenClaim(claim: claim, wasGreeted: true)
            let photo: OpenedPhoto
            do {
                guard let opened = try await self.open(claim, with: worker) else {
                    return Task.isCancelled ? .cancelled : .overdue
                }
                photo = opened
            } catch {
                open = OpenClaim(wasGreeted: true)
                await finish(WorkResult(claim: claim, ending: .answered(AnswerLine(of: claim, ending: error))))
                continue
            }
            running.set(
                number, to: .photo(claim.job),
                LiveStatus.Slot(
                    job: claim.job.rawValue, photo: EscapedName.printable(claim.place.file), since: Clock.wall()))
            await worker.send(jobLine(claim), with: photo, within: limits.photo)
            log.note(.sent, claim.job, ["worker": "\(worker.processIdentifier)", "turn": "\(claim.id.claimNumber)"])
            let reply = await worker.receive(within: limits.photo) { running.set(number, stage: $0.rawValue) }
            running.set(number, to: .idle)
            open.stage = worker.stage
            switch reply {
            case .line(let line):
                guard var answer = try? JSONDecoder().decode(AnswerLine.self, from: Data(line.utf8)),
                    answer.claim == claim.id.description
                else {
                    worker.kill()
                    return .nonsense("the worker answered something else than was asked")
                }
                guard answer.files.areOwn(in: staging) else {
                    worker.kill()
                    return .nonsense("the worker answered with files that are not its own")
                }
                if let what = answer.violation(of: AnswerBounds(plan)) {
                    answer.discardFiles()
                    worker.kill()
                    return .nonsense("the worker answered with \(what), which no photo gives")
                }
                await look(for: photo, of: claim, with: worker, after: &answer)
                open = OpenClaim(wasGreeted: true)
                await finish(WorkResult(claim: claim, ending: .answered(answer)))
                if answer.ending == .workerMustRestart { return nil }
            case .tooLong:
                worker.kill()
                return .nonsense("the worker answered with a line longer than any answer")
            case .ended: return Task.isCancelled ? .cancelled : .died
            case .overdue: return .overdue
            }
            served += 1
        }
        return nil
    }

    /// Opens a claim's photo, which its worker may not; nil where the disk takes longer than the photo may.
    private func open(_ claim: Claim, with worker: WorkerProcess.Conversation) async throws -> OpenedPhoto? {
        try await worker.perform(within: limits.photo) { [followsLinks] in
            try OpenedPhoto(claim, followsLinks: followsLinks)
        }
    }

    /// Sees that the photo still lies under its name: what was replaced under way is no answer for what lies there now.
    private func look(
        for photo: OpenedPhoto, of claim: Claim, with worker: WorkerProcess.Conversation, after answer: inout AnswerLine
    ) async {
        guard answer.ending == .done || answer.ending == .failed else { return }
        do {
            _ = try await worker.perform(within: limits.photo) { [followsLinks] in
                try photo.check(claim.place, followsLinks: followsLinks)
            }
        } catch {
            answer.discardFiles()
            answer.end(with: error)
        }
    }

    /// The next job that needs a worker; copies of finished ones are passed on at once.
    private func nextForWorker() async throws -> Claim? {
        while let claim = try await dispatcher.next() {
            guard let echo = claim.duplicate, !needsItsFiles(claim, echo) else { return claim }
            await finish(WorkResult(claim: claim, ending: .duplicate(echo)))
        }
        return nil
    }

    /// Whether a photo is to be worked though its answer is known: other settings have replaced its pictures meanwhile.
    private func needsItsFiles(_ claim: Claim, _ echo: DuplicateResult) -> Bool {
        guard echo.place.file == claim.place.file, echo.state == .done else { return false }
        let wanted = jobLine(claim).wanted
        return wanted?.annotated == true || wanted?.crops == true || wanted?.cutouts == true || wanted?.pages == true
    }

    private func giveBack(_ open: OpenClaim) async {
        guard let claim = open.claim else { return }
        await finish(WorkResult(claim: claim, ending: .released))
    }

    private func end(_ open: OpenClaim, code: String, _ sentence: String) async {
        guard let claim = open.claim else { return }
        log.note(
            .crashed, claim.job, level: .warning, ["code": code, "reason": sentence, "turn": "\(claim.id.claimNumber)"])
        await finish(WorkResult(claim: claim, ending: .crashed(code: code, sentence)))
    }
}
