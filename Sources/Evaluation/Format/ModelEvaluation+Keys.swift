import Findings
import JSONTree

extension ClassEvaluation {
    static let format = ValueFormat.object(
        ClassEvaluation(label: ""),
        [
            RecordKey("label", \.label, .text), RecordKey("objects", \.objects, .whole(from: 0)),
            RecordKey("averagePrecision", \.precision, AveragePrecision.format),
            RecordKey("interval", \.interval, .orNull(Interval.format)),
            RecordKey("at", \.point, ConfidencePoint.format), RecordKey("curve", \.curve, .list(.share(decimals: 6))),
        ])
}

extension ModelEvaluation {
    /// The keys of an evaluation: JSON, reading back and schema follow from this table.
    package static let format = ValueFormat.object(
        ModelEvaluation(),
        [
            RecordKey("shape", \.shape, .word), RecordKey("photos", \.photos, .whole(from: 0)),
            RecordKey("objects", \.objects, .whole(from: 0)), RecordKey("findings", \.findings, .whole(from: 0)),
            RecordKey("averagePrecision", \.precision, AveragePrecision.format),
            RecordKey("interval", \.interval, .orNull(Interval.format)),
            RecordKey("interval50", \.interval50, .orNull(Interval.format)),
            RecordKey("drawings", \.drawings, .whole(from: 0)),
            RecordKey("at", \.point, ConfidencePoint.format),
            RecordKey("points", \.points, .list(ConfidencePoint.format)),
            RecordKey("classes", \.classes, .list(ClassEvaluation.format)),
            RecordKey("curve", \.curve, .list(.share(decimals: 6))),
            RecordKey("confusion", \.confusion, .list(Confusion.format)),
            RecordKey("calibration", \.calibration, Calibration.format),
            RecordKey("worst", \.worst, .list(PhotoMistakes.format)),
            RecordKey("repeated", \.repeated, .list(RepeatedFind.format)),
        ])

    /// The evaluation as JSON.
    public var json: JSONValue { Self.format.write(self) }
}

extension ModelComparison.Difference {
    static let format = ValueFormat.object(
        ModelComparison.Difference(),
        [
            RecordKey("value", \.value, .orNull(.difference)),
            RecordKey("interval", \.interval, .orNull(Interval.format)),
        ])
}

extension ModelComparison.OfClass {
    static let format = ValueFormat.object(
        ModelComparison.OfClass(label: ""),
        [RecordKey("label", \.label, .text), RecordKey("ap", \.ap, ModelComparison.Difference.format)])
}

extension ModelComparison.OfPhoto {
    static let format = ValueFormat.object(
        ModelComparison.OfPhoto(path: ""),
        [
            RecordKey("path", \.path, .text), RecordKey("before", \.before, .whole(from: 0)),
            RecordKey("after", \.after, .whole(from: 0)), RecordKey("gone", \.gone, .list(Mistake.format)),
            RecordKey("new", \.new, .list(Mistake.format)),
        ])
}

extension ModelComparison {
    /// The keys of a comparison.
    package static let format = ValueFormat.object(
        ModelComparison(),
        [
            RecordKey("first", \.first, ModelEvaluation.format), RecordKey("second", \.second, ModelEvaluation.format),
            RecordKey("ap", \.ap, Difference.format), RecordKey("ap50", \.ap50, Difference.format),
            RecordKey("mistakes", \.mistakes, Difference.format),
            RecordKey("classes", \.classes, .list(OfClass.format)),
            RecordKey("worse", \.worse, .list(OfPhoto.format)), RecordKey("better", \.better, .list(OfPhoto.format)),
            RecordKey("other", \.other, .list(OfPhoto.format)), RecordKey("same", \.same, .whole(from: 0)),
        ])

    /// The comparison as JSON.
    public var json: JSONValue { Self.format.write(self) }
}
