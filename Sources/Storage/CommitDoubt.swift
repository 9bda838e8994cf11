/// Commits that reported a fault: whether they are durable all the same.
///
/// A fault may come after the change is on the disk. Each commit that changes something has a number, which is read
/// back before anything else is changed: a change that is there is not made twice, and its answers hold.
struct CommitDoubt: Sendable {
    /// The commit of which nothing is known yet.
    private var open: Int64?
    private var durable: Set<Int64> = []

    /// A commit has reported a fault.
    mutating func note(_ commit: Int64) { open = commit }

    /// Looks whether the commit in doubt is there; to be called first in each transaction.
    mutating func resolve(in jobs: any JobReading) throws {
        guard let commit = open else { return }
        if try jobs.lastCommit() == commit { durable.insert(commit) }
        open = nil
    }

    /// Whether a commit that reported a fault is durable.
    func isDurable(_ commit: Int64) -> Bool { durable.contains(commit) }
}
