import Findings
import Results

extension AnswerLine {
    /// Ends with an error, by whose fault it is.
    package mutating func end(with error: any Error) {
        let failure = Record.Failure(error)
        self.error = failure
        photo.results = []
        photo.arrows = []
        photo.targetDetection = nil
        switch error {
        case is FileChanged: ending = .changed
        case is FileGone: ending = .gone
        case let error as any ReportableError where error.codeName == "gone": ending = .gone
        case let error as any ReportableError where error.codeName == "changed": ending = .changed
        default:
            switch failure.fault {
            // What a worker writes lies in the results' folder: no photo is to blame.
            case .environment: ending = error is ResultsError ? .obstructed : .blocked
            case .input, .quiver: ending = .failed
            }
        }
    }

    /// Removes what has been written for an answer that does not hold.
    package mutating func discardFiles() {
        var publication = Publication()
        for file in files.all { publication.add(file, as: file) }
        publication.discard()
        files = Files()
    }
}
