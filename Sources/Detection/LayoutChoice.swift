import Findings
import Inference

/// Which output of a model is read, as which layout, with which class names.
public struct LayoutChoice: Hashable, Sendable {
    /// How the output is laid out, with its number of classes where the shape shows it.
    public let layout: ModelOutputLayout
    /// The output's place among the model's outputs.
    public let output: Int
    /// Class names by number; short or empty where neither the model nor the settings name all.
    public let names: [String]

    /// Chooses by the settings, then the metadata, then the shapes; throws a sentence where that leaves none or two.
    public init(for model: ModelDescription, settings: DetectorSettings) throws(DetectionError) {
        if let task = model.metadata.task, task != "detect" {
            throw DetectionError(
                .taskUnsupported, "The model was trained for the task \(task); a detector needs one for detect.")
        }
        let question = LayoutQuestion(model, settings: settings)
        let found = try question.findings()
        layout = try question.layout(of: found.shape)
        output = found.index
        names = question.names ?? []
        if let classes = layout.classes, !names.isEmpty, classes != names.count {
            throw DetectionError(
                .classes,
                "The model gives scores for \(classes) classes, and \(question.nameSource) name \(names.count). "
                    + "Correct labels in the settings, one for each class in the model's order.")
        }
    }
}

/// What is known of a model while its layout is being chosen.
private struct LayoutQuestion {
    let model: ModelDescription
    let settings: DetectorSettings
    let names: [String]?

    init(_ model: ModelDescription, settings: DetectorSettings) {
        self.model = model
        self.settings = settings
        names = settings.labels.isEmpty ? model.metadata.names : settings.labels.map(\.plainName)
    }

    var nameSource: String { settings.labels.isEmpty ? "its own metadata" : "the settings" }
    private var shapes: String { model.outputs.map(\.shapeText).joined(separator: ", ") }

    /// The one output that can hold findings.
    func findings() throws(DetectionError) -> (index: Int, shape: (middle: Int?, last: Int?)) {
        let fitting = model.outputs.indices.filter { index in
            let shape = model.outputs[index].shape
            return shape.count == 3 && (shape[0] ?? 1) == 1
        }
        guard fitting.count == 1, let index = fitting.first else {
            throw DetectionError(
                .layoutUnknown,
                "The model is not a detector that Quiver reads: its outputs are \(shapes), where one of "
                    + "[1,4+classes,N], [1,N,5+classes], [1,6,N] or [1,N,6] is needed.")
        }
        let shape = model.outputs[index].shape
        return (index, (shape[1], shape[2]))
    }

    func layout(of shape: (middle: Int?, last: Int?)) throws(DetectionError) -> ModelOutputLayout {
        switch settings.layout {
        case .auto: return try auto(shape)
        case .yolov8: if let rows = shape.middle, rows > 4 { return .yolov8(classes: rows - 4) }
        case .yolov5: if let columns = shape.last, columns > 5 { return .yolov5(classes: columns - 5) }
        case .yoloClassId: if shape.middle == 6 { return .yoloClassId }
        case .endToEnd: if shape.last == 6 { return .endToEnd }
        case .rtDetr:
            if shape.last == 6, names?.count != 2 { return .rtDetr(classes: nil) }
            if let columns = shape.last, columns > 4 { return .rtDetr(classes: columns - 4) }
        case .u2net, .isNet, .birefnet, .modnet, .vector, .penultimate: break
        }
        throw DetectionError(
            .layoutUnknown,
            "The model gives \(shapes), which does not fit the setting layout = \(settings.layout.rawValue). "
                + "Leave layout out, or set another.")
    }

    private func auto(_ shape: (middle: Int?, last: Int?)) throws(DetectionError) -> ModelOutputLayout {
        if model.metadata.head == "RTDETRDecoder" {
            return shape.last == 6 ? .rtDetr(classes: nil) : .rtDetr(classes: (shape.last ?? 5) - 4)
        }
        if shape.last == 6, model.metadata.isEndToEnd || shape.middle == nil { return .endToEnd }
        guard let middle = shape.middle, let last = shape.last else { throw unknown }
        return middle < last ? try columns(middle, of: last) : try rows(of: last, count: middle)
    }

    /// One column an anchor.
    private func columns(_ rows: Int, of anchors: Int) throws(DetectionError) -> ModelOutputLayout {
        guard rows > 4, names != nil || AnchorGrid.isOnePerCell(anchors, on: model.inputSize) else { throw unknown }
        guard rows == 6 else { return .yolov8(classes: rows - 4) }
        switch names?.count {
        case 1: return .yoloClassId
        case 2: return .yolov8(classes: 2)
        default:
            throw DetectionError(
                .layoutAmbiguous,
                "The model gives \(shapes), which is either two class scores (layout yolov8) or a confidence and a "
                    + "class number (layout yolo-class-id), and its metadata does not say which. Set layout.")
        }
    }

    /// One row an anchor, or a finding.
    private func rows(of width: Int, count: Int) throws(DetectionError) -> ModelOutputLayout {
        let isGrid = AnchorGrid.isThreePerCell(count, on: model.inputSize)
        if width > 5, isGrid { return .yolov5(classes: width - 5) }
        if width == 6, !AnchorGrid.isOnePerCell(count, on: model.inputSize) { return .endToEnd }
        guard width > 4 else { throw unknown }
        throw DetectionError(
            .layoutAmbiguous,
            "The model gives \(shapes), which may be yolov5, end-to-end or rt-detr, and its metadata does not say "
                + "which. Set layout.")
    }

    private var unknown: DetectionError {
        DetectionError(
            .layoutUnknown,
            "The model gives \(shapes), which is no layout that Quiver knows for an input of "
                + "\(model.inputSize.width)x\(model.inputSize.height). If it is a detector, set layout.")
    }
}

/// How many anchors the public networks place on an input, by which a shape without metadata is known.
enum AnchorGrid {
    /// The steps of the networks' output scales, in input pixels.
    private static let strides = [[8, 16, 32], [8, 16, 32, 64], [4, 8, 16, 32], [16, 32]]

    /// True for a number of anchors that a v8 network has on this input: one a cell.
    static func isOnePerCell(_ count: Int, on input: PixelSize) -> Bool {
        cells(input).contains(count)
    }

    /// True for a number of anchors that a v5 network has on this input: three a cell.
    static func isThreePerCell(_ count: Int, on input: PixelSize) -> Bool {
        cells(input).contains { $0 * 3 == count }
    }

    private static func cells(_ input: PixelSize) -> [Int] {
        strides.map { $0.reduce(0) { $0 + (input.width / $1) * (input.height / $1) } }
    }
}
