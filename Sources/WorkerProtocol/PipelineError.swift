import Findings
import Results

/// Why the pipeline as a whole cannot work on, as opposed to one photo's error.
public struct PipelineError: ReportableError {
    /// What went wrong, for programs.
    public enum Code: String, Sendable {
        /// A worker or a client of the control socket spoke out of turn.
        case protocolBroken
        /// Workers end again and again before they have worked a single photo.
        case workersDie
        /// The model or the engine is not usable.
        case modelRefused
        /// A setting is wrong or cannot be met on this machine, or what it names is not there.
        case setting
        /// The output folder cannot be used, or another file or folder that a setting names.
        case output
        /// A stored record cannot be read.
        case record
        /// The running supervisor cannot be reached or refused.
        case control
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `workersDie`.
    public var codeName: String { code.rawValue }
    /// Whose fault it is.
    public let fault: Fault
    /// Whether a setting is wrong, or an option in its place.
    public var isUsage: Bool { code == .setting && fault == .input }
    /// What was wrong and what to do next.
    public let message: String
    /// A library's own words.
    public let cause: (any Error)?

    /// An error from its parts.
    public init(_ code: Code, _ message: String, fault: Fault = .quiver, cause: (any Error)? = nil) {
        self.code = code
        self.fault = fault
        self.message = message
        self.cause = cause
    }

    /// Why a worker could not begin.
    package init(refusing refusal: Record.Failure) {
        // Detectors and readers have the same word for a setting that is wrong.
        self.init(
            refusal.code == Code.setting.rawValue ? .setting : .modelRefused, refusal.message, fault: refusal.fault)
    }

    /// The sentence, and after it the library's own words.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
