import Storage

/// What a process does on a queue that several hosts share, as `quiver status` and the page show it.
public struct HostStatus: Codable, Sendable, Hashable {
    /// The machine's name.
    public var host: String
    /// The process on that machine.
    public var process: Int32
    /// How many workers it has.
    public var workers: Int
    /// How many photos it works.
    public var running: Int
    /// How many photos it has ended since its start.
    public var ended: Int
    /// Photos that it ends in a minute; nil where it has not run long enough to tell.
    public var photosPerMinute: Double?
    /// Seconds since its last sign of life.
    public var lastBeat: Double
    /// Whether its lease holds: photos of one that is dead are worked by others.
    public var isAlive: Bool
    /// Whether it takes photos in.
    public var takesIn: Bool
    /// Its version; empty where it said none.
    public var version: String

    /// What a process does, from what the queue knows of it.
    ///
    /// - Parameter rate: Photos that it ends in a minute; nil where that is not known.
    public init(_ member: QueueMember, rate: Double?) {
        host = member.owner.host
        process = member.owner.pid
        workers = member.work.workers
        running = member.running
        ended = member.work.ended
        photosPerMinute = rate
        lastBeat = max(0, member.silence / .seconds(1))
        isAlive = member.isAlive
        takesIn = member.work.takesIn
        version = member.work.version
    }
}

extension [HostStatus] {
    /// Photos that all of them end in a second; nil where that is not known of any that lives.
    public var photosPerSecond: Double? {
        let rates = filter(\.isAlive).compactMap(\.photosPerMinute)
        return rates.isEmpty || rates.reduce(0, +) == 0 ? nil : rates.reduce(0, +) / 60
    }

    /// Whether any of them works photos.
    public var isWorked: Bool { contains { $0.isAlive && $0.workers > 0 } }
}
