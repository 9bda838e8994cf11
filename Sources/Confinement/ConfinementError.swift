import Findings

/// A measure that could not be put in force although it should be.
public struct ConfinementError: ReportableError {
    /// Always `confinement`.
    public var codeName: String { "confinement" }
    /// The measure that could not be put in force.
    public let measure: ConfinementReport.Measure
    /// A part of a sentence for users.
    public let message: String
    /// The system's error number, where there is one.
    let number: Int32?

    init(_ measure: ConfinementReport.Measure, _ message: String, number: Int32? = nil) {
        self.measure = measure
        self.message = message
        self.number = number
    }

    /// The machine's, never a photo's.
    public var fault: Fault { .environment }

    /// One sentence for users: what failed, and the setting that switches confinement off.
    public var description: String {
        "the worker could not be confined: \(message); to work without, set workers.confine to off"
    }
}
