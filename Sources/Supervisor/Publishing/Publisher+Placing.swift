import Results
import Storage
import SystemPackage
import WorkerProtocol

/// Who is to blame for a photo that did not end well: the photo, or what every photo needs.
extension Publisher {
    /// A claim's end by the queue's rules, once it is known that its photo and not its surroundings is to blame.
    func end(of finished: Completion, at now: UnixMillis) async throws -> Completion {
        guard case .answered(var answer) = finished.ending else { return try await judge(finished, at: now) }
        var original: PlacedFile?
        if answer.ending == .done, !UnreadContent.isStandIn(finished.claim.content),
            rules.holds(finished.claim.place),
            let place = records.layout.names(
                of: finished.claim.place.file, record: finished.claim.output
            ).original
        {
            let copy = OriginalCopy(claim: finished.claim, place: place, followsLinks: rules.followsLinks)
            do {
                guard !dispatcher.folders.isResting(finished.claim.place) else { throw CancellationError() }
                original = try await dispatcher.folders.read(
                    at: finished.claim.place, undo: { AtomicFile.discard($0.staged) }, { try copy.staged() })
            } catch  where error is FolderAway || error is CancellationError {
                // The photo is worked again when its copy can be made.
                if let away = error as? FolderAway { dispatcher.folders.rest(away, sample: finished.claim.place) }
                answer.discardFiles()
                return finished.givenBack
            } catch {
                answer.discardFiles()
                answer.end(with: error)
            }
        }
        switch answer.ending {
        case .outputUnavailable:
            let failure =
                answer.error ?? Record.Failure(code: "unknown", message: "no reason was given", fault: .quiver)
            if let trouble = try await disk.perform({ [output] in output.trouble(behind: failure) }) {
                await dispatcher.breaker.trip(trouble)
                return finished.givenBack
            }
            // The folder is in order again: whatever it was has passed, and no photo is to blame for it.
            guard failure.isOfFolder, returns.mayReturn(finished.claim.job) else { answer.ending = .blocked; break }
            return finished.ended(.postponed(until: now + Self.folderPatience, JobFailure(failure)))
        case .gone:
            let place = finished.claim.place
            let (isGone, away) = try await lookAgain(at: place)
            if isGone {
                guard dispatcher.lease.isShared, let wait = waitsForMissing(finished.claim.job, at: now) else { break }
                return finished.ended(wait)
            }
            // The folder was out of reach for a moment, or still is.
            if let away {
                dispatcher.folders.rest(away, sample: place)
            } else if !returns.mayReturn(finished.claim.job) {
                answer.ending = .blocked
                break
            }
            return finished.givenBack
        case .workerMustRestart:
            if !returns.mayReturn(finished.claim.job) {
                answer.ending = .blocked
                answer.error = ClaimReturns.failure
            }
        case .done, .failed, .blocked, .changed: break
        }
        if answer.ending != .workerMustRestart { returns.forget(finished.claim.job) }
        missingSince[finished.claim.job] = nil
        var judged = finished
        judged.ending = .answered(answer)
        judged.placing.original = original
        let end = try await judge(judged, at: now)
        // What is not published must not stay for the months that `watch` may go on.
        if end.files.isEmpty, !answer.files.isEmpty {
            try await disk.perform { [unused = answer.files.all] in unused.forEach(AtomicFile.discard) }
        }
        return end
    }

    /// For how long a photo may be missing on one host before it counts as gone for all: a share tells its clients late.
    static let missingPatience: UnixMillis = 60_000
    private static let missingPause: UnixMillis = 10_000

    /// How a photo waits that is missing on this host; nil where it has been for so long that it is gone.
    private func waitsForMissing(_ job: JobID, at now: UnixMillis) -> Outcome? {
        let since = missingSince[job] ?? now
        guard now - since < Self.missingPatience else {
            missingSince[job] = nil
            return nil
        }
        // Others may have ended those that were missing here long ago.
        missingSince = missingSince.filter { now - $0.value < 10 * Self.missingPatience }
        missingSince[job] = since
        let failure = JobFailure(
            code: "missing-here",
            message: "the photo is not there on one of the hosts that share the queue; it is looked for again",
            fault: .environment)
        return .postponed(until: now + Self.missingPause, failure)
    }

    /// Applies the queue's rules to what happened to a claim.
    private func judge(_ finished: Completion, at now: UnixMillis) async throws -> Completion {
        var finished = finished
        finished.placing.target = await target(of: finished)
        return try await disk.perform { [records, rules, finished] in records.end(of: finished, rules: rules, at: now) }
    }

    /// Where a photo is to be moved to if it ends so; nil where it stays, or where its folder does not answer.
    func target(of finished: Completion) async -> FilePath? {
        let (isDone, photo): (Bool, PhotoResult?) =
            switch finished.ending {
            case .answered(let answer): (answer.ending == .done, answer.photo)
            case .duplicate(let echo):
                (echo.state == .done, echo.result.flatMap { try? Record.decode($0) }?.photo)
            case .crashed, .released: (false, nil)
            }
        guard let move = rules.move(of: finished.claim, isDone ? .done : .failed, showing: photo) else { return nil }
        return try? await reach(finished.claim.place) { move.plan() }
    }

