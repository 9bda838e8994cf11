import Foundation
import JobQueue

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
    let limits: Limits
    let source: WorkSource
    let jobLine: @Sendable (Claim) -> JobLine
    let finish: @Sendable (Finished) async -> Void

    /// The claim that the worker has to answer for.
    private struct OpenClaim {
        var claim: Claim?
        /// The worker has heard of it, and may have died of it.
        var wasSent = false
    }

    /// Why a conversation ended before its worker had nothing left to do.
    private enum Broken: Sendable {
        case died
        case overdue
        case nonsense(String)
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
        while await !source.isStopped, !Task.isCancelled {
            var open = OpenClaim()
            let (broken, ending) = try await process.converse { worker -> Broken? in
                try await converse(with: &worker, &open)
            }
            if open.wasSent || broken == nil { failedStarts = 0 }
            switch broken {
            case nil: continue
            case .refused(let error): throw error
            case .cancelled: await giveBack(open)
            case .died where open.wasSent:
                await end(open, code: "worker-crashed", "the worker \(ending.description) while it worked this photo")
            case .died:
                // It died before it saw a photo: no photo is to blame.
                await giveBack(open)
                failedStarts += 1
                if failedStarts >= 3 {
                    throw PipelineError(.workersDie, "three workers in a row \(ending.description) while starting")
                }
            case .overdue:
                let seconds = limits.photo / .seconds(1)
                await end(
                    open, code: "timeout", "the photo took longer than \(seconds.formatted()) s (workers.timeout)")
            case .nonsense(let what): await end(open, code: "worker-nonsense", what)
            }
        }
    }

    private func converse(
        with worker: inout WorkerProcess.Conversation, _ open: inout OpenClaim
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
        case .ended: return Task.isCancelled ? .cancelled : .died
        case .overdue: return .died
        }
        var served = 0
        while served < limits.recycle, let claim = try await nextForWorker() {
            open = OpenClaim(claim: claim)
            await worker.say(jobLine(claim))
            open.wasSent = true
            switch await worker.hear(within: limits.photo) {
            case .line(let line):
                guard let answer = try? JSONDecoder().decode(AnswerLine.self, from: Data(line.utf8)),
                    answer.claim == claim.id.description
                else {
                    worker.kill()
                    return .nonsense("the worker answered something else than was asked")
                }
                open = OpenClaim()
                await finish(Finished(claim: claim, ending: .answered(answer)))
            case .ended: return Task.isCancelled ? .cancelled : .died
            case .overdue: return .overdue
            }
            served += 1
        }
        return nil
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
        await finish(Finished(claim: claim, ending: .crashed(code: code, sentence)))
    }
}
