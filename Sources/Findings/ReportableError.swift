/// An error that is told to people and to programs: every module's errors are one.
public protocol ReportableError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for programs: one word.
    var codeName: String { get }
    /// Whose fault it is.
    var fault: Fault { get }
    /// One sentence for people: which file, what was wrong, what to do.
    var description: String { get }
    /// Whether the command line or a settings file is wrong, or names what is not there, so that the program ends with the status of wrong usage.
    var isUsage: Bool { get }
}

extension ReportableError {
    /// False, for errors that do not say otherwise.
    public var isUsage: Bool { false }
}

/// Whose fault an error is, which decides whether trying again can help.
public enum Fault: String, Sendable, Codable, CaseIterable {
    /// The photo, the model file or a setting is wrong: final until a person changes it.
    case input
    /// The disk is full, a permission is missing, a share is gone: worth another try later.
    case environment
    /// Our own mistake.
    case quiver
}
