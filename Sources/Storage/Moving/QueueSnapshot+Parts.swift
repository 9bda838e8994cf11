extension QueueSnapshot {
    /// So many jobs are in memory at a time, with their records.
    private static let atOnce = 200

    /// Hands out everything that the queue holds at this moment, part by part; never all at once.
    ///
    /// Jobs and messages that a process has at this moment are free: a claim is of no use in another store.
    public func readOut(_ take: (QueuePart) throws -> Void) throws {
        try take(
            .head(
                QueueHead(
                    identity: jobs.identity(), isPaused: jobs.isPaused(), lastNumber: jobs.lastNumber(),
                    endings: jobs.endingSpan())))
        try readOutJobs(take)
        try readOutForgotten(take)
        try readOutSuccessions(take)
        try readOutEndings(take)
        try readOutLikenesses(take)
        try readOutEmbeddings(take)
        try scores.readOut { try take(.book($0)) }
        try readOutReviews(take)
        try readOutSets(take)
        try readOutMessages(take)
    }

    private func readOutJobs(_ take: (QueuePart) throws -> Void) throws {
        var request = PageRequest(JobFilter(age: .any), limit: Self.atOnce)
        while true {
            let page = try jobs.page(request)
            guard let last = page.last else { return }
            let results = try jobs.results(of: page.map(\.id))
            try take(.jobs(page.map { KeptJob(job: $0.atRest, result: results[$0.id]) }))
            request.after = last.id
        }
    }

    private func readOutForgotten(_ take: (QueuePart) throws -> Void) throws {
        var last: JobID?
        while true {
            let page = try jobs.forgotten(after: last, limit: Self.atOnce)
            guard let end = page.last else { return }
            try take(.forgotten(page))
            last = end.job
        }
    }

    /// There are as many as folders with other settings: few.
    private func readOutSuccessions(_ take: (QueuePart) throws -> Void) throws {
        let all = try jobs.pipelinesWithPredecessors().flatMap { present in
            try jobs.predecessors(of: present).map { PipelineSuccession(former: $0, present: present) }
        }
        if !all.isEmpty { try take(.successions(all.sorted { $0.former.description < $1.former.description })) }
    }

    private func readOutEndings(_ take: (QueuePart) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let page = try jobs.endings(after: last, limit: Self.atOnce)
            guard let end = page.last else { return }
            // A record may have been kept for a job that was forgotten meanwhile; it goes nowhere.
            let request = PageRequest(JobFilter(ids: page.map(\.job), age: .any), limit: page.count)
            let there = Set(try jobs.page(request).map(\.id))
            let told = page.filter { there.contains($0.job) }
            if !told.isEmpty { try take(.endings(told)) }
            last = end.number
        }
    }

    private func readOutLikenesses(_ take: (QueuePart) throws -> Void) throws {
        var last: JobID?
        while true {
            let page = try jobs.likenesses(after: last, limit: Self.atOnce)
            guard let end = page.last else { return }
            try take(.likenesses(page))
            last = end.job
        }
    }

    private func readOutEmbeddings(_ take: (QueuePart) throws -> Void) throws {
        var last: JobID?
        while true {
            let page = try jobs.embeddings(after: last, limit: Self.atOnce)
            guard let end = page.last else { return }
            try take(.embeddings(page))
            last = end.job
        }
    }

    private func readOutReviews(_ take: (QueuePart) throws -> Void) throws {
        var last: String?
        while true {
            let page = try reviews.keptFindingReviews(after: last, limit: Self.atOnce)
            guard let end = page.last else { return }
            try take(.reviews(page))
            last = end.content
        }
    }

    private func readOutSets(_ take: (QueuePart) throws -> Void) throws {
        for set in try sets.photoSets() {
            var last: String?
            while true {
                let page = try sets.contents(ofSet: set.name, after: last, limit: Self.atOnce)
                guard let end = page.last else { break }
                try take(.sets(KeptSetPhotos(name: set.name, contents: page)))
                last = end
            }
        }
    }

    private func readOutMessages(_ take: (QueuePart) throws -> Void) throws {
        var request = OutboxPage(limit: Self.atOnce)
        while true {
            let page = try outbox.page(request)
            guard let last = page.last else { return }
            try take(.messages(page.map(\.atRest)))
            request.after = last.id
        }
    }

    /// How much of everything the queue holds, and a digest of it; reads all of it.
    ///
    /// - Parameter progress: Is told how much has been read, after each part.
    public func contents(progress: (QueueContents) -> Void = { _ in }) throws -> QueueContents {
        var contents = QueueContents()
        try readOut { part in
            try contents.add(part)
            progress(contents)
        }
        return contents
    }

    /// Whether the queue holds no job, none that was forgotten, no row of the score book, no review, no set and no message.
    func isEmpty() throws -> Bool {
        struct Found: Error {}
        do {
            guard try jobs.page(PageRequest(JobFilter(age: .any), limit: 1)).isEmpty else { return false }
            try scores.readOut { _ in throw Found() }
            return try reviews.keptFindingReviews(after: nil, limit: 1).isEmpty
                && sets.photoSets().isEmpty && outbox.page(OutboxPage(limit: 1)).isEmpty
                && jobs.forgotten(after: nil, limit: 1).isEmpty
        } catch is Found {
            return false
        }
    }
}
