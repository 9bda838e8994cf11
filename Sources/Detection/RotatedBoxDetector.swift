import Findings
import Foundation
import Inference

/// Finds objects with turned boxes, with a model of the public YOLO obb layout.
///
/// Output: rows `[1, 4+classes+1, N]`, or end-to-end `[1, N, 7]`; the box is centre and size, the last value its angle.
public final class RotatedBoxDetector: Detector {
    /// The model's input, letterboxed.
    public let request: PixelRequest
    /// In the model's order.
    public let classNames: [String]
    private let loaded: any LoadedModel
    private let rows: AnchorRows
    private let rules: ClassRules
    private let settings: DetectorSettings

    /// Checks that the model is one of turned boxes; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let model = loaded.description
        guard model.metadata.task == nil || model.metadata.task == "obb" else {
            throw DetectionError(
                .taskUnsupported,
                "The model was trained for the task \(model.metadata.task ?? ""); turned boxes need one for obb.")
        }
        let names = settings.labels.isEmpty ? model.metadata.names : settings.labels.map(\.plainName)
        rows = try AnchorRows(of: model, extra: 1, names: names?.count, task: .obb)
        classNames = names ?? (0..<rows.classes).map { "class \($0)" }
        rules = try ClassRules(settings, names: classNames, count: rows.classes > 0 ? rows.classes : nil)
        request = PixelRequest(size: .exactly(model.inputSize), fit: settings.fit ?? .letterbox, fill: settings.fill)
        self.loaded = loaded
        self.settings = settings
    }

    /// Runs the model once; by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var boxes: [RotatedBox] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            guard outputs.indices.contains(rows.output) else {
                throw DetectionError(.output, "The model gave \(outputs.count) outputs, fewer than it promised.")
            }
            boxes = try rows.decode(outputs[rows.output], rules: rules).map { row in
                RotatedBox(
                    x: row.box[0], y: row.box[1], width: row.box[2], height: row.box[3], angle: row.extra[0],
                    score: row.score, classId: row.classId)
            }
        }
        let kept = RotatedBox.suppressed(
            boxes, iou: rows.isEndToEnd ? .infinity : settings.iou, classAware: settings.classAware,
            candidates: settings.maximumCandidates)
        let found = kept.prefix(settings.maximumDetections).compactMap { detection($0, pixels.placement) }
        return DetectorAnswer(found: .detections(found), infer: inferred - start, decode: clock.now - inferred)
    }

    /// Nil for a box of which nothing lies in the photo.
    private func detection(_ box: RotatedBox, _ placement: Placement) -> Detection? {
        let corners = box.corners(placement)
        let around = Box(around: corners).clipped(to: placement.photo)
        guard around.width > 0, around.height > 0 else { return nil }
        return Detection(
            label: rules.label(box.classId), classId: box.classId, confidence: min(Double(box.score), 1), box: around,
            corners: corners)
    }
}

/// A turned box of a model's output, in pixels of its input.
struct RotatedBox: Hashable {
    var x: Float
    var y: Float
    var width: Float
    var height: Float
    /// In radians, clockwise on the screen.
    var angle: Float
    var score: Float
    var classId: Int

    /// The corners in the photo, clockwise from the box's own top left.
    ///
    /// Sides are scaled as the trainers do, each by its own axis though the box is turned; the two differ by less than a pixel.
    func corners(_ placement: Placement) -> [Point] {
        let centre = placement.toPhoto(Point(x: Double(x), y: Double(y)))
        let (cosine, sine) = (cos(Double(angle)), sin(Double(angle)))
        let (w, h) = (Double(width) / placement.scaleX / 2, Double(height) / placement.scaleY / 2)
        let across = Point(x: w * cosine, y: w * sine)
        let down = Point(x: -h * sine, y: h * cosine)
        return [centre - across - down, centre + across - down, centre + across + down, centre - across + down]
    }

    /// The overlap by the Gaussians that the boxes stand for: 0 to 1.
    ///
    /// Source: J. M. Llerena et al., Gaussian Bounding Boxes and Probabilistic Intersection-over-Union, 2021, as the public
    /// trainers compute it (Ultralytics 8.4, `probiou`).
    func overlap(_ other: RotatedBox) -> Float {
        let (a1, b1, c1) = covariance
        let (a2, b2, c2) = other.covariance
        let epsilon: Float = 1e-7
        let (dx, dy) = (x - other.x, y - other.y)
        let (a, b, c) = (a1 + a2, b1 + b2, c1 + c2)
        let determinant = a * b - c * c
        let t1 = 0.25 * (a * dy * dy + b * dx * dx) / (determinant + epsilon)
        let t2 = 0.5 * (c * -dx * dy) / (determinant + epsilon)
        let own = max(a1 * b1 - c1 * c1, 0) * max(a2 * b2 - c2 * c2, 0)
        let t3 = 0.5 * log(determinant / (4 * own.squareRoot() + epsilon) + epsilon)
        let distance = min(max(t1 + t2 + t3, epsilon), 100)
        return 1 - (1 - exp(-distance) + epsilon).squareRoot()
    }

    private var covariance: (a: Float, b: Float, c: Float) {
        let (a, b) = (width * width / 12, height * height / 12)
        let (cosine, sine) = (cos(angle), sin(angle))
        return (
            a * cosine * cosine + b * sine * sine, a * sine * sine + b * cosine * cosine, (a - b) * cosine * sine
        )
    }

    /// Whether two boxes are so far apart that they cannot overlap.
    private func isFar(from other: RotatedBox) -> Bool {
        let reach = 4 * max(max(width, height), max(other.width, other.height))
        return abs(x - other.x) > reach || abs(y - other.y) > reach
    }

    /// The boxes that stay, by descending score: one goes where any better one, kept or not, overlaps it by more than `iou`.
    static func suppressed(_ boxes: [RotatedBox], iou: Double, classAware: Bool, candidates: Int) -> [RotatedBox] {
        let order = boxes.indices.sorted { (boxes[$0].score, $1) > (boxes[$1].score, $0) }.prefix(candidates)
            .map { boxes[$0] }
        return order.indices.compactMap { index in
            let box = order[index]
            let isCovered = order[..<index].contains { better in
                (!classAware || better.classId == box.classId) && !better.isFar(from: box)
                    && Double(better.overlap(box)) > iou
            }
            return isCovered ? nil : box
        }
    }
}
