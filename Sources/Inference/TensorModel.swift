import ModelFiles

/// A model that takes numbers in place of a photo, such as a classifier of actions; owned by one thread.
public protocol TensorModel: AnyObject {
    /// The sides of its input, with 1 where the model leaves the first one open.
    var inputShape: [Int] { get }
    /// What the model's file says about itself.
    var metadata: ModelMetadata { get }

    /// Runs the model on values, the last side first.
    ///
    /// - Throws: `InferenceError` where there are more or fewer values than ``inputShape`` has, or the model fails.
    func infer(_ values: [Float]) throws -> [Tensor]
}

/// An engine that runs models of numbers as well as models of photos.
public protocol TensorEngine: Engine {
    /// Loads a model with one input of 32-bit floats.
    ///
    /// - Throws: `InferenceError` with a sentence where it is another one.
    func loadTensorModel(_ file: ModelFile) throws -> any TensorModel
}
