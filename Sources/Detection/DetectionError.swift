import Findings

/// A model or a setting that cannot serve as a detector, in a sentence for users.
public struct DetectionError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The model's outputs have the shape of no layout that Quiver reads.
        case layoutUnknown
        /// The outputs fit more than one layout, and neither the model nor the settings say which it is.
        case layoutAmbiguous
        /// The model was trained for other work than finding objects.
        case taskUnsupported
        /// The settings name a class that the model does not have, or give another number of labels.
        case classes
        /// Neither the settings nor the model's file say which values the model takes.
        case normalization
        /// A setting is outside its range.
        case setting
        /// The outputs of one run have another shape than the model promised.
        case output
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `layoutUnknown`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// Further words, where there are any.
    public let detail: String?

    /// An error with its sentence.
    public init(_ code: Code, _ message: String, fault: Fault = .input, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// The sentence, and after it the detail.
    public var description: String {
        detail.map { "\(message) (\($0))" } ?? message
    }
}
