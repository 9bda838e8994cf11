import Evaluation
import Results
import Supervisor
import SystemPackage
import SystemValues

/// What is to be known of an evaluation beside its numbers: what truth is, what is left out, and what makes a number less than
/// it seems.
struct EvaluationNotes {
    private let measured: ResultsEvaluation
    private let choice: EvaluationChoice

    init(_ measured: ResultsEvaluation, _ choice: EvaluationChoice) {
        self.measured = measured
        self.choice = choice
    }

    var sentences: [String] { [truth] + leftOut + warnings }

    private var truth: String {
        guard case .file(let file) = choice.truth else { return "truth is what users accepted or corrected" }
        let counts = measured.counts
        let ways = [
            (counts.matchedByContent, "by content"), (counts.matchedByPath, "by path"),
            (counts.matchedByName, "by name"),
        ]
        let known = ways.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "truth is \(EscapedName.printable(file)); its photos are known \(known)"
    }

    private var leftOut: [String] {
        let counts = measured.counts
        let isFile = if case .file = choice.truth { true } else { false }
        return [
            (counts.withoutTruth, isFile ? "of which the file says nothing" : "that no user accepted"),
            (counts.acceptedBefore, "that were accepted when something else was found there, which was not kept"),
            (counts.withoutResult, "of the file without a result"),
            (counts.ambiguous, "of the file for which several results could be meant"),
            (counts.notBeside, "without a result in the other folder"),
        ].filter { $0.0 > 0 }.map { "\(counted($0.0, "photo")) \($0.1): left out" }
    }

    private var warnings: [String] {
        let counts = measured.counts
        var notes: [String] = []
        if counts.resized > 0 {
            notes.append(
                "\(counted(counts.resized, "photo")) of another size in the file than here: its boxes may lie elsewhere"
            )
        }
        if counts.strays > 0 {
            notes.append(
                "\(counted(counts.strays, "object")) of photos or classes that the file does not have: left out")
        }
        let least = max(measured.leastConfidence ?? 0, choice.findings.highest)
        if least > Self.low {
            notes.append(
                "findings below a confidence of \(Self.text(least)) are not in it, so that AP is less than the model's own"
            )
        }
        let missing = Self.missing(of: measured.evaluation)
        if !missing.isEmpty {
            notes.append("found, but not in truth, and so in no mean: \(missing)")
        }
        return notes
    }

    /// Up to here a threshold takes next to nothing of AP.
    private static let low = 0.05

    /// A confidence with two decimals.
    static func text(_ confidence: Double) -> String {
        let (whole, hundredths) = Int((confidence * 100).rounded()).quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }

    /// Classes without truth by name, some of many.
    private static func missing(of evaluation: ModelEvaluation) -> String {
        let labels = evaluation.classes.filter { $0.objects == 0 }.map { PercentEscape.printable(Array($0.label.utf8)) }
        let more = labels.count - 10
        return labels.prefix(10).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
