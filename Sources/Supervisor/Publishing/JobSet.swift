import JobQueue

/// Numbers of jobs, one bit each: a run of a million photos remembers them in 125 kB.
struct JobSet: Sendable {
    private var words: [UInt64] = []
    private(set) var count = 0

    func contains(_ job: JobID) -> Bool {
        guard let (word, bit) = Self.place(of: job), word < words.count else { return false }
        return words[word] & bit != 0
    }

    mutating func insert(_ job: JobID) {
        guard let (word, bit) = Self.place(of: job), !contains(job) else { return }
        if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
        words[word] |= bit
        count += 1
    }

    private static func place(of job: JobID) -> (word: Int, bit: UInt64)? {
        guard job.rawValue >= 0 else { return nil }
        return (Int(job.rawValue >> 6), 1 << UInt64(job.rawValue & 63))
    }
}
