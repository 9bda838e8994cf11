import Storage

/// Photos that a run was told of where other processes work the queue too, and have other photos in it.
extension JobDispatcher {
    /// So many named jobs are asked for at a time.
    private static let mostNamed = 1000

    /// Whether a claim is of a photo that this run was told of; a folder with others is left to other hosts.
    func isOurs(_ claim: Claim) -> Bool {
        guard let roots, !roots.holds(claim.place) else { return true }
        folders.leave(FolderPlace(root: claim.place.root, folder: claimsByName ? [] : claim.place.folder))
        return false
    }

    /// Whether photos of foreign folders are claimed one by one, as intake meets them: a run that ends has met all of its own
    /// by then, and waits for no other.
    private nonisolated var claimsByName: Bool {
        guard roots != nil, case .whenIdle = end else { return false }
        return true
    }

    /// Whether photos below a root are claimed as they come to the queue; the others are left to other hosts.
    nonisolated func claims(below root: [UInt8]) -> Bool {
        guard let roots else { return true }
        return claimsByName ? roots.isRoot(root) : roots.reaches(root)
    }

    /// Intake has met photos of this run that have not ended: what lies below a root that is left to others is claimed all
    /// the same.
    func take(met jobs: [(job: JobID, root: [UInt8])]) {
        guard claimsByName else { return }
        for one in jobs where !claims(below: one.root) { named.insert(one.job) }
    }

    /// Some of the named jobs that a worker could take, now or later; those that have ended are forgotten.
    func unfinishedNamed() async throws -> [JobID] {
        while !named.isEmpty {
            let some = Array(named.prefix(Self.mostNamed))
            var filter = JobFilter(ids: some, states: [.ready, .running, .blocked])
            // One that another host works with other settings by now is not this run's any more.
            filter.pipelines = pipelines
            let left = try await queue.page(PageRequest(filter, limit: some.count)).map(\.id)
            named.subtract(Set(some).subtracting(left))
            if !left.isEmpty { return left }
        }
        return []
    }
}
