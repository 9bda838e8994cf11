import Storage

/// Which jobs the tables hold, and as what each of them ended: half a digest a job, 4 MB for a million photos.
struct TableRows: Sendable {
    private var digests: [UInt32] = []
    /// What the tables hold, to compare with what the queue holds.
    private(set) var sum = JobVersionSum()
    /// The highest number.
    private(set) var last = JobID(rawValue: 0)

    var count: Int { sum.count }

    /// Whether the tables hold a job as it ended; nil where they do not hold it at all.
    func hold(_ version: JobVersion) -> Bool? {
        guard let place = place(of: version.id), place < digests.count, digests[place] != 0 else { return nil }
        return digests[place] == Self.half(version)
    }

    /// Notes a job that the tables did not hold.
    mutating func insert(_ version: JobVersion) {
        guard hold(version) == nil, let place = place(of: version.id) else { return }
        if place >= digests.count { digests += Array(repeating: 0, count: place + 1 - digests.count) }
        digests[place] = Self.half(version)
        sum.add(version)
        last = max(last, version.id)
    }

    /// Never 0, which stands for a job without a row.
    private static func half(_ version: JobVersion) -> UInt32 {
        max(1, UInt32(truncatingIfNeeded: version.digest))
    }

    private func place(of job: JobID) -> Int? { Int(exactly: job.rawValue).flatMap { $0 < 0 ? nil : $0 } }
}
