import Findings
import ModelFiles

/// One input or output as the model file declares it.
public struct TensorDescription: Hashable, Sendable, Codable {
    /// The name in the model file.
    public var name: String
    /// The sides; nil where the model leaves one open.
    public var shape: [Int?]
    /// The number type, such as "f32".
    public var type: String

    /// An input or output of that name, shape and number type.
    public init(name: String, shape: [Int?], type: String = "f32") {
        self.name = name
        self.shape = shape
        self.type = type
    }

    /// The shape as text, "?" for an open side: `[1,3,?,?]`.
    public var shapeText: String {
        "[" + shape.map { $0.map(String.init) ?? "?" }.joined(separator: ",") + "]"
    }
}

/// What a loaded model takes and gives, and what runs it.
public struct ModelDescription: Hashable, Sendable, Codable {
    /// Where a compiled model came from.
    public enum CacheUse: String, Sendable, Codable {
        /// Read ready-made from the cache.
        case hit
        /// Compiled, and stored for the next start.
        case stored
        /// Compiled; there is no cache, or it could not be written.
        case unused
    }

    /// The format of the model's file.
    public var format: ModelFormat
    /// As the file declares them, before the engine's preparation.
    public var inputs: [TensorDescription]
    /// As the model gives them, with the sides that follow from the input's size filled in.
    public var outputs: [TensorDescription]
    /// The metadata in the model's file; empty where there are none.
    public var metadata: ModelMetadata
    /// The size of the pixels that `infer` takes.
    public var inputSize: PixelSize
    /// What is done to values from 0 to 1 before the model sees them; nil where neither the settings nor the file name it.
    public var normalization: Normalization?
    /// The engine with its version.
    public var engine: String
    /// The device that runs the model, by the engine's short name, such as `CPU`.
    public var device: String
    /// The arithmetic that the engine chose, as it names it.
    public var precision: String
    /// Whether the model is one of 8-bit integers: it stays so, and ``precision`` is of its other layers.
    public var isQuantized: Bool
    /// Whether the compiled model was read from the cache, or stored in it.
    public var cache: CacheUse
    /// The name of the last output where it was added: what the model makes its classes of.
    public var layer: String?

    /// A description of a model that an engine has loaded, by default one that was compiled for the processor.
    public init(
        format: ModelFormat, inputs: [TensorDescription], outputs: [TensorDescription], metadata: ModelMetadata,
        inputSize: PixelSize, normalization: Normalization? = nil, engine: String = "", device: String = "CPU",
        precision: String = "f32", isQuantized: Bool = false,
        cache: CacheUse = .unused
    ) {
        self.format = format
        self.inputs = inputs
        self.outputs = outputs
        self.metadata = metadata
        self.inputSize = inputSize
        self.normalization = normalization
        self.engine = engine
        self.device = device
        self.precision = precision
        self.isQuantized = isQuantized
        self.cache = cache
    }
}

extension ModelDescription {
    /// What it computes with, as records have it: `bf16`, or `i8, bf16`.
    public var arithmetic: String { isQuantized ? "i8, \(precision)" : precision }
}

/// How a model takes a photo: which side of its input is which, and how large it is.
package struct ModelInput: Hashable {
    package enum Order: String {
        case channelsFirst = "NCHW"
        case channelsLast = "NHWC"
    }

    package let order: Order
    package let size: PixelSize
    /// True where the size still has to be set on the model.
    package let isOpen: Bool
    /// True where the model takes bytes and scales them itself.
    package let takesBytes: Bool

    /// What is done to the pixels' values; nil where they only become parts of 1.
    package let normalization: Normalization?
    /// The sizes that are chosen photo by photo; nil where there is one.
    package let sizes: InputSizes?

    /// Reads a model's inputs; throws a sentence where they are not one colour photo.
    ///
    /// - Parameter isRequired: Whether a model of another, fixed size is refused; where not, it keeps its own.
    package init(
        _ inputs: [TensorDescription], of file: ModelFile, wanted: PixelSize?, isRequired: Bool = true,
        sizes: InputSizes? = nil, normalization: Normalization? = nil
    ) throws(InferenceError) {
        func unsuitable(_ reason: String) -> InferenceError {
            let shapes = inputs.map(\.shapeText).joined(separator: ", ")
            return InferenceError(
                .modelUnsuitable, "The model \(file.path) does not take one colour photo: \(reason) (input \(shapes)).")
        }
        guard inputs.count == 1, let input = inputs.first else { throw unsuitable("it has \(inputs.count) inputs") }
        guard input.shape.count == 4 else { throw unsuitable("its input has \(input.shape.count) sides") }
        guard input.shape[0] ?? 1 == 1 else { throw unsuitable("it takes several photos at a time") }
        let order: Order
        switch (input.shape[1], input.shape[3]) {
        case (3, _): order = .channelsFirst
        case (_, 3): order = .channelsLast
        case (nil, nil), (nil, .some): order = file.format == .tflite ? .channelsLast : .channelsFirst
        default: throw unsuitable("it does not take the three channels red, green and blue")
        }
        guard ["f32", "f16", "bf16", "u8"].contains(input.type) else {
            throw unsuitable("its numbers are of \(input.type)")
        }
        let height = input.shape[order == .channelsFirst ? 2 : 1]
        let width = input.shape[order == .channelsFirst ? 3 : 2]
        self.order = order
        takesBytes = input.type == "u8"
        self.normalization = normalization ?? file.metadata.normalization
        isOpen = input.shape.contains(nil)
        if let sizes {
            guard width == nil || height == nil else { throw unsuitable("it takes one size only") }
            let free = InputSizes(
                width: width.map { $0...$0 } ?? sizes.width, height: height.map { $0...$0 } ?? sizes.height)
            self.sizes = free
            size = free.nearest(to: wanted ?? file.metadata.imageSize ?? PixelSize(width: 640, height: 640))
            return
        }
        self.sizes = nil
        if let height, let width {
            size = PixelSize(width: width, height: height)
            if isRequired, let wanted, wanted != size {
                throw InferenceError(
                    .option,
                    "The model \(file.path) takes \(size.width)x\(size.height) pixels only, and the detector's size is "
                        + "\(wanted.width)x\(wanted.height). Leave the detector's size out.")
            }
            return
        }
        let free = wanted ?? file.metadata.imageSize ?? PixelSize(width: 640, height: 640)
        size = PixelSize(width: width ?? free.width, height: height ?? free.height)
        let step = file.metadata.stride ?? 1
        guard step > 0, size.width % step == 0, size.height % step == 0, size.width > 0, size.height > 0 else {
            throw InferenceError(
                .option,
                "The model \(file.path) takes sides that are multiples of \(step), and the settings ask for "
                    + "\(size.width)x\(size.height). Change letterbox.size, or the detector's own size.")
        }
    }
}
