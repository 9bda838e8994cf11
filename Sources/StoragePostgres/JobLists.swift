import Storage

/// The indexes over the jobs of some states, in the order of their numbers, which only lists of jobs are to use.
///
/// A claim asks for jobs that are ready, and so are all that an index over live jobs has. Where the server's statistics say that
/// there are hardly any, as they do behind a queue that was empty for a while, reading that index whole and sorting what is in
/// it seems as cheap as to take the first of `job_ready`: each claim would read every job that waits. So their conditions
/// are written in a form (`state + 0`) that follows from nothing but the same words.
enum JobLists {
    /// Jobs that wait or are worked.
    static let live = "state + 0 < 4"
    /// Jobs that a person may want to look at: blocked, failed, quarantined.
    static let troubled = "state + 0 IN (3, 5, 7)"

    /// What lets an index serve that has all jobs of these states, as in `state + 0 < 4 AND `; empty where none has.
    static func condition(for states: Set<JobState>) -> String {
        let numbers = Set(states.map(\.rawValue))
        if numbers.isEmpty { return "" }
        if numbers.allSatisfy({ $0 < 4 }) { return live + " AND " }
        return numbers.isSubset(of: [3, 5, 7]) ? troubled + " AND " : ""
    }
}
