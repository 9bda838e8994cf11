import Control
import Foundation
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// What passes between a slot and one worker, from the plan to its end.
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

        /// ", in stage draw": where the worker was, for messages.
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

    /// Gives a worker its plans, and then photos until it is to be replaced, or there are no more; nil where it went well.
    func converse(
        with worker: inout WorkerProcess.Conversation, as number: Int, in folder: StagingFolder,
        after trouble: CircuitBreaker.Cause?, _ open: inout OpenClaim
    ) async throws -> Broken? {
        let plans = pipelines.plans.map { plan in
            var plan = plan
            plan.staging = RawPathText(folder.path)
            return plan
        }
        await worker.send(PlanLine(plans: plans), within: limits.start)
        switch await worker.receive(within: limits.start) {
        case .line(let line):
            guard let greeting = try? JSONDecoder().decode(WorkerGreeting.self, from: Data(line.utf8)) else {
                worker.kill()
                return .died
            }
            if let refusal = greeting.startupError {
                return .refused(PipelineError(refusing: refusal))
            }
            guard let classes = greeting.classes(of: plans) else {
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
            let pipeline = pipelines.of(claim)
            await worker.send(JobLine(claim, of: pipeline, in: folder.path), with: photo, within: limits.photo)
            log.note(.sent, claim.job, ["worker": "\(worker.processIdentifier)", "turn": "\(claim.id.claimNumber)"])
            let reply = await worker.receive(within: limits.photo, pages: pipeline.plan.limits.pages) {
                running.set(number, stage: $0.rawValue)
            }
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
                if let what = answer.violation(of: AnswerBounds(pipeline.plan)) {
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

/// What a worker works next.
extension WorkerSlot {
    enum Next: Sendable {
        case claim(Claim?)
        case died
    }

    /// The next job for a worker, or its end where that comes first: one that dies while it waits is replaced at once.
    func next(for worker: WorkerProcess.Conversation) async throws -> Next {
        // Where photos were claimed ahead, nothing has to be waited for.
        if let claim = try await nextAtHand() { return .claim(claim) }
        return try await withThrowingTaskGroup(of: Next.self) { group in
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

    /// The same where there is one at hand.
    private func nextAtHand() async throws -> Claim? {
        while let claim = try await dispatcher.nextAtHand() {
            if let claim = await forWorker(claim) { return claim }
        }
        return nil
    }

    /// The next job that needs a worker; copies of finished ones are passed on at once.
    private func nextForWorker() async throws -> Claim? {
        while let claim = try await dispatcher.next() {
            if let claim = await forWorker(claim) { return claim }
        }
        return nil
    }

    /// A claim that needs a worker; nil for a copy, which is passed on at once.
    private func forWorker(_ claim: Claim) async -> Claim? {
        guard let echo = claim.duplicate, !needsItsFiles(claim, echo) else { return claim }
        await finish(Completion(claim: claim, ending: .duplicate(echo)))
        return nil
    }

    /// Whether a photo is to be worked though its answer is known: other settings have replaced its pictures meanwhile.
    private func needsItsFiles(_ claim: Claim, _ echo: DuplicateResult) -> Bool {
        guard echo.place.file == claim.place.file, echo.state == .done else { return false }
        let output = pipelines.of(claim).settings.output
        return output.annotate || output.crops || output.cutouts || output.pages
    }
}

/// What of an answer is the supervisor's own to know.
extension WorkerSlot {
    /// Takes the files of an answer over; false where they are not the worker's own.
    ///
    /// Where the results' folder does not let them be moved, the answer says so in place of what it said: no photo is to
    /// blame, and the publisher's own look at the folder decides.
    func take(filesOf answer: inout AnswerLine, from folder: StagingFolder) async throws -> Bool {
        guard !answer.files.isEmpty else { return true }
        let files = answer.files
        let (taken, areOwn, trouble): (AnswerLine.Files, Bool, ResultsError?) = try await disk.perform {
            guard files.areOwn(in: folder.path) else { return (files, false, nil) }
            var taken = files
            do throws(ResultsError) { try folder.take(&taken) } catch { return (taken, true, error) }
            // Nothing can be put into their place any more. Where the folder was taken away, publishing finds out.
            return (taken, taken.areOwn(in: folder.taking) || !folder.isInPlace, nil)
        }
        answer.files = taken
        if let trouble {
            answer.discardFiles()
            answer.end(with: trouble)
        }
        return areOwn
    }

    /// What the supervisor's own look at a photo says of its worker's answer.
    enum Looked: Sendable {
        case fine
        /// What the worker answers and is not so, for messages: such an answer would cost a photo no attempt, so that a worker
        /// which is taken over could give it for ever.
        case nonsense(String)
        /// Nothing is known of the photo: its folder is out of reach.
        case away(FolderAway)
    }

    /// Sees that the photo still lies under its name, as the worker says or does not say, and that a worker which asks to
    /// be replaced has a reason: the supervisor's own look decides.
    func look(
        for photo: OpenedPhoto, of claim: Claim, in folder: StagingFolder, after answer: inout AnswerLine
    ) async throws -> Looked {
        switch answer.ending {
        case .blocked, .outputUnavailable: return .fine
        case .workerMustRestart:
            let isInPlace = try await disk.perform { folder.isInPlace }
            return isInPlace ? .nonsense("its folder was replaced, and it was not") : .fine
        case .done, .failed, .changed, .gone:
            let isLost = answer.ending == .changed || answer.ending == .gone
            do {
                try await dispatcher.folders.check(photo, of: claim)
                guard isLost else { return .fine }
                let isThere = try await dispatcher.folders.perform(at: claim.place) { photo.lies(at: claim.place) }
                return isThere ? .nonsense("the photo is gone or was changed, and it lies there as it was") : .fine
            } catch let away as FolderAway {
                return .away(away)
            } catch {
                // What was replaced under way is no answer for what lies there now.
                answer.discardFiles()
                answer.end(with: error)
                return .fine
            }
        }
    }
}
