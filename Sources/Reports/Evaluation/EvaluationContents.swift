import Evaluation
import Scoring

/// What the parts of an evaluation's page share.
struct EvaluationContents {
    let evaluation: ModelEvaluation
    let comparison: ModelComparison?
    /// The results that are measured, as a title.
    let title: String
    /// Sentences on what truth is, and what is left out.
    let notes: [String]
    let words: Words

    func callAsFunction(_ word: EvaluationWord, _ values: [String: String] = [:]) -> String {
        word.text(in: words.language, values)
    }

    /// A measure from 0 to 1.
    func share(_ value: Double?) -> String { value.map { words.fixed($0, 3) } ?? "–" }

    /// `0.381 to 0.442`; empty where it is not known.
    func range(_ interval: Interval?) -> String {
        interval.map { self(.interval, ["low": words.fixed($0.low, 3), "high": words.fixed($0.high, 3)]) } ?? ""
    }

    /// `Missed: person`, `Confused: person as dog 0.91`, `Wrong: person 0.87`.
    func text(of mistake: Mistake) -> String {
        let kind: EvaluationWord =
            switch mistake.kind {
            case .missed: .missed
            case .wrong: .wrong
            case .confused: .confused
            }
        let name =
            mistake.foundAs.map { self(.asClass, ["truth": mistake.label, "found": $0]) } ?? mistake.label
        return "\(self(kind)): " + (mistake.confidence.map { "\(name) \(words.fixed($0, 2))" } ?? name)
    }

    /// A section with a heading, whose key is what links lead to.
    func section(_ title: EvaluationWord, _ children: [Markup]) -> Markup {
        Markup("section", ["id": title.rawValue], [Markup("h2", [:], .text(self(title)))] + children)
    }
}
