import Findings

/// The keys of what detectors find; a new kind of finding has its list in ``DetectorResult/format``.
extension DetectorResult {
    static let format = ValueFormat.object(
        DetectorResult(detector: "", task: .detect, found: .detections([])),
        [
            RecordKey("detector", \.detector, .text),
            RecordKey("task", \.task, .word),
            RecordKey("model", \.model, .orNull(.whole(from: 0))),
            RecordKey("parent", \.parent, .orNull(Parent.format)),
            RecordKey("timings", \.timings, Timings.format),
            RecordKey("detections", optional: \.found.detections, .list(Detection.format)),
            RecordKey("classes", optional: \.found.classes, .list(ClassScore.format)),
        ])
}

extension Detection {
    static let format = ValueFormat.object(
        Detection(label: "", classId: 0, confidence: 0, box: Box(x: 0, y: 0, width: 0, height: 0)),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .whole(from: 0)),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
            RecordKey("corners", optional: \.corners, .list(.point)),
        ])
}

extension ClassScore {
    static let format = ValueFormat.object(
        ClassScore(label: "", confidence: 0),
        [RecordKey("label", \.label, .text), RecordKey("confidence", \.confidence, .share(decimals: 6))])
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

extension ValueFormat where Value == Box {
    /// In pixels of the upright photo; the corner is the top left one.
    static let box = ValueFormat.object(
        Box(x: 0, y: 0, width: 0, height: 0),
        [
            RecordKey("x", \.x, .edge), RecordKey("y", \.y, .edge), RecordKey("width", \.width, .edge),
            RecordKey("height", \.height, .edge),
        ])
}

extension ValueFormat where Value == Point {
    /// In pixels of the upright photo.
    static let point = ValueFormat.object(
        Point(x: 0, y: 0), [RecordKey("x", \.x, .pixels), RecordKey("y", \.y, .pixels)])
}

extension ValueFormat where Value == Double {
    static let pixels = number(decimals: 3)
    fileprivate static let edge = number(decimals: 3, least: 0)
}
