/// Why a detector gave no answer for a photo, while others did.
public struct DetectorFailure: Sendable, Hashable, Codable {
    /// What went wrong, for programs.
    public var code: String
    /// One sentence for people.
    public var message: String
    /// Whose fault it is.
    public var fault: Fault

    /// A failure from its parts.
    public init(code: String, message: String, fault: Fault) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The failure that an error is.
    public init(_ error: any ReportableError) {
        self.init(code: error.codeName, message: error.description, fault: error.fault)
    }
}
