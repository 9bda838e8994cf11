import JobQueue
import Results

/// Who is to blame for a photo that did not end well: the photo, or what every photo needs.
extension Publisher {
    /// A claim's end by the queue's rules, once it is known that its photo and not its surroundings is to blame.
    func end(of finished: WorkResult, at now: UnixMillis) async throws -> Completion {
        guard case .answered(var answer) = finished.ending else {
            return try await disk.perform { [records, rules] in records.end(of: finished, rules: rules, at: now) }
        }
        var original: PlacedFile?
        if answer.ending == .done, !UnreadContent.isStandIn(finished.claim.content),
            let place = records.names(finished.claim.place, finished.claim.output).original
        {
            let copy = OriginalCopy(claim: finished.claim, place: place, followsLinks: rules.followsLinks)
            do {
                original = try await disk.perform { try copy.staged() }
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
                return Completion(givingBack: finished.claim)
            }
            // The folder is in order again: whatever it was has passed, and no photo is to blame for it.
            guard failure.isOfFolder else { answer.ending = .blocked; break }
            return Completion(postponing: finished.claim, until: now + Self.folderPatience, JobFailure(failure))
        case .gone:
            let place = finished.claim.place
            let (isGone, trouble) = try await disk.perform { [roots] in (roots.isGone(place), roots.trouble(at: place))
            }
            if isGone { break }
            // The folder was out of reach for a moment, or still is.
            guard let trouble else { return Completion(givingBack: finished.claim) }
            return Completion(postponing: finished.claim, until: now + Self.rootPatience, trouble)
        case .done, .failed, .blocked, .changed, .workerMustRestart: break
        }
        let (copy, judged) = (original, WorkResult(claim: finished.claim, ending: .answered(answer)))
        let end = try await disk.perform { [records, rules] in
            records.end(of: judged, original: copy, rules: rules, at: now)
        }
        // What is not published lies in nobody's way for the months that `watch` may go on.
        if end.files.isEmpty, !answer.files.isEmpty {
            try await disk.perform { [unused = answer.files.all] in unused.forEach(AtomicFile.discard) }
        }
        return end
    }

    /// How long photos wait before a lost folder of photos is looked for again.
    private static let rootPatience: UnixMillis = 5000
    /// How long a photo waits after a results' folder that was out of order for a moment.
    private static let folderPatience: UnixMillis = 1000
}

extension Record.Failure {
    /// Whether a folder stood in the way, and not the file itself.
    fileprivate var isOfFolder: Bool {
        let codes: [ResultsError.Code] = [.missing, .denied, .readOnly]
        return codes.map(\.rawValue).contains(code)
    }
}
