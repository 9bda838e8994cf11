import Control
import Storage
import Synchronization
import SystemValues

extension QueueControl {
    /// What every supervisor does that works the queue or did within the last day, on whatever host; empty for a queue in a file.
    public func hosts() throws -> [HostStatus] {
        guard location.address != nil else { return [] }
        let (members, clock) = try read { (try $0.members(), try $0.clock()) }
        return looks.hosts(of: members, at: .now, clock: clock ?? Clock.wall())
    }

    /// Whether a supervisor works the queue at this moment, on whatever host.
    var isWorked: Bool {
        ControlClient.reaches(queue: location) || (try? hosts().contains(where: \.isAlive)) ?? false
    }

    /// What changes with every change of the queue by whatever host; nil for a queue in a file, whose writer says so itself.
    public func changes() throws -> QueueChanges? {
        guard location.address != nil else { return nil }
        return try readBoth { snapshot in
            QueueChanges(
                commit: try snapshot.jobs.lastCommit(),
                ended: Int(try snapshot.jobs.endingSpan().last),
                isPaused: try snapshot.jobs.isPaused(),
                reviews: [try snapshot.reviews.changesOfFindingReviews(), try snapshot.scores.changesOfPhotoReviews()])
        }
    }
}

/// How far a shared queue has come: another value where something has changed.
public struct QueueChanges: Hashable, Sendable {
    /// The last change's number.
    public var commit: Int64?
    /// The number of the last end of a photo.
    public var ended: Int
    /// Whether the work is paused by hand.
    public var isPaused: Bool
    /// Corrections of findings and of scores so far.
    public var reviews: [Int]
}

/// The last looks at what processes have ended, from which their rates follow.
final class HostLooks: Sendable {
    private struct Look {
        let at: ContinuousClock.Instant
        let ended: [Owner: Int]
    }

    /// The span over which a rate is taken.
    static let span = Duration.seconds(180)
    /// Less than this between two looks says nothing: processes tell what they have done every ten seconds.
    static let least = Duration.seconds(30)

    private let looks = Mutex<[Look]>([])

    /// What the supervisors among a queue's members do.
    ///
    /// - Parameter clock: The storage's clock, by which members began.
    func hosts(of members: [QueueMember], at now: ContinuousClock.Instant, clock: UnixMillis) -> [HostStatus] {
        let before = looks.withLock { looks in
            looks.removeAll { now - $0.at > Self.span }
            let before = looks
            if looks.last.map({ now - $0.at >= .seconds(1) }) ?? true {
                looks.append(Look(at: now, ended: Dictionary(members.map { ($0.owner, $0.work.ended) }) { $1 }))
            }
            return before
        }
        return members.filter(\.isSupervisor).map { member in
            HostStatus(member, rate: Self.rate(of: member, before: before, at: now, clock: clock))
        }
    }

    /// Photos a minute: since the oldest look that knew the process, else since its start.
    private static func rate(
        of member: QueueMember, before: [Look], at now: ContinuousClock.Instant, clock: UnixMillis
    ) -> Double? {
        guard member.isAlive else { return 0 }
        if let look = before.first(where: { $0.ended[member.owner] != nil }), now - look.at >= least,
            let then = look.ended[member.owner], then <= member.work.ended
        {
            return Double(member.work.ended - then) / ((now - look.at) / .seconds(60))
        }
        let age = Double(clock - member.since) / 60_000
        return age * 60 >= least / .seconds(1) ? Double(member.work.ended) / age : nil
    }
}

extension QueueMember {
    /// Whether it works photos or takes them in; a command that changes something is a member for a moment as well.
    var isSupervisor: Bool { work.workers > 0 || work.takesIn || running > 0 }
}
