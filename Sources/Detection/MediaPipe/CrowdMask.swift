import Findings
import Inference

/// The pixels of all people of a photo in one mask, put together from several looks.
struct CrowdMask {
    private let size: PixelSize
    /// One for each pixel that shows someone, row by row.
    private var bits: [UInt8]

    /// No person yet.
    init(_ size: PixelSize) {
        self.size = size
        bits = [UInt8](repeating: 0, count: size.area)
    }

    /// Adds the pixels of a mask of the same photo.
    mutating func add(_ mask: RunLengthMask) {
        guard mask.size == size else { return }
        mask.forEachSpan { x, rows in
            for y in rows { bits[y * size.width + x] = 1 }
        }
    }

    /// Forgets what was seen in a box: what comes knows better.
    mutating func clear(_ box: Box) {
        let (columns, rows) = pixels(of: box)
        for y in rows {
            for x in columns { bits[y * size.width + x] = 0 }
        }
    }

    /// Adds the pixels of a box whose probability, mixed of the four cells around, is over a half.
    ///
    /// - Parameter cells: `side` × `side` probabilities; there is no half pixel in either frame, as in MediaPipe's crops.
    mutating func add(_ cells: UnsafeBufferPointer<Float>, side: Int, over box: Box) {
        let (columns, rows) = pixels(of: box)
        let (across, down) = (Double(side) / box.width, Double(side) / box.height)
        func cell(_ place: Double) -> (Int, Int, Float) {
            let place = min(max(place, 0), Double(side - 1))
            let first = Int(place)
            return (first, min(first + 1, side - 1), Float(place - Double(first)))
        }
        let places = columns.map { cell((Double($0) - box.x) * across) }
        for y in rows {
            let (upper, lower, share) = cell((Double(y) - box.y) * down)
            for (x, place) in zip(columns, places) where bits[y * size.width + x] == 0 {
                func row(_ index: Int) -> Float {
                    cells[index * side + place.0] * (1 - place.2) + cells[index * side + place.1] * place.2
                }
                if row(upper) * (1 - share) + row(lower) * share > 0.5 { bits[y * size.width + x] = 1 }
            }
        }
    }

    /// The mask; nil where it shows no person.
    var mask: RunLengthMask? {
        guard bits.contains(1) else { return nil }
        return RunLengthMask(bits, size: size)
    }

    /// The photo's pixels in a box.
    private func pixels(of box: Box) -> (columns: Range<Int>, rows: Range<Int>) {
        func span(_ start: Double, _ end: Double, _ limit: Int) -> Range<Int> {
            guard start.isFinite, end.isFinite else { return 0..<0 }
            let first = Int(min(max(start.rounded(.up), 0), Double(limit)))
            return first..<max(first, Int(min(max(end.rounded(.up), 0), Double(limit))))
        }
        return (span(box.x, box.right, size.width), span(box.y, box.bottom, size.height))
    }
}

/// MediaPipe's `selfie_segmentation`, which sees one or two people who are near: the photo first, then each small face from near.
struct CrowdLooks {
    /// The sides of the model's input and output.
    static let side = 256
    /// The probability over which a cell shows a person.
    private static let least: Float = 0.5
    /// Faces of at most this share of the photo's longer side are looked at from near.
    private static let smallFace = 0.15
    /// The near looks: their sides and how far below the face their middles lie, in widths of the face.
    private static let near: [(side: Double, below: Double)] = [(5, 1.2), (9, 3)]

    private let model: ModelOutputs

    /// Checks that the model is of this kind; throws a sentence where not.
    init(_ loaded: any LoadedModel) throws(DetectionError) { model = try Self.outputs(of: loaded) }

    /// The model's one output, `[1, 256, 256, 1]`; throws a sentence where it is of another kind.
    static func outputs(of loaded: any LoadedModel) throws(DetectionError) -> ModelOutputs {
        // MediaPipe's models of landmarks have such an output as well, beside others.
        guard loaded.description.outputs.count == 1,
            let model = ModelOutputs(loaded, side: side, shapes: [.init(side * side, last: 1)])
        else {
            throw ModelOutputs.mismatch(loaded, need: "MediaPipe's selfie_segmentation")
        }
        return model
    }

    /// Draws all people that the looks show.
    ///
    /// - Parameter faces: Those of the photo.
    /// - Returns: The mean probability of the cells that show someone; 0 where none does.
    func draw(
        _ photo: PhotoBytes, faces: [KeypointDetection], into mask: inout CrowdMask, _ watch: inout InferenceWatch
    ) throws -> Double {
        var (sum, count) = (0.0, 0)
        func look(_ crop: [UInt8], over box: Box) throws {
            try model.infer(crop, &watch) { outputs in
                mask.add(outputs[0], side: Self.side, over: box)
                for value in outputs[0] where value > Self.least {
                    sum += Double(value)
                    count += 1
                }
            }
        }
        let whole = Box(x: 0, y: 0, width: Double(photo.size.width), height: Double(photo.size.height))
        let crops = RotatedCrop(side: Self.side, border: .replicate)
        try look(crops.stretched(photo), over: whole)
        let small = faces.filter { $0.box.width <= Self.smallFace * max(whole.width, whole.height) }
        let squares = small.flatMap { face in
            Self.near.map { look in
                RotatedSquare(
                    center: face.center + face.down * (look.below * face.box.width), side: look.side * face.box.width,
                    angle: 0)
            }
        }.filter(\.isUsable)
        // From afar the model takes what lies between two people for one: who is looked at from near is drawn anew.
        squares.forEach { mask.clear($0.box) }
        for square in squares { try look(crops(square, of: photo), over: square.box) }
        return count > 0 ? min(sum / Double(count), 1) : 0
    }
}

extension KeypointDetection {
    /// Which way is down for a face of MediaPipe's: from its eyes to its mouth, of length 1; the photo's own where it is seen
    /// from the side.
    var down: Point {
        let eyes = (keypoints[0] + keypoints[1]) * 0.5
        let mouth = keypoints[3] - eyes
        return mouth.length > 0.15 * box.width ? mouth * (1 / mouth.length) : Point(x: 0, y: 1)
    }
}

extension RotatedSquare {
    /// The square without its turn.
    var box: Box { Box(centerX: center.x, centerY: center.y, width: side, height: side) }
}
