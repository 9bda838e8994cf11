/// What became of claims that were ended, and the jobs that were handed out in the same change.
public struct Turnover: Hashable, Sendable {
    /// One for each ending, in order.
    public let results: [CompletionResult]
    /// The jobs that were handed out.
    public let claims: [Claim]

    /// A turnover from its parts.
    public init(results: [CompletionResult], claims: [Claim]) {
        self.results = results
        self.claims = claims
    }
}

extension JobTransaction {
    /// Ends claims, and hands out jobs to those who are free by then, for the price of one commit.
    ///
    /// The ends come first: a copy whose original ends here, and a photo that is given back, can be handed out at once.
    /// With no request nothing is handed out.
    public func complete(
        _ endings: [(claim: ClaimID, outcome: Outcome)], claiming request: ClaimRequest?, at now: UnixMillis
    ) throws -> Turnover {
        let results = try complete(endings, at: now)
        return Turnover(results: results, claims: try request.map { try claim($0, at: now) } ?? [])
    }
}
