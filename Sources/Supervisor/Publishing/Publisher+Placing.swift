import Results
import Storage
import WorkerProtocol

/// Putting files into their places, and what follows where that cannot be done.
extension Publisher {
    /// Writes records and renames temp files; where no result can be kept at all, the claims go back untouched.
    func place(_ ends: [Completion], at now: UnixMillis) async throws -> [Completion] {
        do {
            switch try await disk.perform({ [output] in output.beforePlacing() }) {
            case .well: break
            case .madeAnew(let sentence): onEvent(.warning(sentence))
            case .trouble(let trouble):
                await dispatcher.breaker.trip(trouble)
                try await disk.perform { Completion.discard(ends) }
                return ends.map { Completion(givingBack: $0.claim) }
            }
            try await disk.perform { [output] in
                try output.holding { try Completion.publish(ends) }
            }
            return ends
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

    /// The end of a photo whose files found no place: everybody's trouble, or its own and then a matter of its retries.
    private func end(of end: Completion, unplaced error: ResultsError, at now: UnixMillis) async throws -> Completion {
        let wasTakenAway = try await disk.perform {
            defer { Completion.discard([end]) }
            return end.files.contains(where: \.isLost)
        }
        if let trouble = try await disk.perform({ [output] in output.trouble(behind: error) }) {
            await dispatcher.breaker.trip(trouble)
            return Completion(givingBack: end.claim)
        }
        // Its temp files went with a folder that was taken away, and that is in order again.
        if wasTakenAway { return Completion(givingBack: end.claim) }
        // A name that the file system refuses is refused the next time too.
        let ending: AnswerLine.Ending = error.code == .nameRefused ? .failed : .blocked
        let answer = AnswerLine(ending: ending, error: Record.Failure(error))
        let result = WorkResult(claim: end.claim, ending: .answered(answer))
        let target = await target(of: result)
        return try await disk.perform { [records, rules] in
            let unplaced = records.end(of: result, moving: target, rules: rules, at: now)
            // It may have been the pictures alone that found no place.
            do { try Completion.publish([unplaced]) } catch { return unplaced.withoutFiles() }
            return unplaced
        }
    }
}
