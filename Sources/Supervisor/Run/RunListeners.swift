import Control

/// Who hears of a run's events, each in its own way; none of them can hold the run up.
public struct RunListeners: Sendable {
    /// Counts: is called with every event at once, on the thread of whoever has caused it, and must not block.
    public var note: @Sendable (RunEvent) -> Void
    /// Talks: where it is too slow, events are left out, and ``RunEvent/missed(_:)`` says how many.
    public var tell: @Sendable (RunEvent) -> Void
    /// Hands on data: gets every event however slow it is; nil where nobody needs them all.
    public var keep: (@Sendable (RunEvent) -> Void)?

    /// Listeners from their parts.
    public init(
        note: @escaping @Sendable (RunEvent) -> Void = { _ in }, tell: @escaping @Sendable (RunEvent) -> Void,
        keep: (@Sendable (RunEvent) -> Void)? = nil
    ) {
        (self.note, self.tell, self.keep) = (note, tell, keep)
    }
}
