import Findings

/// Why the pipeline as a whole cannot work on, as opposed to one photo's error.
public struct PipelineError: ReportableError {
    public enum Code: String, Sendable {
        /// A worker or a client of the control socket spoke out of turn.
        case protocolBroken
        /// Workers end again and again before they have worked a single photo.
        case workersDie
        /// The model or the engine is not usable.
        case modelRefused
        /// A setting cannot be met on this machine.
        case setting
        /// The output folder cannot be used.
        case output
        /// A stored record cannot be read.
        case record
        /// The running supervisor cannot be reached or refused.
        case control
    }

    public let code: Code
    public var codeName: String { code.rawValue }
    public let fault: Fault
    /// What was wrong and what to do next.
    public let message: String
    /// A library's own words.
    public let cause: (any Error)?

    public init(_ code: Code, _ message: String, fault: Fault = .quiver, cause: (any Error)? = nil) {
        self.code = code
        self.fault = fault
        self.message = message
        self.cause = cause
    }

    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
