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