    /// Asks the folder of a photo on its own thread; one that does not answer rests from then on.
    ///
    /// - Throws: ``FolderAway``, the body's own error, or `CancellationError`.
    func reach<T: Sendable>(_ place: Place, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard !dispatcher.folders.isResting(place) else { throw CancellationError() }
        do {
            return try await dispatcher.folders.perform(at: place, body)
        } catch let away as FolderAway {
            dispatcher.folders.rest(away, sample: place)
            throw away
        }
    }

    /// Whether a photo has gone, or why that cannot be known.
    private func lookAgain(at place: Place) async throws -> (isGone: Bool, away: FolderAway?) {
        do {
            return try await dispatcher.folders.perform(at: place) { [roots] in
                (roots.isGone(place), roots.trouble(at: place))
            }
        } catch let away as FolderAway {
            return (false, away)
        }
    }

    /// How long a photo waits after a results' folder that was out of order for a moment.
    private static let folderPatience: UnixMillis = 1000
}

/// How often claims have come back at no cost, for something that passes: each may do so for a while, and not for ever.
struct ClaimReturns: Sendable {
    /// Far more often than a folder or a worker's place is replaced while one photo is worked.
    private static let most = 10
    static let failure = Record.Failure(
        code: "no-progress", message: "the photo came back from its workers again and again without an end",
        fault: .environment)

    private var counts: [JobID: Int] = [:]

    /// Counts one more; false where a further one has to wait and to count as an attempt.
    mutating func mayReturn(_ job: JobID) -> Bool {
        let count = (counts[job] ?? 0) + 1
        counts[job] = count < Self.most ? count : nil
        return count < Self.most
    }

    /// The job has come on.
    mutating func forget(_ job: JobID) { counts[job] = nil }
}

extension Record.Failure {
    /// Whether a folder stood in the way, and not the file itself.
    fileprivate var isOfFolder: Bool {
        let codes: [ResultsError.Code] = [.missing, .denied, .readOnly]
        return codes.map(\.rawValue).contains(code)
    }
}

/// Putting files into their places, and what follows where that cannot be done.
extension Publisher {
    /// Writes records and renames temp files; where no result can be kept at all, the claims go back untouched.
    func place(_ ends: [Completion], at now: UnixMillis) async throws -> [Completion] {
        do {
            let (found, placing) = try await disk.perform {
                [output, lease = dispatcher.lease] () -> (OutputCheck.Finding, Result<Void, any Error>) in
                let found = output.beforePlacing()
                if case .trouble = found { return (found, .success(())) }
                return (found, Result { try output.holding { try Completion.publish(ends, while: { lease.holds }) } })
            }
            switch found {
            case .well: break
            case .madeAnew(let sentence): onEvent(.warning(sentence))
            case .trouble(let trouble):
                await dispatcher.breaker.trip(trouble)
                try await disk.perform { Completion.discard(ends) }
                return ends.map(\.givenBack)
            }
            try placing.get()
            return ends
        } catch let error as ResultsError where error.code == .claimLost {
            // Some files may have been placed before the lease ended.
            for end in ends where end.record != nil { lost.note(end.claim.job, mode: end.placing.mode) }
            try await disk.perform { Completion.discard(ends) }
            return ends.map(\.givenBack)
        } catch  where ends.count > 1 {
            // One photo's folder may be at fault: find out which, and let the others pass.
            var placed: [Completion] = []
            for end in ends { placed += try await place([end], at: now) }
            return placed
        } catch let error as ResultsError {
            var placed: [Completion] = []
            for end in ends { placed.append(try await self.end(of: end, unplaced: error, at: now)) }
            return placed
        }
    }

    /// The end of a photo whose files found no place: trouble of all photos, or its own and then a matter of its retries.
    private func end(of end: Completion, unplaced error: ResultsError, at now: UnixMillis) async throws -> Completion {
        let wasTakenAway = try await disk.perform {
            defer { Completion.discard([end]) }
            return end.files.contains(where: \.isLost)
        }
        if let trouble = try await disk.perform({ [output] in output.trouble(behind: error) }) {
            await dispatcher.breaker.trip(trouble)
            return end.givenBack
        }
        // Its temp files went with a folder that was taken away, and that is in order again.
        if wasTakenAway { return end.givenBack }
        // A name that the file system refuses is refused the next time too.
        let ending: AnswerLine.Ending = error.code == .nameRefused ? .failed : .blocked
        let answer = AnswerLine(ending: ending, error: Record.Failure(error))
        var result = Completion(claim: end.claim, ending: .answered(answer))
        result.placing.target = await target(of: result)
        return try await disk.perform { [records, rules, result, lease = dispatcher.lease] in
            let unplaced = records.end(of: result, rules: rules, at: now)
            // It may have been the pictures alone that found no place.
            do { try Completion.publish([unplaced], while: { lease.holds }) } catch { return unplaced.withoutFiles() }
            return unplaced
        }
    }
}
