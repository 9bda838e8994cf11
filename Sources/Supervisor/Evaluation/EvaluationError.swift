import Evaluation
import Findings
import JSONTree
import Results
import SystemPackage

/// Why results cannot be measured.
public struct EvaluationError: ReportableError {
    /// Always `evaluation`.
    public var codeName: String { "evaluation" }
    /// Whose fault it is.
    public let fault: Fault
    /// One sentence: which file, what is wrong, what to do.
    public let description: String

    init(_ description: String, fault: Fault = .input) {
        self.description = description
        self.fault = fault
    }

    /// What went wrong with a file of truth.
    init(_ error: any Error, reading file: FilePath) {
        let name = EscapedName.printable(file)
        switch error {
        case let error as JSONSyntaxError:
            self.init("\(name), \(error.description.forTerminalLine); name a file of COCO's annotations with --truth")
        case let error as COCOTruthError: self.init("\(name): \(error.description)")
        case let error as Errno:
            self.init("cannot read \(name): \(error.description); name a file that is there", fault: .environment)
        default: self.init("cannot read \(name): \(error)", fault: .environment)
        }
    }
}

extension String {
    /// On one line, as a sentence has it.
    var forTerminalLine: String { replacing("\n", with: " ") }
}
