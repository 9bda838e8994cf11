/// Which measures are in force, by what, and why the others are not.
public struct ConfinementReport: Codable, Sendable, Hashable {
    /// One thing that is taken from a worker.
    public enum Measure: String, Codable, Sendable, CaseIterable {
        /// Programs cannot give it rights that it does not have.
        case noNewPrivileges
        /// Root's powers.
        case capabilities
        /// Files that are not photos to read, and all files but its temp files to write.
        case fileSystem
        /// Sockets of every kind.
        case network
        /// Running a program.
        case programs
        /// Making a process.
        case processes
        /// Signals to other processes.
        case signals
        /// Everything else that the kernel offers and photos do not need.
        case systemCalls
    }

    /// What became of one measure.
    public struct Line: Codable, Sendable, Hashable {
        /// The measure that the line is about.
        public var measure: Measure
        /// Whether the measure is in force.
        public var inForce: Bool
        /// By what it is in force, or why not.
        public var how: String
    }

    /// One line for each measure, in the order of ``Measure``.
    public var lines: [Line]

    /// The measures that are not in force.
    public var missing: [Line] { lines.filter { !$0.inForce } }

    /// Whether every measure is in force.
    public var isWhole: Bool { missing.isEmpty }

    /// One line for users.
    public var sentence: String {
        let kept = lines.filter(\.inForce)
        if kept.isEmpty { return "workers are not confined" }
        let how = kept.map(\.how).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let confined = "confined by \(how.joined(separator: ", "))"
        if isWhole { return confined }
        return confined + "; not in force: "
            + missing.map { "\($0.measure.rawValue) (\($0.how))" }.joined(separator: ", ")
    }
}
