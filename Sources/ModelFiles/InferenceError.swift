import Findings

/// A model that cannot be loaded or run, in a sentence for the user.
public struct InferenceError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// No inference library on this machine, or none that loads.
        case engineMissing
        /// The inference library found is older than the declarations Quiver was built with.
        case engineTooOld
        /// The engine failed where a model is not to blame.
        case engineFailed
        /// The settings ask for something that this engine or model does not have.
        case option
        /// There is no such file.
        case modelMissing
        /// The file is there and cannot be read.
        case modelUnreadable
        /// The file is not a model of a kind that Quiver reads.
        case modelUnknown
        /// The file is a model and broken.
        case modelDamaged
        /// The model keeps its weights in another file, which is not there.
        case weightsMissing
        /// A good model that does not take a photo and give tensors.
        case modelUnsuitable
        /// One run of the model failed.
        case inference
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `modelMissing`.
    public var codeName: String { code.rawValue }
    /// Which file, what is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The library's own text, where it has any.
    public let detail: String?

    package init(_ code: Code, _ message: String, fault: Fault = .input, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// The sentence, and after it the library's text.
    public var description: String {
        detail.map { "\(message) (\($0))" } ?? message
    }
}
