extension QueueService {
    /// As the verb of the same name, in a transaction with whatever else is asked meanwhile.
    public func enqueue(_ arrivals: [NewJob], at now: UnixMillis) async throws -> [EnqueueResult] {
        try await perform { try $0.jobs.enqueue(arrivals, at: now) }
    }

    /// As the verb of the same name.
    public func claim(_ request: ClaimRequest, at now: UnixMillis) async throws -> [Claim] {
        try await perform { try $0.jobs.claim(request, at: now) }
    }

    /// As the verb of the same name.
    public func validClaims(among claims: [ClaimID]) async throws -> Set<ClaimID> {
        try await look { try $0.jobs.validClaims(among: claims) }
    }

    /// As the verb of the same name.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], at now: UnixMillis
    ) async throws -> [CompletionResult] {
        try await perform { try $0.jobs.complete(endings, at: now) }
    }

    /// As the verb of the same name.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], claiming request: ClaimRequest?, at now: UnixMillis
    ) async throws -> Turnover {
        try await perform { try $0.jobs.complete(endings, claiming: request, at: now) }
    }

    /// As the verb of the same name, for the owners that the store knows to be dead.
    public func recover(limit: Int = 10, at now: UnixMillis) async throws -> Int {
        try await perform { [store] in
            try $0.jobs.recover(limit: limit, at: now) { store.isDead($0) }
        }
    }

    /// As the verb of the same name.
    public func change(_ command: JobCommand, limit: Int = 10_000, at now: UnixMillis) async throws -> [JobID] {
        try await perform { try $0.jobs.change(command, limit: limit, at: now) }
    }

    /// As the reading of the same name.
    public func knownFiles(at places: [Place]) async throws -> [KnownFile?] {
        try await look { try $0.jobs.knownFiles(at: places) }
    }

    /// As the reading of the same name.
    public func roots() async throws -> [[UInt8]] {
        try await look { try $0.jobs.roots() }
    }

    /// As the reading of the same name.
    public func page(_ request: PageRequest) async throws -> [Job] {
        try await look { try $0.jobs.page(request) }
    }

    /// As the reading of the same name.
    public func job(_ id: JobID) async throws -> Job? {
        try await look { try $0.jobs.job(id) }
    }

    /// As the reading of the same name.
    public func result(of id: JobID) async throws -> [UInt8]? {
        try await look { try $0.jobs.result(of: id) }
    }

    /// As the reading of the same name.
    public func overview() async throws -> Overview {
        try await look { try $0.jobs.overview() }
    }
}
