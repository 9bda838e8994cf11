import Storage

/// Jobs that were claimed in a commit that happened anyway, before a slot has asked for them.
extension JobDispatcher {
    /// The claims that this process has, begun or not.
    var held: Set<ClaimID> { inWork.union(claimed.map(\.id)) }

    /// Begins none of these claims: their jobs were cancelled or replaced elsewhere.
    ///
    /// Another claim of the same job is this process's own, and only it can begin it or give it back.
    func drop(_ lost: Set<ClaimID>) { claimed.removeAll { lost.contains($0.id) } }

    /// What to claim for the slots that have nothing to do, in a commit that happens anyway; nil where none has to wait.
    ///
    /// A slot that has just answered is not among them: it does not wait for its photo's files to be placed, and asks for
    /// itself. Where the queue is shared that would be a trip to a database for each photo, so that the commit which ends a
    /// photo claims the one after the next: each slot finds it when it has answered.
    ///
    /// - Parameter ended: The claims that the commit ends; empty where it registers photos, which other hosts may have
    ///   slots for at once.
    func requestForRestingSlots(ending ended: [ClaimID] = []) async -> ClaimRequest? {
        let wanted = resting + (ended.isEmpty ? 0 : ahead(without: ended)) - claimed.count
        guard await breaker.isClosed, !isStopped, mayBegin, wanted > 0 else { return nil }
        return request(wanted)
    }

    /// How many photos may be claimed ahead: one for each slot that is at work.
    private func ahead(without ended: [ClaimID]) -> Int { lease.isShared ? inWork.subtracting(ended).count : 0 }

    /// Keeps claimed jobs for the slots that they were claimed for, and returns those that no slot waits for any more, to be given back.
    func handOut(_ claims: [Claim]) -> [Claim] {
        let wanted = isStopped || !mayBegin ? 0 : max(0, resting + ahead(without: []) - claimed.count)
        let taken = claims.filter(isOurs).prefix(wanted)
        for claim in taken { log.noteClaim(claim) }
        // The last one is taken first.
        claimed = taken.reversed() + claimed
        if !claimed.isEmpty { wake() }
        let ids = Set(taken.map(\.id))
        return claims.filter { !ids.contains($0.id) }
    }

    /// Hands out jobs that were claimed for resting slots when others were registered, and gives back the rest.
    func take(_ claims: [Claim]) async throws { try await giveBack(handOut(claims)) }

    /// The claims that no slot has taken, to be given back when the slots have gone.
    func takeBack() -> [Claim] {
        defer { claimed = [] }
        return claimed
    }

    /// Leaves what no slot has begun to other hosts, which may have no trouble with it; returns whether there was any.
    func leavesClaimed() async throws -> Bool {
        guard lease.isShared, !claimed.isEmpty else { return false }
        do {
            try await giveBack(takeBack())
        } catch let error as JobQueueError where error.isPassing {
            // The run is to end, which gives back all that it has.
        }
        return true
    }

    /// The same where the work ends; what is left then is given back at its end.
    func leaveUnbegun() async { _ = try? await leavesClaimed() }
}
