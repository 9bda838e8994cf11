/// Which of the photos that wait is worked first: by the level that a user gave them, and on one level what has just come
/// before what lay there already.
public struct JobPriority: Hashable, Sendable {
    /// Smaller levels go first, as with `nice`; 0 where no user said anything.
    public var level: Int
    /// Whether the photo lay there before it was looked for, and so lets those through that have just come.
    public var isBacklog: Bool

    /// A priority from its two parts.
    public init(level: Int = 0, isBacklog: Bool = false) {
        self.level = level
        self.isBacklog = isBacklog
    }

    /// The priority of a job by its number, as ``Job/priority`` has it.
    public init(rank: Int) {
        // The shift rounds down, for negative numbers too.
        level = rank >> 1
        isBacklog = rank & 1 == 1
    }

    /// The number by which jobs are claimed, the smallest first.
    public var rank: Int { level * 2 + (isBacklog ? 1 : 0) }
}
