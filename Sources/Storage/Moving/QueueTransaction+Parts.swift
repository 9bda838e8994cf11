/// What became of taking a whole queue in.
public enum QueueTakeIn: Hashable, Sendable {
    /// Everything was copied, read again and found the same.
    case copied(QueueContents)
    /// The same queue with the same contents was there already: a former copy had come to its end.
    case wasThere(QueueContents)
    /// Nothing was done, because another queue's jobs, scores or reviews are there.
    case occupied
}

extension QueueTransaction {
    /// What the transaction sees.
    public var snapshot: QueueSnapshot {
        QueueSnapshot(jobs: jobs, scores: scores, reviews: reviews, sets: sets, outbox: outbox)
    }

    /// Takes a whole other queue into this empty one, with its identity and its jobs' numbers, and reads it again.
    ///
    /// - Parameter progress: Is told how much has been copied, after each part.
    /// - Throws: `JobQueueError` where what was written is not what was read; the transaction then leaves nothing.
    public func takeIn(
        _ source: QueueSnapshot, progress: (QueueContents) -> Void = { _ in }
    ) throws -> QueueTakeIn {
        guard try snapshot.isEmpty() else {
            guard try jobs.identity() == source.jobs.identity() else { return .occupied }
            let contents = try source.contents()
            return try snapshot.contents() == contents ? .wasThere(contents) : .occupied
        }
        var contents = QueueContents()
        try source.readOut { part in
            try restore(part)
            try contents.add(part)
            progress(contents)
        }
        guard try snapshot.contents() == contents else {
            throw JobQueueError(
                .damaged, "What was copied is not what was read, so nothing of the copy was kept. Report this.",
                fault: .quiver)
        }
        return .copied(contents)
    }

    private func restore(_ part: QueuePart) throws {
        switch part {
        case .head(let head):
            try jobs.restore(identity: head.identity, lastNumber: head.lastNumber)
            try jobs.restore(head.endings)
            try jobs.pause(head.isPaused)
        case .jobs(let kept): try jobs.restore(kept)
        case .forgotten(let photos): try jobs.keep(forgotten: photos)
        case .successions(let all): for one in all { try jobs.note(resultsOf: one.former, standFor: one.present) }
        case .endings(let endings): try jobs.restore(endings)
        case .likenesses(let kept): for one in kept { try jobs.keep(likeness: one.bytes, of: one.job) }
        case .embeddings(let kept): for one in kept { try jobs.keep(embeddings: one.bytes, of: one.job) }
        case .book(let part): try scores.restore(part)
        case .reviews(let rows): for row in rows { try reviews.write(row.stored, ofContent: row.content) }
        case .sets(let photos): try sets.add(photos.contents, toSet: photos.name)
        case .messages(let messages): try outbox.restore(messages)
        }
    }
}

extension QueueStore {
    /// Refuses a queue that was moved elsewhere: what is done in it would be missing there.
    ///
    /// - Parameter name: What users call this queue.
    public func refuseMoved(_ name: String) throws {
        guard let target = try transaction({ try $0.jobs.movedTo() }) else { return }
        throw JobQueueError(moved: name, to: target)
    }
}

extension JobQueueError {
    /// The refusal of a queue that was moved elsewhere.
    ///
    /// - Parameter name: What users call the queue.
    public init(moved name: String, to target: String) {
        self.init(
            .moved,
            """
            The queue \(name) was moved to \(target) and is kept as it was then. Go on with '--queue \(target)', \
            or use this one again with 'quiver queue reopen \(name)'.
            """, fault: .input)
    }
}
