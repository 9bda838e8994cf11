import Confinement
import Detection
import Findings
import Imaging
import Inference
import JobQueue
import Results

extension Record.Failure {
    /// Any room's error as a record tells it: the room's own code, sentence and fault.
    init(_ error: any Error) {
        switch error {
        case let error as ImagingError:
            self.init(code: error.code.rawValue, message: error.description, fault: error.fault)
        case let error as InferenceError:
            self.init(code: error.code.rawValue, message: error.description, fault: error.fault)
        case let error as DetectionError:
            self.init(code: error.code.rawValue, message: error.description, fault: error.fault)
        case let error as ResultsError:
            self.init(code: error.code.rawValue, message: error.description, fault: error.fault)
        case let error as PipelineError:
            self.init(code: error.code.rawValue, message: error.description, fault: error.fault)
        case let error as ConfinementError:
            self.init(code: "confinement", message: "\(error.message); see workers.confine", fault: error.fault)
        case let error as PhotoNotOpened: self = error.failure
        case is FileGone: self.init(code: "gone", message: "the file is no longer there", fault: .environment)
        case is FileChanged: self.init(code: "changed", message: "the file is still being written", fault: .environment)
        default: self.init(code: "unexpected", message: "\(error)", fault: .quiver)
        }
    }
}
