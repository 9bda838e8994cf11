import Storage

/// One thing that every store must do, checked on an empty store.
///
/// A store's tests run all of `StoreCheck.all`:
///
///     @Test(arguments: StoreCheck.all)
///     func conforms(_ check: StoreCheck) throws {
///         try check.run(on: MemoryQueueStore())
///     }
public struct StoreCheck: Sendable, CustomStringConvertible {
    /// What is checked, as a sentence.
    public let description: String
    private let body: @Sendable (Scene) throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (Scene) throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Runs the check on an empty store.
    ///
    /// - Throws: `CheckFailure` where the store does something else, or the store's own error.
    public func run(on store: any QueueStore) throws {
        try body(Scene(store))
    }

    /// Everything that a store must do.
    public static let all =
        arrivals + sightings + forgotten + claims + endings + likenesses + embeddings + facts + turnover + copies
        + people + reruns + reading + following + sheets + sets + outbox + moving + [randomWalk]
}

/// What a store did instead of what it must do.
public struct CheckFailure: Error, CustomStringConvertible {
    /// The place in the suite and what was expected there.
    public let description: String
}
