/// Something that runs models: OpenVINO here; another library fits behind the same requirement.
public protocol Engine: Sendable {
    /// Loads a model so that it is ready to run; throws `InferenceError` with a sentence where it cannot.
    func load(_ file: ModelFile, options: EngineOptions) throws -> any LoadedModel
}

/// A model that is ready to run, owned by one worker.
///
/// It holds the state of one inference and is not to be shared between threads.
public protocol LoadedModel: AnyObject {
    /// What the model takes and gives.
    var description: ModelDescription { get }

    /// Runs the model on one photo and hands its outputs to `read`, where alone they are valid.
    ///
    /// `pixels` are 8-bit RGB, interleaved, row by row, of `description.inputSize`. Scaling to 0…1 and the change to
    /// the model's own layout and number type are the engine's work.
    func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws
}

extension LoadedModel {
    /// Runs the model on one photo and copies its outputs.
    public func infer(_ pixels: UnsafeRawBufferPointer) throws -> [Tensor] {
        var tensors: [Tensor] = []
        try infer(pixels) { views in tensors = views.map(Tensor.init) }
        return tensors
    }
}

/// One output of a model, in the engine's memory.
public struct TensorView {
    public let shape: [Int]
    /// The values, last axis fastest.
    public let values: UnsafeBufferPointer<Float>

    /// Views values that outlive the view; their number is the product of `shape`.
    public init(shape: [Int], values: UnsafeBufferPointer<Float>) {
        self.shape = shape
        self.values = values
    }
}

/// One output of a model, copied.
public struct Tensor: Hashable, Sendable {
    public var shape: [Int]
    /// The values, last axis fastest.
    public var values: [Float]

    public init(shape: [Int], values: [Float]) {
        self.shape = shape
        self.values = values
    }

    /// Copies a view's values.
    public init(_ view: TensorView) {
        self.init(shape: view.shape, values: Array(view.values))
    }
}
