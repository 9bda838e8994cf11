import Findings
import Inference

/// The rows that YOLO models of every task begin with: a box and class scores, then values of the task's own.
///
/// `[1, 4+classes+extra, N]` has one column an anchor; end-to-end models give finished findings, `[1, N, 6+extra]`.
struct AnchorRows: Hashable, Sendable {
    /// The output's place among the model's outputs.
    let output: Int
    let classes: Int
    /// Values of the task's own for each finding.
    let extra: Int
    /// Whether suppression is done inside the model.
    let isEndToEnd: Bool
    private let scale: CoordinateScale

    /// Finds the rows among a model's outputs; throws a sentence where there are none.
    ///
    /// - Parameters:
    ///   - extra: How many values the task has.
    ///   - names: The number of class names; nil where they have no names, so that the shape alone says how many there are.
    init(of model: ModelDescription, extra: Int, names: Int?, task: DetectorTask) throws(DetectionError) {
        let fitting = model.outputs.indices.filter { model.outputs[$0].shape.count == 3 }
        let shapes = model.outputs.map(\.shapeText).joined(separator: ", ")
        guard fitting.count == 1, let index = fitting.first, let rows = model.outputs[index].shape[1],
            let columns = model.outputs[index].shape[2]
        else { throw Self.unknown(shapes, extra, task) }
        output = index
        self.extra = extra
        scale = CoordinateScale(of: model)
        if columns == 6 + extra, model.metadata.isEndToEnd || rows < 4 + extra || rows > columns {
            isEndToEnd = true
            classes = names ?? 0
            return
        }
        let count = rows - 4 - extra
        guard count > 0, columns > rows else { throw Self.unknown(shapes, extra, task) }
        guard names == nil || names == count else {
            throw DetectionError(
                .classes,
                "The model gives scores for \(count) classes, and \(names ?? 0) are named. Correct labels in the settings, "
                    + "one for each class in the model's order.")
        }
        isEndToEnd = false
        classes = count
    }

    private static func unknown(_ shapes: String, _ extra: Int, _ task: DetectorTask) -> DetectionError {
        DetectionError(
            .taskUnsupported,
            "The model is none for the task \(task.rawValue): its outputs are \(shapes), where "
                + "[1,\(4 + extra)+classes,N] or [1,N,\(6 + extra)] is needed.")
    }

    /// The four numbers of the box and the task's values of each finding that reaches the thresholds, as the model gives them.
    ///
    /// - Throws: ``DetectionError`` where the output is not of the promised size.
    func decode(_ tensor: TensorView, rules: ClassRules) throws(DetectionError) -> [Row] {
        guard tensor.shape.count == 3, let values = tensor.values.baseAddress,
            tensor.values.count == tensor.shape[1] * tensor.shape[2],
            isEndToEnd ? tensor.shape[2] == 6 + extra : tensor.shape[1] == 4 + classes + extra
        else {
            throw DetectionError(
                .output, "The model gave an output of \(tensor.shape), which is not what it promised.")
        }
        let rows = isEndToEnd ? finished(values, tensor.shape[1], rules) : anchors(values, tensor.shape[2], rules)
        let layout: ModelOutputLayout = isEndToEnd ? .endToEnd : .yolov8(classes: classes + extra)
        try layout.check(tensor, scores: rows.lazy.map(\.score))
        return rows.filter { $0.box.allSatisfy(\.isFinite) && $0.extra.allSatisfy(\.isFinite) }
    }

    private func finished(_ values: UnsafePointer<Float>, _ count: Int, _ rules: ClassRules) -> [Row] {
        (0..<count).compactMap { index in
            let row = values + index * (6 + extra)
            let (score, number) = (row[4], row[5])
            guard number >= 0, number < 100_000, rules.accepts(score, Int(number)) else { return nil }
            return Row(
                box: (0..<4).map { row[$0] * scale[$0] }, extra: (0..<extra).map { row[6 + $0] }, score: score,
                classId: Int(number))
        }
    }

    private func anchors(_ values: UnsafePointer<Float>, _ count: Int, _ rules: ClassRules) -> [Row] {
        var rows: [Row] = []
        let scores = values + 4 * count
        ScoreScan.columns(from: rules.lowest, in: scores, rows: classes, columns: count) { anchor, best in
            let classId = ScoreScan.row(of: best, column: anchor, in: scores, rows: classes, columns: count)
            guard rules.accepts(best, classId) else { return }
            let own = values + (4 + classes) * count + anchor
            rows.append(
                Row(
                    box: (0..<4).map { values[$0 * count + anchor] * scale[$0] },
                    extra: (0..<extra).map { own[$0 * count] }, score: best, classId: classId))
        }
        return rows
    }

    /// One finding before suppression.
    struct Row {
        /// Centre and size, or two corners in an end-to-end model of upright boxes; in pixels of the input.
        var box: [Float]
        var extra: [Float]
        var score: Float
        var classId: Int
    }
}
