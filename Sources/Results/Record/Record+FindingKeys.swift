import Findings

/// The keys of a detector's result, among them a list of each kind of finding.
extension DetectorResult {
    static let format = ValueFormat.object(
        DetectorResult(detector: "", task: .detect, found: .detections([])),
        [
            RecordKey("detector", \.detector, .text),
            RecordKey("task", \.task, .word),
            RecordKey("model", \.model, .orNull(.whole(from: 0))),
            RecordKey("parent", \.parent, .orNull(Parent.format)),
            RecordKey("timings", \.timings, Timings.format),
            RecordKey("reader", optional: \.reader, .word),
            RecordKey("languages", optional: \.languages, .list(.text)),
            // It follows from the lines, corrected ones too: what a record says here is not read back.
            RecordKey("transcript", .text) {
                $0.transcript
            } set: { _, _ in
            },
            RecordKey("threshold", optional: \.threshold, .share(decimals: 6)),
            RecordKey("thresholds", optional: \.thresholds, .shares(decimals: 6)),
            RecordKey("crowded", optional: \.crowd, Crowd.format),
            RecordKey("scored", .mark) {
                $0.isScored ? true : nil
            } set: {
                $0.isScored = $1 ?? false
            },
        ] + FindingList.kinds.map { $0.key } + [
            RecordKey("ignored", optional: \.ignored, .findings),
            RecordKey("noInputFrom", optional: \.noInputFrom, .text),
            RecordKey("error", optional: \.error, DetectorFailure.format),
        ])
}

extension FindingKind {
    /// The list of the kind; a result has that of its own kind alone.
    fileprivate static var key: RecordKey<DetectorResult> {
        RecordKey(listName, .list(format.levelled)) {
            $0.found[of: Self.self]
        } set: {
            $0.found[of: Self.self] = $1
        }
    }
}

extension FindingKind {
    /// The list of the kind, where it stands by itself.
    fileprivate static var listKey: RecordKey<FindingList> {
        RecordKey(listName, .list(format.levelled)) {
            $0[of: Self.self]
        } set: {
            $0[of: Self.self] = $1
        }
    }
}

extension ValueFormat where Value == FindingList {
    /// An object with the list of its kind, under the kind's name.
    fileprivate static let findings = ValueFormat.object(
        FindingList([Detection]()), FindingList.kinds.map { $0.listKey })
}

extension DetectorFailure {
    static let format = ValueFormat.object(
        Self(code: "", message: "", fault: .quiver),
        [RecordKey("code", \.code, .text), RecordKey("message", \.message, .text), RecordKey("fault", \.fault, .word)])
}

extension DetectorResult.Parent {
    static let format = ValueFormat.object(
        Self(detector: "", index: 0),
        [RecordKey("detector", \.detector, .text), RecordKey("index", \.index, .whole(from: 0))])
}

extension DetectorResult.Timings {
    static let format = ValueFormat.object(
        Self(),
        [
            RecordKey("load", \.load, .orNull(.milliseconds)), RecordKey("infer", \.infer, .orNull(.milliseconds)),
            RecordKey("decode", \.decode, .orNull(.milliseconds)),
        ])
}
