import Control
import Foundation
import Results
import Storage
import SystemValues
import WorkerProtocol

/// What is said between a slot and one worker, from the plan to its end.
extension WorkerSlot {
    /// The claim that the worker has to answer for.
    struct OpenClaim {
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
    enum Broken: Sendable {
        case died
        case overdue
        case nonsense(String)
        case cancelled
        case refused(PipelineError)
    }

    /// Gives a worker its plan, and then photos until it is to be replaced, or there are no more; nil where it went well.
    func converse(
        with worker: inout WorkerProcess.Conversation, as number: Int, in folder: StagingFolder,
        after trouble: CircuitBreaker.Cause?, _ open: inout OpenClaim
    ) async throws -> Broken? {
        var plan = plan
        plan.staging = RawPathText(folder.path)
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
            if let trouble { await dispatcher.breaker.reset(trouble) }
            running.set(number, to: .idle)
            if !classes.isEmpty { _ = try? await disk.perform { [onClasses] in onClasses(classes) } }
            if let report = greeting.confinement { onConfinement(report) }
        case .ended: return Task.isCancelled ? .cancelled : .died
        case .overdue, .tooLong, .overgrown:
            worker.kill()
            return .died
        }
        var served = 0
        while served < limits.recycle, !worker.isOver {
            let claim: Claim
            switch try await next(for: worker) {
            case .claim(let next?): claim = next
            case .claim(nil): return nil
            case .died: return Task.isCancelled ? .cancelled : .died
            }
            open = OpenClaim(claim: claim, wasGreeted: true)
            let photo: OpenedPhoto
            do {
                photo = try await dispatcher.folders.open(claim)
            } catch is CancellationError {
                return .cancelled
            } catch let away as FolderAway {
                open = OpenClaim(wasGreeted: true)
                await postpone(claim, away)
                continue
            } catch {
                open = OpenClaim(wasGreeted: true)
                await finish(Completion(claim: claim, ending: .answered(AnswerLine(of: claim, ending: error))))
                continue
            }
            running.set(
                number, to: .photo(claim.job),
                LiveStatus.Slot(
                    job: claim.job.rawValue, photo: EscapedName.printable(claim.place.file), since: Clock.wall()))
            await worker.send(JobLine(claim, wanted, in: folder.path), with: photo, within: limits.photo)
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
                guard try await take(filesOf: &answer, from: folder) else {
                    worker.kill()
                    return .nonsense("the worker answered with files that are not its own")
                }
                if let what = answer.violation(of: AnswerBounds(plan)) {
                    answer.discardFiles()
                    worker.kill()
                    return .nonsense("the worker answered with \(what), which no photo gives")
                }
                switch try await look(for: photo, of: claim, in: folder, after: &answer) {
                case .fine: break
                case .away(let away):
                    answer.discardFiles()
                    open = OpenClaim(wasGreeted: true)
                    await postpone(claim, away)
                    continue
                case .nonsense(let what):
                    answer.discardFiles()
                    worker.kill()
                    return .nonsense("the worker answered that \(what)")
                }
                open = OpenClaim(wasGreeted: true)
                await finish(Completion(claim: claim, ending: .answered(answer), mode: photo.mode))
                if answer.ending == .workerMustRestart { return nil }
            case .tooLong:
                worker.kill()
                return .nonsense("the worker answered with a line longer than any answer")
            case .overgrown: return .nonsense("the worker has started more than \(ThreadWatch.most) threads")
            case .ended: return Task.isCancelled ? .cancelled : .died
            case .overdue: return .overdue
            }
            served += 1
        }
        return nil
    }
}
