import Findings
import Foundation
import Inference
import ModelFiles

/// Finds faces with YuNet, such as OpenCV's `face_detection_yunet_2023mar.onnx`.
///
/// Each face has a box and five keypoints. The model takes values from 0 to 255 in the order blue, green, red: load it with
/// ``normalization``; the order is changed here.
/// Sources: Wu, Peng, Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023; OpenCV 5.0, `FaceDetectorYN`.
public final class YuNetDetector: Detector {
    /// Leaves pixels their values from 0 to 255: what the model is to be loaded with.
    public static let normalization = Normalization(
        mean: [0, 0, 0], deviation: [Double](repeating: 1 / 255, count: 3))
    /// The score that a face must be over where the settings name none.
    ///
    /// OpenCV has 0.9 and its model zoo 0.6. On 38 photos of people and things 92 of 93 findings above 0.7 were faces, and 0.9
    /// would have missed 41 of them; from just below 0.6 on most findings were none.
    public static let confidence = 0.7
    /// The overlap over which the less confident of two faces is dropped where the settings name none; OpenCV's.
    public static let iou = 0.3

    /// The model's input, letterboxed.
    public let request: PixelRequest
    /// `face` alone.
    public let classNames = ["face"]
    /// Always ``confidence``.
    public var ownConfidence: Double? { Self.confidence }
    private let outputs: ModelOutputs
    private let scales: [YuNetScale]
    private let rules: ClassRules
    private let suppression: NonMaximumSuppression

    /// Whether a model's outputs are YuNet's.
    public static func recognises(_ loaded: any LoadedModel) -> Bool { outputs(of: loaded) != nil }

    /// Checks that the model is a YuNet and the settings fit it; throws a sentence where not.
    public init(
        _ loaded: any LoadedModel,
        settings: DetectorSettings = DetectorSettings(confidence: YuNetDetector.confidence, iou: YuNetDetector.iou)
    ) throws(DetectionError) {
        try settings.validate()
        let input = loaded.description.inputSize
        guard let outputs = Self.outputs(of: loaded) else {
            throw ModelOutputs.mismatch(
                loaded, need: "YuNet's four outputs for each of the steps 8, 16 and 32, on sides of multiples of 32,")
        }
        self.outputs = outputs
        scales = YuNetScale.all(of: input)
        rules = try ClassRules(settings, names: classNames, count: 1)
        suppression = NonMaximumSuppression(
            iou: settings.iou, classAware: false, maximumCandidates: settings.maximumCandidates,
            maximumDetections: settings.maximumDetections)
        request = PixelRequest(size: .exactly(input), fit: settings.fit ?? .letterbox, fill: settings.fill)
    }

    /// Runs the model once; by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        var faces: [YuNetFace] = []
        try outputs.infer(Self.reversed(pixels.bytes), &watch) { values in
            for (scale, place) in zip(scales, stride(from: 0, to: values.count, by: 4)) {
                faces += try scale.faces(in: Array(values[place..<place + 4]), rules)
            }
        }
        let candidates = faces.enumerated().map { index, face in
            var candidate = face.box
            candidate.anchor = index
            return candidate
        }
        return watch.answer(.poses(suppression(candidates).compactMap { pose(of: faces[$0.anchor], pixels.placement) }))
    }

    private func pose(of face: YuNetFace, _ placement: Placement) -> Pose? {
        Pose(
            label: classNames[0], classId: 0, confidence: Double(face.box.score), box: placement.toPhoto(face.box.box),
            keypoints: zip(Skeleton.face5.names, face.keypoints).map {
                Keypoint(name: $0, point: placement.toPhoto($1))
            }
        ).clipped(to: placement.photo)
    }

    /// The outputs, four for each step; nil where the model is another one.
    private static func outputs(of loaded: any LoadedModel) -> ModelOutputs? {
        let scales = YuNetScale.all(of: loaded.description.inputSize)
        guard !scales.isEmpty, loaded.description.outputs.count == 4 * scales.count else { return nil }
        return ModelOutputs(loaded, shapes: scales.flatMap(\.shapes))
    }

    /// Pixels with red and blue in each other's place.
    private static func reversed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { pixels, count in
            _ = pixels.initialize(from: bytes)
            for red in stride(from: 0, to: bytes.count - 2, by: 3) { pixels.swapAt(red, red + 2) }
            count = bytes.count
        }
    }
}

/// A face before suppression, in pixels of the model's input.
struct YuNetFace: Hashable, Sendable {
    var box: Candidate
    /// In the order of ``Skeleton/face5``.
    var keypoints: [Point]
}

/// One of YuNet's three grids of cells, each of which may show one face.
///
/// Each has four outputs: two scores a cell, the box and five points. Formulas: OpenCV 5.0, `face_detect.cpp`.
struct YuNetScale: Hashable, Sendable {
    /// The side of a cell in input pixels.
    let step: Int
    /// Cells side by side.
    let columns: Int
    /// Cells one below the other.
    let rows: Int

    /// The grids on an input, by rising step; none where its sides are no multiples of the largest.
    static func all(of input: PixelSize) -> [YuNetScale] {
        guard input.width > 0, input.height > 0, input.width % 32 == 0, input.height % 32 == 0 else { return [] }
        return [8, 16, 32].map { YuNetScale(step: $0, columns: input.width / $0, rows: input.height / $0) }
    }

    /// The outputs as ``faces(in:_:)`` takes them.
    ///
    /// The class's score and the object's have the same shape; which is which does not matter, as they are multiplied.
    var shapes: [ModelOutputs.Shape] {
        let cells = columns * rows
        return [.init(cells, last: 1), .init(cells, last: 1), .init(4 * cells, last: 4), .init(10 * cells, last: 10)]
    }

    /// The faces that reach the threshold, from two scores, boxes and points that are all finite.
    ///
    /// - Throws: ``DetectionError`` where a box is larger than numbers go.
    func faces(
        in outputs: [UnsafeBufferPointer<Float>], _ rules: ClassRules
    ) throws(DetectionError) -> [YuNetFace] {
        let (first, second, boxes, points) = (outputs[0], outputs[1], outputs[2], outputs[3])
        let step = Float(step)
        var faces: [YuNetFace] = []
        for cell in 0..<columns * rows {
            let score = (min(max(first[cell], 0), 1) * min(max(second[cell], 0), 1)).squareRoot()
            guard rules.accepts(score, 0) else { continue }
            let (x, y) = (Float(cell % columns), Float(cell / columns))
            let box = Candidate(
                (x + boxes[4 * cell]) * step, (y + boxes[4 * cell + 1]) * step, exp(boxes[4 * cell + 2]) * step,
                exp(boxes[4 * cell + 3]) * step, score: score, classId: 0)
            guard box.isFinite, box.area.isFinite else {
                throw DetectionError(
                    .output, "The model gave a face without end. Export it again, or set its precision to fp32.")
            }
            let keypoints = stride(from: 10 * cell, to: 10 * cell + 10, by: 2).map { place in
                Point(x: Double((x + points[place]) * step), y: Double((y + points[place + 1]) * step))
            }
            faces.append(YuNetFace(box: box, keypoints: keypoints))
        }
        return faces
    }
}
