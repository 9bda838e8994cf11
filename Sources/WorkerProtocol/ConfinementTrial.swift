import Confinement

/// What came of trying the walls of a worker from inside.
public struct ConfinementTrial: Codable, Sendable {
    /// What is in force, in the kernel's own words.
    public var report: ConfinementReport
    /// What was tried from the main thread.
    public var main: ProbeReport
    /// What was tried from a thread that is older than the walls.
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
