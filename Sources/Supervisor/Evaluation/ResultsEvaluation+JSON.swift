import Evaluation
import Findings
import JSONTree

extension EvaluationCounts {
    static let format = ValueFormat.object(
        EvaluationCounts(),
        [
            RecordKey("matchedByContent", \.matchedByContent, .whole(from: 0)),
            RecordKey("matchedByPath", \.matchedByPath, .whole(from: 0)),
            RecordKey("matchedByName", \.matchedByName, .whole(from: 0)),
            RecordKey("ambiguous", \.ambiguous, .whole(from: 0)),
            RecordKey("withoutResult", \.withoutResult, .whole(from: 0)),
            RecordKey("withoutTruth", \.withoutTruth, .whole(from: 0)),
            RecordKey("acceptedBefore", \.acceptedBefore, .whole(from: 0)),
            RecordKey("resized", \.resized, .whole(from: 0)), RecordKey("strays", \.strays, .whole(from: 0)),
            RecordKey("notBeside", \.notBeside, .whole(from: 0)),
        ])
}

extension ResultsEvaluation {
    /// The document's version; it grows when a member changes its meaning or goes away.
    public static let version = "1.0"

    /// Everything as JSON: `evaluation`, or beside another one `comparison`, whose `first` it then is.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("version", .string(Self.version)), .init("counts", EvaluationCounts.format.write(counts)),
            .init("leastConfidence", leastConfidence.map { .rounded($0, decimals: 6) } ?? .null),
        ]
        if let comparison {
            members.append(.init("comparison", comparison.json))
        } else {
            members.append(.init("evaluation", evaluation.json))
        }
        return .object(members)
    }
}
