import Glibc
import SystemValues

/// Which temp files and folders no process will use any more, where several processes write into one folder.
///
/// The files of processes that live stay; those of the dead go; those of a process of which nothing is known go once they
/// have not been touched for a day.
public struct AbandonedFiles: Sendable {
    /// The processes that are known to live, and to be dead, by their ``ProcessLife``; nil where one alone writes.
    private let known: (alive: Set<String>, dead: Set<String>)?
    private let now: Int64

    /// Everything: one process alone writes there.
    public static let all = AbandonedFiles()

    private init() { (known, now) = (nil, 0) }

    /// What the living have not made.
    ///
    /// - Parameter now: Nanoseconds since 1970, as files have them.
    public init(
        alive: some Sequence<Int64>, dead: some Sequence<Int64>, now: Int64 = AbandonedFiles.wall()
    ) {
        known = (Set(alive.map(ProcessLife.tag(of:))), Set(dead.map(ProcessLife.tag(of:))))
        self.now = now
    }

    private static let patience: Int64 = 86_400_000_000_000

    /// Whether what a process has made is abandoned.
    ///
    /// - Parameter touched: When it was last written to; nil where that cannot be known.
    public func holds(_ maker: String, touched: () -> Int64?) -> Bool {
        guard let known else { return true }
        if known.alive.contains(maker) { return false }
        if known.dead.contains(maker) { return true }
        return touched().map { now - $0 > Self.patience } ?? false
    }

    /// Whether a folder of this name is searched: not one that a process has for its workers, where several write.
    func enters(_ name: [UInt8]) -> Bool { known == nil || !name.starts(with: AtomicFile.prefix.utf8) }

    /// What the wall's clock says.
    public static func wall() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
