import Storage

/// The steps by which a database learns that facts say something else than those that it keeps.
package enum FactVersion {
    /// A step for each version behind the first: all facts are due, and are made anew bit by bit, as those of older queues.
    package static func steps(upTo version: Int = PhotoFacts.version) -> [(name: String, sql: String)] {
        (1...max(version, 1)).dropFirst().map { ("jobs/facts-\($0)", "UPDATE photo_fact SET is_due = 1;") }
    }
}
