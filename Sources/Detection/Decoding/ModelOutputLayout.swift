import Findings
import Inference

/// A layout of a detector's output that Quiver reads, with the number of classes where the shape tells it.
public enum ModelOutputLayout: Hashable, Sendable {
    /// `[1, 4+classes, N]`: centre and size, then a score for each class.
    case yolov8(classes: Int)
    /// `[1, N, 5+classes]`: centre and size, objectness, then a score for each class.
    case yolov5(classes: Int)
    /// `[1, 6, N]`: centre and size, confidence, class number.
    case yoloClassId
    /// `[1, N, 6]`: left, top, right, bottom, score, class number; nothing is left to suppress.
    case endToEnd
    /// `[1, N, 6]` (centre and size, score, class number) or `[1, N, 4+classes]`, of a stretched photo.
    case rtDetr(classes: Int?)

    /// The layout's name in the settings.
    public var setting: LayoutSetting {
        switch self {
        case .yolov8: .yolov8
        case .yolov5: .yolov5
        case .yoloClassId: .yoloClassId
        case .endToEnd: .endToEnd
        case .rtDetr: .rtDetr
        }
    }

    /// The number of classes, where the shape tells it.
    public var classes: Int? {
        switch self {
        case .yolov8(let classes), .yolov5(let classes): classes
        case .rtDetr(let classes): classes
        case .yoloClassId, .endToEnd: nil
        }
    }

    /// True where several findings of one object are still to be made one.
    public var needsSuppression: Bool {
        switch self {
        case .yolov8, .yolov5, .yoloClassId: true
        case .endToEnd, .rtDetr: false
        }
    }

    /// The way of fitting a photo that such models are trained with.
    public var fit: Fit {
        if case .rtDetr = self { .stretch } else { .letterbox }
    }

    /// The layout in words, with its shape.
    public var summary: String {
        switch self {
        case .yolov8(let classes): "yolov8: [1,4+\(classes),N], a score for each class"
        case .yolov5(let classes): "yolov5: [1,N,5+\(classes)], objectness and a score for each class"
        case .yoloClassId: "yolo-class-id: [1,6,N], confidence and class number"
        case .endToEnd: "end-to-end: [1,N,6], finished findings"
        case .rtDetr(nil): "rt-detr: [1,N,6], finished findings of a stretched photo"
        case .rtDetr(.some(let classes)): "rt-detr: [1,N,4+\(classes)], findings of a stretched photo"
        }
    }
}

extension ModelOutputLayout {
    /// The candidates in a model's output that the rules accept, in the coordinates that the model uses.
    func decode(_ tensor: TensorView, rules: ClassRules) throws(DetectionError) -> [Candidate] {
        let shape = tensor.shape
        guard shape.count == 3, shape[0] == 1, tensor.values.count == shape[1] * shape[2], isMatched(by: shape)
        else {
            throw DetectionError(
                .output,
                "The model gave an output of \(shape), which is not the layout \(setting.rawValue) it promised.")
        }
        guard let values = tensor.values.baseAddress, !tensor.values.isEmpty else { return [] }
        switch self {
        case .yolov8(let classes):
            return Self.decodeColumns(values, classes: classes, anchors: shape[2], rules)
        case .yolov5(let classes):
            return Self.decodeObjectness(values, classes: classes, anchors: shape[1], rules)
        case .yoloClassId:
            return Self.decodeClassNumbers(values, anchors: shape[2], rules)
        case .endToEnd:
            return Self.decodeRows(values, count: shape[1], rules) { row, score, classId in
                Candidate(left: row[0], top: row[1], right: row[2], bottom: row[3], score: score, classId: classId)
            }
        case .rtDetr(nil):
            return Self.decodeRows(values, count: shape[1], rules) { row, score, classId in
                Candidate(row[0], row[1], row[2], row[3], score: score, classId: classId)
            }
        case .rtDetr(.some(let classes)):
            return Self.decodeScores(values, classes: classes, count: shape[1], rules)
        }
    }

    private func isMatched(by shape: [Int]) -> Bool {
        switch self {
        case .yolov8(let classes): shape[1] == 4 + classes
        case .yolov5(let classes): shape[2] == 5 + classes
        case .yoloClassId: shape[1] == 6
        case .endToEnd, .rtDetr(nil): shape[2] == 6
        case .rtDetr(.some(let classes)): shape[2] == 4 + classes
        }
    }

    /// The largest coordinate in the output, by which pixels are distinguished from parts of a side; nil where there is none.
    func reach(_ tensor: TensorView) -> Float? {
        guard tensor.shape.count == 3, tensor.values.count == tensor.shape[1] * tensor.shape[2] else { return nil }
        let width = tensor.shape[2]
        let areColumns = isByColumns
        var reach: Float = 0
        for index in 0..<(areColumns ? width : tensor.shape[1]) {
            for side in 0..<4 {
                let value = tensor.values[areColumns ? side * width + index : index * width + side]
                if value.isFinite { reach = max(reach, value) }
            }
        }
        return reach > 0 ? reach : nil
    }
}

extension ModelOutputLayout {
    /// Rounding of 16-bit arithmetic, within which a score may lie beyond 1.
    private static let slack: Float = 1.01

    /// Sees that an output is one that a sound model gives: no photo is to be called empty by a model that is broken.
    ///
    /// - Parameter scores: Those of the candidates found in it.
    func check(_ tensor: TensorView, scores: some Sequence<Float>) throws(DetectionError) {
        var highest: Float?
        for score in scores { highest = max(highest ?? score, score) }
        if let highest, highest > Self.slack {
            throw DetectionError(
                .output,
                "The model gave a score of \(highest), where scores lie between 0 and 1: it is not a model of the layout "
                    + "\(setting.rawValue), or it was exported without its last step. Set layout, or export it again.")
        }
        guard highest == nil, !tensor.values.isEmpty, !hasSoundEntry(tensor) else { return }
        throw DetectionError(
            .output,
            "The model gave NaN or infinite numbers and no others: it is damaged, or its arithmetic overflows. "
                + "Export it again, or set precision to fp32.")
    }

    /// Whether one entry at least has finite numbers alone.
    private func hasSoundEntry(_ tensor: TensorView) -> Bool {
        guard tensor.shape.count == 3, tensor.values.count == tensor.shape[1] * tensor.shape[2] else { return true }
        let (height, width) = (tensor.shape[1], tensor.shape[2])
        if isByColumns {
            return (0..<width).contains { column in
                (0..<height).allSatisfy { tensor.values[$0 * width + column].isFinite }
            }
        }
        return (0..<height).contains { row in (0..<width).allSatisfy { tensor.values[row * width + $0].isFinite } }
    }

    /// Whether each entry is a column of the output and not a row.
    var isByColumns: Bool {
        switch self {
        case .yolov8, .yoloClassId: true
        case .yolov5, .endToEnd, .rtDetr: false
        }
    }
}
