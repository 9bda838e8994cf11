/// What intake asks of the rest of the program, as functions that it calls from the threads of its roots, one at a time
/// from each.
///
/// They may block: that is the back-pressure. A watcher repeats a call that threw, with growing pauses, until it is
/// told to stop; a collector passes the error on.
public struct IntakeHandlers: Sendable {
    /// Which of these files are already in the queue in exactly this state, one answer each; known files are neither
    /// settled nor hashed.
    public var isKnown: @Sendable ([Candidate]) throws -> [Bool]
    /// Takes in whole files; once it returns, ``isKnown`` must say true for them.
    public var take: @Sendable ([Arrival]) throws -> Void
    /// Is told once of each file that cannot be read or is too large to be.
    public var block: @Sendable ([UnreadableFile]) throws -> Void
    /// Is told of warnings, departures and progress; it must not block for long.
    public var notice: @Sendable (IntakeEvent) -> Void

    /// Makes the ports; only `take` is needed for a single collection.
    public init(
        isKnown: @escaping @Sendable ([Candidate]) throws -> [Bool] = { $0.map { _ in false } },
        take: @escaping @Sendable ([Arrival]) throws -> Void,
        block: @escaping @Sendable ([UnreadableFile]) throws -> Void = { _ in },
        notice: @escaping @Sendable (IntakeEvent) -> Void = { _ in }
    ) {
        self.isKnown = isKnown
        self.take = take
        self.block = block
        self.notice = notice
    }

    /// The same, saying when a call that may block begins and ends.
    func waiting(onBegin: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) -> IntakeHandlers {
        @Sendable func marked<Value>(_ body: () throws -> Value) rethrows -> Value {
            onBegin()
            defer { onEnd() }
            return try body()
        }
        return IntakeHandlers(
            isKnown: { [isKnown] files in try marked { try isKnown(files) } },
            take: { [take] files in try marked { try take(files) } },
            block: { [block] files in try marked { try block(files) } }, notice: notice)
    }
}
