import Findings
import Results
import WorkerProtocol

extension WorkPlan {
    /// Sees that each label that is to be blurred is one that a detector may find: a misspelt one would hide nothing.
    ///
    /// - Parameter detectors: Those of the plan, as they were loaded.
    /// - Throws: ``PipelineError`` with the labels that there are.
    func checkBlur(_ detectors: [WorkerGreeting.Detector]) throws {
        guard !blur.isEmpty else { return }
        let known = detectors.map { $0.classes.isEmpty ? $0.task.labelsWithoutClasses : Set($0.classes) }
        // What GS1's elements are called is the code's to say.
        guard !known.contains(nil) else { return }
        let scored = targets == nil ? [] : TargetClass.allCases.map(\.rawValue)
        let labels = known.compactMap { $0 }.reduce(into: Set(scored)) { $0.formUnion($1) }
        let strangers = blur.filter { !labels.contains($0) }
        guard !strangers.isEmpty else { return }
        let shown = strangers.map { "\"\($0.plainText(atMost: 100))\"" }.joined(separator: ", ")
        let there = labels.sorted().prefix(20).joined(separator: ", ") + (labels.count > 20 ? ", …" : "")
        throw PipelineError(
            .setting,
            "no detector finds what output.blur names: \(shown), so that nothing would be blurred. "
                + (there.isEmpty ? "The detectors find nothing that has a label" : "There is \(there)"),
            fault: .input)
    }
}

extension DetectorTask {
    /// The labels of what detectors without a list of classes find; nil where nothing says them beforehand.
    fileprivate var labelsWithoutClasses: Set<String>? {
        switch self {
        case .text: [TextLine.label]
        case .embed: []
        default: nil
        }
    }
}
