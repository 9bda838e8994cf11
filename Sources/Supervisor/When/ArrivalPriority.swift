import Intake
import Settings
import Storage
import SystemPackage
import SystemValues

/// Which turn a photo takes that is taken in: by its folder's priority, and whether it has just come.
struct ArrivalPriority: Sendable {
    /// The priorities of folders, and of photos that were named themselves.
    private let levels: [[UInt8]: Int]
    /// Photos that were changed or came from then on are new, in nanoseconds since 1970; nil where none is.
    private let since: Int64?
    /// Whether new photos go before the others.
    private let newFirst: Bool

    /// All photos alike.
    static let none = ArrivalPriority([], newFirst: false)

    /// - Parameters:
    ///   - roots: The folders that photos are taken from, without links.
    ///   - newFirst: As `when.newFirst`.
    ///   - since: When the run began to watch, in milliseconds since 1970; nil for one that only takes what lies there.
    init(_ roots: [Settings.Watch], newFirst: Bool, since: UnixMillis? = nil) {
        levels = Dictionary(roots.map { ($0.path.rawBytes, $0.priority) }) { first, _ in first }
        self.newFirst = newFirst
        self.since = since.map { $0 * 1_000_000 }
    }

    /// As the settings say, for a run that begins now.
    init(_ roots: [Settings.Watch], _ when: Settings.When, _ mode: PipelineRun.Mode) {
        self.init(roots, newFirst: when.newFirst, since: mode == .watch ? Clock.wall() : nil)
    }

    /// The number by which the photo's job is claimed.
    func rank(of file: Arrival) -> Int {
        let level = levels[Place(file).root] ?? levels[file.path.rawBytes] ?? 0
        // No program can set the change time back, and a move into the folder is a change.
        let isNew = since.map { file.identity.ctimeNanoseconds >= $0 } ?? false
        return JobPriority(level: level, isBacklog: newFirst && !isNew).rank
    }
}
