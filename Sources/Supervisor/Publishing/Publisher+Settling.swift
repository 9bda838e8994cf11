import Control
import Results
import Storage
import SystemValues

/// The transaction that ends photos, and all that is to be true with it or not at all.
extension Publisher {
    /// How hooks are told of photos.
    struct Telling: Sendable {
        /// Makes the messages of a photo whose files are in their places and whose end is not committed yet.
        ///
        /// They are kept only where the end counts and no former result stands in its place.
        var messages: @Sendable (Completion) -> [NewMessage]
        /// The same of a photo that has ended without a worker's answer, with the sets that it is in.
        var unanswered: @Sendable (Record, Place, ClaimID, [String]) -> [NewMessage] = { _, _, _, _ in [] }
        /// Whether what is told depends on the sets that a photo is in.
        var asksForSets = false
        /// Is notified of messages in the outbox.
        var added: ChangeSignal
        /// Is told what a batch still does behind its commit, for which its messages wait; nil where nothing delivers them.
        var news: HookNews?
    }

    /// Ends with what hooks are told of them.
    func told(_ ends: [Completion]) async throws -> [Completion] {
        guard let telling else { return ends }
        let sets = try await telling.sets(ofPhotos: ends.compactMap(\.record), in: queue)
        return ends.map { end in
            var end = end
            end.sets = end.record?.source.sha256.flatMap { sets[$0] } ?? []
            return end.telling(telling.messages)
        }
    }

    /// What one transaction does about one claim.
    private struct Ending: Sendable {
        let claim: ClaimID
        let outcome: Outcome
        /// What was read; nil where nothing is scored.
        var reading: PhotoReading?
        let messages: [NewMessage]
    }

    /// Tells the queue how photos ended, the score book what was read and the outbox what hooks are told, and claims for
    /// slots that have nothing to do, in one transaction.
    func settle(_ ends: [Completion], at now: UnixMillis) async throws -> Turnover {
        let endings = ends.map { end in
            Ending(
                claim: end.claim.id, outcome: end.outcome, reading: scores?(end.claim.place.file)?.reading(of: end),
                messages: end.messages)
        }
        do {
            let request = await dispatcher.requestForRestingSlots(ending: endings.map(\.claim))
            return try await settle(endings, claiming: request, at: now)
        } catch is ScoreBookError {
            // The book is in disorder somewhere: find out for which photo, and let no photo's result wait for it.
            var states: [CompletionResult] = []
            for ending in endings {
                do {
                    states += try await settle([ending], claiming: nil, at: now).results
                } catch let error as ScoreBookError {
                    onEvent(.warning("\(error.message.forTerminal) The photo's result is kept, its score is not."))
                    var unscored = ending
                    unscored.reading = nil
                    states += try await settle([unscored], claiming: nil, at: now).results
                }
            }
            return Turnover(results: states, claims: [])
        }
    }

    private func settle(
        _ endings: [Ending], claiming request: ClaimRequest?, at now: UnixMillis
    ) async throws -> Turnover {
        let (turnover, outcomes, count) = try await queue.perform { transaction in
            let turnover = try transaction.jobs.complete(
                endings.map { ($0.claim, $0.outcome) }, claiming: request, at: now)
            var outcomes: [(path: String, outcome: StoreOutcome)] = []
            var messages: [NewMessage] = []
            for (ending, result) in zip(endings, turnover.results) {
                guard case .completed(let state) = result, ending.reading != nil || !ending.messages.isEmpty else {
                    continue
                }
                // What was read before stands where this time there is no result.
                let job = try state == .done ? nil : transaction.jobs.job(ending.claim.job)
                if let job, try transaction.jobs.standing(for: job) != nil { continue }
                if let reading = ending.reading {
                    outcomes.append((reading.photo.path, try transaction.scores.store(reading)))
                }
                if state.isFinal { messages += ending.messages }
            }
            try transaction.outbox.add(messages, at: now)
            return (turnover, outcomes, messages.count)
        }
        if !outcomes.isEmpty { sheets?.notify() }
        if count > 0 { telling?.added.notify() }
        for (path, outcome) in outcomes {
            for sentence in outcome.sentences(about: path, results: output.output) { onEvent(.warning(sentence)) }
        }
        return turnover
    }
}

extension Publisher.Telling {
    /// The sets that photos are in, by SHA-256; nothing where no hook asks for them.
    func sets(ofPhotos records: [Record], in queue: QueueService) async throws -> [String: [String]] {
        let contents = records.compactMap(\.source.sha256)
        guard asksForSets, !contents.isEmpty else { return [:] }
        return try await queue.look { try $0.sets.sets(ofContents: contents) }
    }
}
