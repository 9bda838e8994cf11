/// What became of claims that were ended, and the jobs that were handed out in the same change.
public struct Turnover: Hashable, Sendable {
    /// One for each ending, in order.
    public let settlements: [Settlement]
    /// The jobs that were handed out.
    public let claims: [Claim]

    /// A turnover from its parts.
    public init(settlements: [Settlement], claims: [Claim]) {
        self.settlements = settlements
        self.claims = claims
    }
}

extension JobVerbs {
    /// Ends claims, and hands out jobs to those who are free by then, for the price of one commit.
    ///
    /// The ends come first: a copy whose original ends here, and a photo that is given back, can be handed out at once.
    /// With no request nothing is handed out.
    public func settle(
        _ endings: [(claim: ClaimID, outcome: Outcome)], claiming request: ClaimRequest?, at now: Instant
    ) throws -> Turnover {
        let settlements = try settle(endings, at: now)
        return Turnover(settlements: settlements, claims: try request.map { try claim($0, at: now) } ?? [])
    }
}
