import Confinement

/// What `quiver doctor` found of one need, and the command that mends it.
public struct DoctorFinding: Codable, Sendable {
    /// How well a need is met.
    public enum Verdict: String, Codable, Sendable {
        case well
        /// It works, but less well than it could.
        case limited
        case missing
    }

    /// What is needed, for messages: `libvips`, `fonts`, `model targets`.
    public var need: String
    /// How well the need is met.
    public var verdict: Verdict
    /// Where and which version, or what is wrong.
    public var found: String
    /// The command that mends it; nil where nothing is to be mended.
    public var remedy: String?

    package init(need: String, verdict: Verdict, found: String, remedy: String?) {
        self.need = need
        self.verdict = verdict
        self.found = found
        self.remedy = remedy
    }
}

/// What came of trying the sandbox of a worker from inside.
public struct ConfinementTrial: Codable, Sendable {
    /// What is in force, in the kernel's own words.
    public var report: ConfinementReport
    /// What was tried from the main thread.
    public var main: ProbeReport
    /// What was tried from a thread that is older than the sandbox.
    public var older: ProbeReport

    /// Forbidden things that were possible.
    public var breaches: [String] { Self.names(main.breaches + older.breaches) }
    /// Needed things that were not possible.
    public var hindrances: [String] { Self.names(main.hindrances + older.hindrances) }
    /// How many forbidden things were refused.
    public var refusals: Int {
        (main.attempts + older.attempts).count { !$0.isAllowed && !$0.succeeded }
    }

    private static func names(_ attempts: [ProbeReport.Attempt]) -> [String] {
        attempts.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    package init(report: ConfinementReport, main: ProbeReport, older: ProbeReport) {
        self.report = report
        self.main = main
        self.older = older
    }
}
