/// Which walks are wanted, in which order, and which one is under way.
struct ScanPlan {
    enum Request: Hashable {
        /// A folder that appeared, with all below it.
        case tree(root: Int, start: [UInt8])
        /// A folder that gives no events.
        case poll(root: Int, start: [UInt8])

        var root: Int {
            switch self {
            case .tree(let root, _), .poll(let root, _): root
            }
        }

        var start: [UInt8] {
            switch self {
            case .tree(_, let start), .poll(_, let start): start
            }
        }

        var isPoll: Bool {
            if case .poll = self { true } else { false }
        }
    }

    private(set) var wanted: [Request] = []
    private var known: Set<Request> = []
    /// The walk under way and what it was for.
    var current: (request: Request, walk: TreeWalk, startedAt: Duration)?
    /// What all finished walks met.
    var finished = ScanTally()

    var tally: ScanTally { current.map { finished.adding($0.walk.tally) } ?? finished }

    var isEmpty: Bool { wanted.isEmpty && current == nil }

    /// Adds a walk unless the same one, or one of the whole root, is wanted already.
    mutating func request(_ request: Request) {
        if known.contains(.tree(root: request.root, start: [])) { return }
        guard known.insert(request).inserted else { return }
        wanted.append(request)
    }

    /// The next walk, new folders before polls; only once for each request.
    mutating func takeNext() -> Request? {
        guard !wanted.isEmpty else { return nil }
        let index = wanted.firstIndex { !$0.isPoll } ?? 0
        let request = wanted.remove(at: index)
        known.remove(request)
        return request
    }

    /// Drops what is wanted of a root that is not there any more.
    mutating func drop(root: Int) {
        wanted.removeAll { $0.root == root }
        known = known.filter { $0.root != root }
        if current?.request.root == root { finish() }
    }

    mutating func finish() {
        if let current { finished = finished.adding(current.walk.tally) }
        current = nil
    }
}

extension ScanTally {
    /// The sum of two tallies.
    func adding(_ other: ScanTally) -> ScanTally {
        var sum = self
        sum.folders += other.folders
        sum.pictures += other.pictures
        sum.known += other.known
        sum.passedOver += other.passedOver
        sum.ignored += other.ignored
        sum.links += other.links
        sum.special += other.special
        sum.ignoredByPattern.merge(other.ignoredByPattern, uniquingKeysWith: +)
        sum.unread.merge(other.unread, uniquingKeysWith: +)
        sum.tooDeep += other.tooDeep
        sum.tooLong += other.tooLong
        sum.restless += other.restless
        sum.unreadable += other.unreadable
        return sum
    }
}

/// When to scan again after the kernel's event queue ran over: the first few times at once, then with doubling pauses,
/// so that a storm of changes does not turn into a storm of scans.
struct OverflowBackoff {
    private let free = 3
    private let first: Duration = .milliseconds(100)
    private let longest: Duration = .seconds(10)
    private let calm: Duration = .seconds(60)
    private var overflows = 0
    private var last: Duration?
    /// When a scan is due, on the steady clock.
    private(set) var scanDue: Duration?

    /// Notes an overflow; one that comes while a scan is due anyway changes nothing.
    mutating func overflow(at now: Duration) {
        if let last, now - last >= calm { overflows = 0 }
        last = now
        guard scanDue == nil else { return }
        overflows += 1
        let doublings = overflows - free - 1
        let pause: Duration =
            doublings < 0 ? .zero : doublings > 6 ? longest : min(longest, first * (1 << doublings))
        scanDue = now + pause
    }

    /// True once when the scan is due.
    mutating func takeScan(at now: Duration) -> Bool {
        guard let due = scanDue, due <= now else { return false }
        scanDue = nil
        return true
    }
}
