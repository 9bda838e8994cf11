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
            RecordKey("reader", optional: \.reader, .word),
            RecordKey("threshold", optional: \.threshold, .share(decimals: 6)),
            RecordKey("thresholds", optional: \.thresholds, .shares(decimals: 6)),
            RecordKey("detections", optional: \.found.detections, .list(Detection.format)),
            RecordKey("classes", optional: \.found.classes, .list(ClassScore.format)),
            RecordKey("poses", optional: \.found.poses, .list(Pose.format)),
            RecordKey("masks", optional: \.found.masks, .list(InstanceMask.format)),
            RecordKey("texts", optional: \.found.texts, .list(TextLine.format)),
            RecordKey("codes", optional: \.found.codes, .list(Code.format)),
            RecordKey("pages", optional: \.found.pages, .list(Page.format)),
            RecordKey("contents", optional: \.found.contents, .list(ContentItem.format)),
            RecordKey("error", optional: \.error, DetectorFailure.format),
        ])
}

extension Detection {
    static let format = ValueFormat.object(
        Detection(label: "", classId: 0, confidence: 0, box: Box(x: 0, y: 0, width: 0, height: 0)),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
            RecordKey("corners", optional: \.corners, .list(.point)),
        ])
}

extension ClassScore {
    static let format = ValueFormat.object(
        ClassScore(label: "", confidence: 0),
        [RecordKey("label", \.label, .text), RecordKey("confidence", \.confidence, .share(decimals: 6))])
}

extension Pose {
    static let format = ValueFormat.object(
        Pose(label: "", classId: 0, confidence: 0, box: Box(x: 0, y: 0, width: 0, height: 0), keypoints: []),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)),
            RecordKey("sideConfidence", optional: \.sideConfidence, .share(decimals: 6)),
            RecordKey("box", \.box, .box), RecordKey("keypoints", \.keypoints, .list(Keypoint.format)),
            RecordKey("mesh", optional: \.mesh, .list(.meshPoint)), RecordKey("mask", optional: \.mask, .runLengths),
        ])
}

extension Keypoint {
    static let format = ValueFormat.object(
        Keypoint(x: 0, y: 0),
        [
            RecordKey("name", optional: \.name, .text), RecordKey("x", \.x, .pixels), RecordKey("y", \.y, .pixels),
            RecordKey("z", optional: \.z, .pixels),
            RecordKey("visibility", optional: \.visibility, .share(decimals: 4)),
        ])
}

extension InstanceMask {
    static let format = ValueFormat.object(
        InstanceMask(
            label: "", classId: 0, confidence: 0, box: Box(x: 0, y: 0, width: 0, height: 0), mask: .blank, polygons: []),
        [
            RecordKey("label", \.label, .text), RecordKey("classId", \.classId, .classNumber),
            RecordKey("confidence", \.confidence, .share(decimals: 6)), RecordKey("box", \.box, .box),
            RecordKey("mask", \.mask, .runLengths), RecordKey("polygons", \.polygons, .list(.list(.pixels))),
        ])
}

extension ValueFormat where Value == MeshPoint {
    /// `[x, y, z]` in pixels of the upright photo.
    fileprivate static let meshPoint = ValueFormat<[Double]>.list(.pixels).mapped { numbers in
        numbers.count == 3 ? MeshPoint(x: numbers[0], y: numbers[1], z: numbers[2]) : nil
    } from: {
        [$0.x, $0.y, $0.z]
    }
}

extension ValueFormat where Value == RunLengthMask {
    /// COCO's own object: `{"size": [height, width], "counts": "…"}`.
    static let runLengths = ValueFormat(
        schema: [
            "type": "object",
            "properties": [
                "size": [
                    "type": "array", "items": ["type": "integer", "minimum": 1], "minItems": 2, "maxItems": 2,
                ],
                "counts": ["type": "string"],
            ], "required": ["size", "counts"],
        ]
    ) { mask in
        ["size": [.integer(mask.size.height), .integer(mask.size.width)], "counts": .string(mask.counts)]
    } read: { (json) throws(RecordFormatError) in
        guard case .array(let sides)? = json["size"], sides.count == 2, case .integer(let height) = sides[0],
            case .integer(let width) = sides[1], case .string(let counts)? = json["counts"],
            let mask = RunLengthMask(size: PixelSize(width: width, height: height), counts: counts)
        else { throw RecordFormatError() }
        return mask
    }
}

extension RunLengthMask {
    /// What the keys of a mask fill.
    fileprivate static let blank = RunLengthMask(pixelOf: false)
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
