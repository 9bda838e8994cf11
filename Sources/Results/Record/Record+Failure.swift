import Findings

extension Record.Failure {
    /// An error as a record tells it: the room's own code, sentence and fault.
    public init(_ error: any Error) {
        if let error = error as? any ReportableError {
            self.init(code: error.codeName, message: error.description, fault: error.fault)
        } else {
            self.init(code: "unexpected", message: "\(error)", fault: .quiver)
        }
    }
}
