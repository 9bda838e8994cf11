/// Remembers a bounded number of file states as hashes, whose keys differ in each process.
struct SeenSet {
    private let limit: Int
    private var hashes: Set<Int> = []

    init(limit: Int) { self.limit = limit }

    func contains(_ file: Candidate) -> Bool { hashes.contains(Self.hash(file)) }

    mutating func insert(_ file: Candidate) {
        // Full: begin anew, which only costs questions that would have been spared.
        if hashes.count >= limit { hashes.removeAll(keepingCapacity: true) }
        hashes.insert(Self.hash(file))
    }

    private static func hash(_ file: Candidate) -> Int {
        var hasher = Hasher()
        hasher.combine(file.root)
        hasher.combine(file.relative)
        hasher.combine(file.identity)
        return hasher.finalize()
    }
}
