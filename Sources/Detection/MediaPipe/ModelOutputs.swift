import Findings
import Foundation
import Inference

/// A model of a known kind: which of its outputs is which.
///
/// Outputs are known by the number of their values and of their last side; among equal ones by their order in the file.
struct ModelOutputs {
    /// What an output of the kind looks like.
    struct Shape: Hashable, Sendable {
        /// The product of all sides.
        var count: Int
        /// The last side; nil for any, as exports differ in it.
        var last: Int?

        /// An output of so many values.
        init(_ count: Int, last: Int? = nil) {
            self.count = count
            self.last = last
        }

        func fits(_ sides: [Int]) -> Bool {
            sides.reduce(1, *) == count && (last == nil || sides.last == last)
        }
    }

    /// Far more than a coordinate in an input or a logit has, and few enough for every later sum.
    private static let largest: Float = 100_000

    private let loaded: any LoadedModel
    private let shapes: [Shape]
    /// The places of the shapes in the model's list.
    private let places: [Int]

    /// Finds the outputs of a kind with a square input; nil where the model is another one.
    init?(_ loaded: any LoadedModel, side: Int, shapes: [Shape]) {
        guard loaded.description.inputSize == PixelSize(width: side, height: side) else { return nil }
        self.init(loaded, shapes: shapes)
    }

    /// Finds the outputs of a kind whose input may have any size; nil where the model is another one.
    init?(_ loaded: any LoadedModel, shapes: [Shape]) {
        let model = loaded.description
        let found = model.outputs.map { $0.shape.compactMap { $0 }.count == $0.shape.count ? $0.shape : [] }
        var places: [Int] = []
        for shape in shapes {
            let place = found.indices.first { index in
                !places.contains(index) && !found[index].isEmpty && shape.fits(found[index].compactMap { $0 })
            }
            guard let place else { return nil }
            places.append(place)
        }
        self.loaded = loaded
        self.shapes = shapes
        self.places = places
    }

    /// Runs the model on its input and hands over the outputs in the order of the shapes.
    ///
    /// - Throws: ``DetectionError`` where an output has another size than promised, or a value that is no number or a huge one.
    func infer(
        _ pixels: [UInt8], _ watch: inout InferenceWatch, _ read: ([UnsafeBufferPointer<Float>]) throws -> Void
    ) throws {
        let start = watch.now
        var end = start
        try pixels.withUnsafeBytes { bytes in
            try loaded.infer(bytes) { [clock = watch.clock] views in
                end = clock.now
                try read(try zip(shapes, places).map { shape, place in try Self.check(views, place, shape) })
            }
        }
        watch.infer += end - start
    }

    private static func check(
        _ views: [TensorView], _ place: Int, _ shape: Shape
    ) throws(DetectionError) -> UnsafeBufferPointer<Float> {
        guard place < views.count, views[place].values.count == shape.count else {
            throw DetectionError(
                .output, "The model gave outputs of \(views.map(\.shape)), which is not what it promised.")
        }
        guard views[place].values.allSatisfy({ abs($0) <= largest }) else {
            throw DetectionError(
                .output, "The model gave values that are no coordinates and no scores. Set its precision to fp32.")
        }
        return views[place].values
    }

    /// The error for a model that is none of a kind.
    static func mismatch(_ loaded: any LoadedModel, need: String) -> DetectionError {
        let (size, outputs) = (loaded.description.inputSize, loaded.description.outputs)
        return DetectionError(
            .layoutUnknown,
            "The model takes \(size.width)x\(size.height) pixels and gives \(outputs.map(\.shapeText).joined(separator: ", "))"
                + ", where \(need) is needed.")
    }
}

/// The logistic function, 0 to 1.
func sigmoid(_ value: Float) -> Double { 1 / (1 + exp(-min(max(Double(value), -100), 100))) }

/// Tells the time of running models from the rest of the work.
struct InferenceWatch {
    let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// Running models so far.
    var infer = Duration.zero

    init() { start = clock.now }

    var now: ContinuousClock.Instant { clock.now }

    /// An answer with all the time that went by: what was not running a model, cropping included, is decoding.
    func answer(_ found: FindingList) -> DetectorAnswer {
        DetectorAnswer(found: found, infer: infer, decode: now - start - infer)
    }
}
