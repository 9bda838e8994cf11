import HeapModule
import SystemValues

/// Decides when a file is whole, from what `stat` says and from time alone: no clock and no file system inside.
///
/// A file is ripe for a look into it once its size, times and inode stayed the same for the settle time. If the look
/// finds it cut off, it is waited for until nothing has happened to it for the whole patience. Events only cause an
/// earlier observation.
struct StabilityTracker<Key: Hashable> {
    /// What follows from a look into a ripe file.
    enum Verdict: Hashable {
        case take(isComplete: Bool)
        case wait
    }

    private struct Entry {
        var identity: FileIdentity
        var settle: Duration
        /// Since when, on the steady clock, nothing has happened to the file.
        var quietSince: Duration
        var lastLook: Duration
        var due: Duration
        /// How long until the next look at a file that is cut off or cannot be read.
        var pause: Duration
        var isCutOff = false
        var isReported = false
        /// When it was seen first, on the steady clock.
        let firstSeen: Duration
    }

    private let patience: Duration
    private let unrest: Duration
    private let firstPause: Duration = .seconds(1)
    private let longestPause: Duration = .seconds(60)
    private var entries: [Key: Entry] = [:]
    private var agenda = Heap<Appointment<Key>>()
    private var appointments = 0
    private var restless: Set<Key> = []

    /// - Parameters:
    ///   - patience: How long a file that is cut off is waited for.
    ///   - unrest: How long a file may go on changing before it counts as one that never rests.
    init(patience: Duration, unrest: Duration = .seconds(60)) {
        self.patience = patience
        self.unrest = unrest
    }

    /// How many files are waited for.
    var count: Int { entries.count }

    /// How many of them have been found to never rest.
    var restlessCount: Int { restless.count }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Takes note of a file's state; true when it is ripe for a look into it now.
    @discardableResult
    mutating func observe(_ key: Key, _ identity: FileIdentity, settle: Duration, at now: Moment) -> Bool {
        var entry: Entry
        if let known = entries[key] {
            entry = known
            if entry.identity != identity {
                // It was written to after the last look; its own times say when, but are believed only within that
                // span.
                let age = min(age(identity, now), now.steady - entry.lastLook)
                entry.quietSince = now.steady - age
                entry.identity = identity
                entry.isCutOff = false
                entry.isReported = false
                entry.pause = firstPause
            }
            entry.lastLook = now.steady
        } else {
            // At first sight the file's own times are believed: an old file has settled long ago.
            entry = Entry(
                identity: identity, settle: settle, quietSince: now.steady - age(identity, now), lastLook: now.steady,
                due: now.steady, pause: firstPause, firstSeen: now.steady)
        }
        let isRipe: Bool
        if now.steady < entry.quietSince + settle {
            entry.due = entry.quietSince + settle
            isRipe = false
        } else if entry.isCutOff, now.steady < endOfPatience(entry) {
            entry.due = min(endOfPatience(entry), now.steady + entry.pause)
            isRipe = false
        } else {
            entry.due = now.steady
            isRipe = true
        }
        set(key, entry)
        return isRipe
    }

    /// Says once of a file that it has gone on changing for too long; it is waited for as before.
    mutating func findsRestless(_ key: Key, at now: Moment) -> Bool {
        guard let entry = entries[key], now.steady < entry.quietSince + entry.settle,
            now.steady - entry.firstSeen >= max(unrest, entry.settle)
        else { return false }
        return restless.insert(key).inserted
    }

    /// What was last seen of a file that is waited for.
    func identity(of key: Key) -> FileIdentity? { entries[key]?.identity }

    /// Says what to do with a ripe file after a look into it.
    mutating func judge(_ key: Key, _ completeness: Completeness, at now: Moment) -> Verdict {
        guard completeness == .cutOff else { return .take(isComplete: true) }
        guard var entry = entries[key], now.steady < endOfPatience(entry) else { return .take(isComplete: false) }
        entry.isCutOff = true
        entry.due = min(endOfPatience(entry), now.steady + entry.pause)
        entry.pause = min(entry.pause * 2, longestPause)
        set(key, entry)
        return .wait
    }

    /// Puts off a file that cannot be read now, each time for longer; true the first time for this state of the file.
    mutating func postpone(_ key: Key, at now: Moment) -> Bool {
        guard var entry = entries[key] else { return false }
        let isFirst = !entry.isReported
        entry.isReported = true
        entry.due = now.steady + entry.pause
        entry.pause = min(entry.pause * 2, longestPause)
        set(key, entry)
        return isFirst
    }

    /// Makes a file that is waited for due now.
    mutating func hasten(_ key: Key, at now: Moment) {
        guard var entry = entries[key] else { return }
        entry.due = now.steady
        set(key, entry)
    }

    /// Forgets a file that was taken or went away; true if it was waited for.
    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        restless.remove(key)
        return entries.removeValue(forKey: key) != nil
    }

    /// When the next file wants a look, on the steady clock.
    mutating func nextDue() -> Duration? {
        dropStale()
        return agenda.min?.due
    }

    /// Gives one file that wants a look now; the caller observes, postpones or removes it.
    mutating func popDue(at now: Moment) -> Key? {
        dropStale()
        guard let first = agenda.min, first.due <= now.steady else { return nil }
        agenda.removeMin()
        return first.key
    }

    private func age(_ identity: FileIdentity, _ now: Moment) -> Duration {
        // A time in the future says nothing: the file is watched from now on.
        let (age, overflow) = now.wallNanoseconds.subtractingReportingOverflow(identity.lastTouchedNanoseconds)
        return overflow ? .zero : .nanoseconds(max(0, age))
    }

    private func endOfPatience(_ entry: Entry) -> Duration { entry.quietSince + max(patience, entry.settle) }

    private mutating func set(_ key: Key, _ entry: Entry) {
        entries[key] = entry
        appointments += 1
        agenda.insert(Appointment(due: entry.due, number: appointments, key: key))
    }

    /// Appointments are not searched for when a file's state changes: those that no longer hold are dropped when they
    /// come up.
    private mutating func dropStale() {
        while let first = agenda.min, entries[first.key]?.due != first.due { agenda.removeMin() }
    }
}

/// When a file wants a look; the earliest comes first, and of those at the same time the one that was made first.
private struct Appointment<Key>: Comparable {
    let due: Duration
    let number: Int
    let key: Key

    static func < (one: Self, other: Self) -> Bool { (one.due, one.number) < (other.due, other.number) }
    static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}
