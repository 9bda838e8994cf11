import Findings
import Inference
import ModelFiles

@testable import Detection

/// A model of faces with MediaPipe's outputs that takes white patches of a black photo for faces.
///
/// Patches are told apart by their columns. One that is wide enough is surely a face, a narrower one only might be.
final class BlobModel: LoadedModel {
    private static let kind = KeypointDetector.Kind.faceFull
    /// The width of a sure face in pixels of the input.
    private static let sure = 6
    let description: ModelDescription
    /// How often it was asked.
    private(set) var looks = 0

    init() {
        let (side, rows) = (Self.kind.side, Self.kind.anchors.centers.count)
        description = ModelDescription(
            format: .tflite, inputs: [TensorDescription(name: "input", shape: [1, 3, side, side])],
            outputs: [
                TensorDescription(name: "regressors", shape: [1, rows, 16]),
                TensorDescription(name: "classificators", shape: [1, rows, 1]),
            ], metadata: ModelMetadata([:]), inputSize: PixelSize(width: side, height: side))
    }

    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
        looks += 1
        let anchors = Self.kind.anchors.centers
        var regressors = [Float](repeating: 0, count: anchors.count * 16)
        var scores = [Float](repeating: -50, count: anchors.count)
        for (left, right, top, bottom) in blobs(pixels) {
            let side = Double(Self.kind.side)
            let middle = Point(x: Double(left + right) / 2 / side, y: Double(top + bottom) / 2 / side)
            let distances = anchors.map { $0.distance(to: middle) }
            guard let index = distances.indices.min(by: { distances[$0] < distances[$1] }) else { continue }
            let offset = (middle - anchors[index]) * side
            let (x, y) = (Float(offset.x), Float(offset.y))
            let (width, height) = (Float(right - left), Float(bottom - top))
            // Eyes above the mouth, and the other points in the middle.
            let keypoints: [Float] = [x - width / 4, y, x + width / 4, y, x, y, x, y + height / 3, x, y, x, y]
            for (field, value) in ([x, y, width, height] + keypoints).enumerated() {
                regressors[index * 16 + field] = value
            }
            scores[index] = right - left >= Self.sure ? 3 : -1
        }
        try regressors.withUnsafeBufferPointer { regressors in
            try scores.withUnsafeBufferPointer { scores in
                try read([
                    TensorView(shape: [1, anchors.count, 16], values: regressors),
                    TensorView(shape: [1, anchors.count, 1], values: scores),
                ])
            }
        }
    }

    /// The white patches as their edges, from the left.
    private func blobs(_ pixels: UnsafeRawBufferPointer) -> [(left: Int, right: Int, top: Int, bottom: Int)] {
        let side = Self.kind.side
        var found: [(left: Int, right: Int, top: Int, bottom: Int)] = []
        for x in 0..<side {
            let rows = (0..<side).filter { pixels[($0 * side + x) * 3] > 100 }
            guard let first = rows.first, let last = rows.last else { continue }
            if let blob = found.last, blob.right == x {
                found[found.count - 1] = (blob.left, x + 1, min(blob.top, first), max(blob.bottom, last + 1))
            } else {
                found.append((x, x + 1, first, last + 1))
            }
        }
        return found
    }
}

/// A black photo with white squares in it.
struct BlobPhoto {
    let size: PixelSize
    let bytes: [UInt8]

    init(_ size: PixelSize, squares: [Box]) {
        self.size = size
        var bytes = [UInt8](repeating: 0, count: size.area * 3)
        for square in squares {
            for y in Int(square.y)..<Int(square.bottom) {
                for x in Int(square.x)..<Int(square.right) {
                    for channel in 0..<3 { bytes[(y * size.width + x) * 3 + channel] = 255 }
                }
            }
        }
        self.bytes = bytes
    }

    /// What a detector answers for it.
    func answer(of detector: any Detector) throws -> DetectorAnswer {
        try bytes.withUnsafeBytes { bytes in
            let placement = Placement(of: size, in: size, fit: .stretch)
            return try detector.detect(PhotoPixels(bytes: bytes, size: size, placement: placement))
        }
    }
}
