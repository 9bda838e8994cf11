import Findings
import JSONTree

extension ValueFormat where Value == Double {
    /// A share in the JSON of evaluations: finer than pycocotools' numbers are compared.
    static let measure = ValueFormat.share(decimals: 7)
    /// A difference of two shares, or a mean of counts.
    static let difference = ValueFormat.number(decimals: 7)
}

extension AveragePrecision {
    static let format = ValueFormat.object(
        AveragePrecision(),
        [
            RecordKey("ap", \.ap, .orNull(.measure)), RecordKey("ap50", \.ap50, .orNull(.measure)),
            RecordKey("ap75", \.ap75, .orNull(.measure)), RecordKey("apSmall", \.apSmall, .orNull(.measure)),
            RecordKey("apMedium", \.apMedium, .orNull(.measure)), RecordKey("apLarge", \.apLarge, .orNull(.measure)),
            RecordKey("ar1", \.ar1, .orNull(.measure)), RecordKey("ar10", \.ar10, .orNull(.measure)),
            RecordKey("ar100", \.ar100, .orNull(.measure)), RecordKey("arSmall", \.arSmall, .orNull(.measure)),
            RecordKey("arMedium", \.arMedium, .orNull(.measure)), RecordKey("arLarge", \.arLarge, .orNull(.measure)),
        ])
}

extension Interval {
    static let format = ValueFormat.object(
        Interval(low: 0, high: 0), [RecordKey("low", \.low, .difference), RecordKey("high", \.high, .difference)])
}

extension ConfidencePoint {
    /// Precision, recall and F1 follow from the counts: what JSON says there is not read back.
    static let format = ValueFormat.object(
        ConfidencePoint(confidence: 0),
        [
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("right", \.right, .whole(from: 0)),
            RecordKey("wrong", \.wrong, .whole(from: 0)), RecordKey("missed", \.missed, .whole(from: 0)),
            RecordKey("precision", .orNull(.measure)) {
                .some($0.precision)
            } set: { _, _ in
            },
            RecordKey("recall", .orNull(.measure)) {
                .some($0.recall)
            } set: { _, _ in
            },
            RecordKey("f1", .orNull(.measure)) {
                .some($0.f1)
            } set: { _, _ in
            },
        ])
}

extension Confusion {
    static let format = ValueFormat.object(
        Confusion(truth: nil, found: nil, count: 0),
        [
            RecordKey("truth", \.truth, .orNull(.text)), RecordKey("found", \.found, .orNull(.text)),
            RecordKey("count", \.count, .whole(from: 1)),
        ])
}

extension Calibration {
    static let format = ValueFormat.object(
        Calibration(),
        [RecordKey("error", \.error, .orNull(.measure)), RecordKey("bins", \.bins, .list(Bin.format))])
}

extension Calibration.Bin {
    static let format = ValueFormat.object(
        Calibration.Bin(from: 0),
        [
            RecordKey("from", \.from, .share(decimals: 6)), RecordKey("count", \.count, .whole(from: 0)),
            RecordKey("confidence", \.confidence, .orNull(.measure)),
            RecordKey("precision", \.precision, .orNull(.measure)),
        ])
}

extension Mistake {
    static let format = ValueFormat.object(
        Mistake(kind: .missed, label: "", box: Box(x: 0, y: 0, width: 0, height: 0)),
        [
            RecordKey("kind", \.kind, .word), RecordKey("label", \.label, .text),
            RecordKey("foundAs", optional: \.foundAs, .text),
            RecordKey("confidence", optional: \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
        ])
}

extension PixelSize {
    static let evaluationFormat = ValueFormat.object(
        PixelSize(width: 0, height: 0),
        [RecordKey("width", \.width, .whole(from: 0)), RecordKey("height", \.height, .whole(from: 0))])
}

extension PhotoMistakes {
    static let format = ValueFormat.object(
        PhotoMistakes(path: "", size: PixelSize(width: 0, height: 0), right: 0, mistakes: []),
        [
            RecordKey("path", \.path, .text), RecordKey("size", \.size, PixelSize.evaluationFormat),
            RecordKey("right", \.right, .whole(from: 0)), RecordKey("mistakes", \.mistakes, .list(Mistake.format)),
        ])
}

extension RepeatedFind {
    static let format = ValueFormat.object(
        RepeatedFind(
            label: "", folder: "", size: PixelSize(width: 0, height: 0), box: Box(x: 0, y: 0, width: 0, height: 0),
            photos: 0, among: 0, confidence: 0),
        [
            RecordKey("label", \.label, .text), RecordKey("folder", \.folder, .text),
            RecordKey("size", \.size, PixelSize.evaluationFormat), RecordKey("box", \.box, .box),
            RecordKey("photos", \.photos, .whole(from: 1)), RecordKey("among", \.among, .whole(from: 1)),
            RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("overlap", \.overlap, .share(decimals: 3), absent: IgnoredPlace.usualOverlap),
            // It follows from the others: what JSON says there is not read back.
            RecordKey("rule", IgnoredPlace.format) {
                $0.rule
            } set: { _, _ in
            },
        ])

    /// The place as JSON, with its rule.
    public var json: JSONValue { Self.format.write(self) }
}

extension [RepeatedFind] {
    /// The rules for all of them, as a detector of `pipeline.json` takes them.
    public var ignoreSetting: String {
        let rules = map { "  " + IgnoredPlace.format.write($0.rule).line }
        return "\"ignore\": [\n" + rules.joined(separator: ",\n") + "\n]"
    }
}
