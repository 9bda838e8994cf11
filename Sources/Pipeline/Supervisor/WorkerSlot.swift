import Confinement
import Dispatch
import Foundation
import Glibc
import JobQueue
import Results
import SystemPackage

/// One of the places where a worker runs: keeps a worker process there, feeds it, and replaces it when it ends.
struct WorkerSlot: Sendable {
    struct Limits: Sendable {
        /// The longest that one photo may take.
        var photo: Duration
        /// The longest that a worker may take to load its model; the first start compiles it.
        var start: Duration = .seconds(600)
        /// Photos after which a worker is replaced.
        var recycle: Int
    }

    let process: WorkerProcess
    let plan: WorkPlan
    /// Is told what each worker has given up.
    var onConfinement: @Sendable (ConfinementReport) -> Void = { _ in }
    /// Where workers leave their temp files.
    let staging: FilePath
    let limits: Limits
    let source: WorkSource
    var log = PhotoLog.silent
    let jobLine: @Sendable (Claim) -> JobLine
    /// Calls of the file system block, so they have a thread of their own.
    let disk = DispatchQueue(label: "quiver.slot")
    let finish: @Sendable (Finished) async -> Void

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
        /// The claim's photo lies where this worker may not read.
        case outside(FilePath)
        case cancelled
        case refused(PipelineError)
    }

    /// Works until the source has no more work.
    ///
    /// A worker is ready before its first photo is claimed, so that a model that cannot be used costs no photo anything.
    ///
    /// - Throws: ``PipelineError`` when the worker refuses to start, which another one would do as well.
    func serve() async throws {
        var failedStarts = 0
        var idleDeaths = 0
        var plan = plan
        var misplaced: [JobID: Int] = [:]
        while await !source.isStopped, !Task.isCancelled {
            // Rules bind to folders that are there. Where it cannot be made, the first photo's answer tells why.
            _ = try? await disk.perform { [staging] in try AtomicFile.make(staging) }
            var open = OpenClaim()
            let (broken, ending) = try await process.converse { worker -> Broken? in
                try await converse(with: &worker, plan, &open, &misplaced)
            }
            if open.wasGreeted { failedStarts = 0 }
            if open.wasBegun || broken == nil { idleDeaths = 0 }
            switch broken {
            case nil: continue
            case .refused(let error): throw error
            case .cancelled: await giveBack(open)
            case .outside(let root):
                plan.confinement?.reads.append(root)
                await giveBack(open)
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
        with worker: inout WorkerProcess.Conversation, _ plan: WorkPlan, _ open: inout OpenClaim,
        _ misplaced: inout [JobID: Int]
    ) async throws -> Broken? {
        await worker.say(WorkerLoop.PlanLine(plan: plan))
        switch await worker.hear(within: limits.start) {
        case .line(let line):
            guard let greeting = try? JSONDecoder().decode(WorkerLoop.Greeting.self, from: Data(line.utf8)) else {
                worker.kill()
                return .died
            }
            if let refusal = greeting.refusal {
                return .refused(PipelineError(.modelRefused, refusal.message, fault: refusal.fault))
            }
            open.wasGreeted = true
            if let report = greeting.confinement { onConfinement(report) }
        case .ended: return Task.isCancelled ? .cancelled : .died
        case .overdue, .tooLong:
            worker.kill()
            return .died
        }
        var served = 0
        while served < limits.recycle, let claim = try await nextForWorker() {
            open = OpenClaim(claim: claim, wasGreeted: true)
            if let confinement = plan.confinement, !confinement.covers(claim.place.file) {
                return .outside(FilePath(rawBytes: claim.place.root))
            }
            await worker.say(jobLine(claim))
            log.note(.sent, claim.job, ["worker": "\(worker.processIdentifier)", "turn": "\(claim.id.turn)"])
            let heard = await worker.hear(within: limits.photo)
            open.stage = worker.stage
            switch heard {
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
                if answer.ending == .blocked, plan.confinement != nil, misplaced[claim.job, default: 0] < 2,
                    await isReadable(claim.place.file)
                {
                    // Its rules bind to the mount that was there when it started, and another one has taken its place.
                    answer.ending = .misplaced
                    misplaced[claim.job, default: 0] += 1
                }
                open = OpenClaim(wasGreeted: true)
                await finish(Finished(claim: claim, ending: .answered(answer)))
                if answer.ending == .misplaced { return nil }
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

    /// Whether the supervisor, which stands behind no wall, may read a file that a worker may not.
    private func isReadable(_ file: FilePath) async -> Bool {
        let isReadable = try? await disk.perform { () throws -> Bool in
            let descriptor = file.withPlatformString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
            if descriptor >= 0 { close(descriptor) }
            return descriptor >= 0
        }
        return isReadable ?? false
    }

    /// The next job that needs a worker; copies of finished ones are passed on at once.
    private func nextForWorker() async throws -> Claim? {
        while let claim = try await source.next() {
            guard let echo = claim.echo else { return claim }
            await finish(Finished(claim: claim, ending: .echoed(echo)))
        }
        return nil
    }

    private func giveBack(_ open: OpenClaim) async {
        guard let claim = open.claim else { return }
        await finish(Finished(claim: claim, ending: .released))
    }

    private func end(_ open: OpenClaim, code: String, _ sentence: String) async {
        guard let claim = open.claim else { return }
        log.note(.crashed, claim.job, level: .warning, ["code": code, "reason": sentence, "turn": "\(claim.id.turn)"])
        await finish(Finished(claim: claim, ending: .crashed(code: code, sentence)))
    }
}

extension Confinement {
    /// Whether a file lies in what may be read.
    ///
    /// A queue may hold photos of folders that this run was not started with: an earlier run left them.
    fileprivate func covers(_ file: FilePath) -> Bool { reads.contains { file.starts(with: $0) } }
}
