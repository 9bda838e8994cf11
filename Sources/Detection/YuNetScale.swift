import Findings
import Foundation
import Inference

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

    /// The faces over the threshold, from two scores, boxes and points that are all finite.
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
