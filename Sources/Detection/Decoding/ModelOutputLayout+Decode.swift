import Findings
import Inference

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

    /// The largest coordinate in the output, by which pixels are told from parts of a side; nil where there is none.
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
